"""A page that drives a tour on its map: one file that works offline."""

from arcload.views.page.write import write_page

__all__ = ["write_page"]
