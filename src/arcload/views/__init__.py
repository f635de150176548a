"""Tours to look at: pictures, and the page that drives a tour.

It may import `model`.
"""
