"""A chart of a soak, as an SVG for the documentation: panels one below the other, over the minutes.

Each panel has lines with their names beside them.
"""

from dataclasses import dataclass, field

from bench.svg import drawing, text

WIDTH, LEFT, RIGHT, TOP, HEIGHT, GAP = 1030, 70, 250, 66, 190, 70
PLOT = WIDTH - LEFT - RIGHT
LABEL = 15
ROUND = (1, 2, 4, 6, 8)
COLOURS = ("a", "b", "c", "d", "e", "f", "g", "h")
STYLE = """
  .grid { stroke: #d8dee4; stroke-width: 1; } .line { fill: none; stroke-width: 1.8; }
  .a { stroke: #2f7d5b; } .b { stroke: #b3472e; } .c { stroke: #2b6cb0; } .d { stroke: #8a5a00; }
  .e { stroke: #7048a8; } .f { stroke: #59636e; } .g { stroke: #0d7d8c; } .h { stroke: #b0307a; }
  @media (prefers-color-scheme: dark) {
    .grid { stroke: #30363d; }
    .a { stroke: #4fae86; } .b { stroke: #e07a5f; } .c { stroke: #6ea8e0; } .d { stroke: #d6a13b; }
    .e { stroke: #b392f0; } .f { stroke: #9198a1; } .g { stroke: #4bc3d3; } .h { stroke: #e879b4; }
  }
"""


@dataclass(frozen=True)
class Panel:
    """What one panel shows: lines of points, minutes and values, by their names."""

    title: str
    lines: dict = field(default_factory=dict)

    @property
    def top(self):
        """The first round number above all values."""
        highest = max((y for points in self.lines.values() for _x, y in points), default=0)
        steps = (part * 10**power for power in range(10) for part in ROUND)
        return next(step for step in steps if step >= highest)


def chart(title, panels, *, minutes):
    """Return the drawing of panels, all of so many minutes."""
    height = TOP + len(panels) * (HEIGHT + GAP) - 10
    parts = [text(12, 24, title, "head")]
    for number, panel in enumerate(panels):
        parts += _panel(panel, TOP + number * (HEIGHT + GAP), minutes)
    return drawing(title, WIDTH, height, STYLE, parts)


def _panel(panel, y, minutes):
    yield text(12, y - 14, panel.title, "head")
    for part in range(5):
        level = y + HEIGHT * (4 - part) / 4
        yield f'<path class="grid" d="M{LEFT} {level:.1f}H{LEFT + PLOT}"/>'
        yield text(LEFT - 8, level + 4, f"{panel.top * part / 4:.4g}", "soft", anchor="end")
        at = LEFT + PLOT * part / 4
        yield text(at, y + HEIGHT + 18, f"{minutes * part / 4:g} min", "soft", anchor="middle")
    families = list(dict.fromkeys(map(_family, panel.lines)))
    ends = _spread(
        {
            name: y + HEIGHT * (1 - points[-1][1] / panel.top)
            for name, points in panel.lines.items()
        },
        y,
    )
    for name, points in panel.lines.items():
        colour = COLOURS[families.index(_family(name)) % len(COLOURS)]
        path = "L".join(
            f"{LEFT + PLOT * x / minutes:.1f} {y + HEIGHT * (1 - value / panel.top):.1f}"
            for x, value in points
        )
        yield f'<path class="line {colour}" d="M{path}"/>'
        mark = f"M{LEFT + PLOT + 6} {ends[name] - 4:.1f}h14"
        yield f'<path class="line {colour}" d="{mark}"/>'
        yield text(LEFT + PLOT + 26, ends[name], name)


def _family(name):
    """Return whose a line is: lines of the processes of a program have one colour."""
    return name.partition(",")[0]


def _spread(wanted, y):
    """Return heights near those wanted at which names do not cover each other."""
    names = sorted(wanted, key=wanted.get, reverse=True)
    found, below = {}, y + HEIGHT + LABEL
    for number, name in enumerate(names):
        least = y + LABEL * (len(names) - 1 - number)  # those that are left have room above it
        below = found[name] = min(max(wanted[name] + 4, least), below - LABEL)
    return found
