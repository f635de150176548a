"""Arc-DRL: a policy that builds the tour edge by edge, its training, and its use.

Training needs torch, NumPy and SciPy alone; solving with trained weights needs no torch.
"""
