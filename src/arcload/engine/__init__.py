"""What searches are made of: a problem as arrays, compiled kernels, and the course of one run.

It may import `model`.
"""
