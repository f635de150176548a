"""From an instance to a result: `solve`, the methods it runs, bounds, and the shortest tour beside.

It may import `proofs`, `neural`, `engine` and `model`.
"""
