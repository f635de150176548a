"""Maps on paper: what stands where on each page, and the PDF that holds the pages.

Everything is laid out in millimetres before anything is drawn; only `fonts` and `draw` import
matplotlib.
"""
