"""The least way to every load delivered, by linear programs over beginnings of tours."""
