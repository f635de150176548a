"""Lower bounds, proofs that a tour is optimal, and `verify`, which checks them.

It may import `engine` and `model`; `verify` shares nothing with the provers but the instance.
"""
