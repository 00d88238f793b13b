/* What is open over a table stays open when the table is swapped, as far down as it was read. */

"use strict";

{
  let open = [];
  let focused = "";

  document.addEventListener("htmx:beforeSwap", () => {
    const found = [...document.querySelectorAll("#table [popover]")].filter(
      (panel) => panel.showPopover && panel.matches(":popover-open")
    );
    open = found.map((panel) => [panel.id, panel.scrollTop]);
    const focus = document.activeElement;
    focused = found.some((panel) => panel.contains(focus)) ? focus.id : "";
  });

  document.addEventListener("htmx:afterSwap", () => {
    for (const [id, scrolled] of open) {
      const panel = document.getElementById(id);
      if (!panel || panel.matches(":popover-open")) continue;
      panel.showPopover();
      panel.scrollTop = scrolled;
    }
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    open = [];
  });
}
