"""QR codes on pages."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(content: str) -> SafeString:
    """Return a drawing that cameras read by night as well: black on white, with its margin."""
    code = segno.make(content, error="m", micro=False)
    drawn = code.svg_inline(omitsize=True, border=4, light="white", svgclass=None, lineclass=None)
    return mark_safe(drawn)  # noqa: S308 - numbers and constants; the content is in squares
