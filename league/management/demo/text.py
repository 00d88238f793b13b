"""Tables of text."""

from collections.abc import Sequence


def aligned(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table whose columns are as wide as they must be; numbers stand on the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *texts, strict=True)]
    right = [all(not isinstance(row[i], str) for row in rows) for i in range(len(head))]
    lines = [
        "  ".join(
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in [head, ["─" * width for width in widths], *texts]
    ]
    return "\n".join(lines)
