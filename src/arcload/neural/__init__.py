"""Arc-DRL: a policy that builds the tour edge by edge.

`serve` solves with trained weights and needs no torch; `train` makes them and needs torch and numpy
alone; `common` is what both share. It may import `engine` and `model`.
"""
