"""A panel as text: what is about to be done, and what it would come to."""

from __future__ import annotations

from bot.core.wording import Mark, Span, line
from bot.render.markdown import line_text
from bot.service.requests import PanelView

PANEL = 3500  # characters of a panel's text: beside them its menus have room


def panel_text(panel: PanelView) -> str:
    """Return what stands above the menus of a panel."""
    head = line_text(line(Span(panel.title, Mark.HEADING)))
    return "\n".join([head, *map(line_text, panel.lines)])[:PANEL]
