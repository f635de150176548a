"""An independent check of a lower bound, from the problem and the certificate alone.

Nothing here uses the kernels or the provers. Whatever a certificate says, `verify` returns no
more than what follows from it: sums that decide something are lowered by more than rounding can
have raised them.

Notation: W is the curb weight, q demands, Q their sum, D shortest distances. A step serves an
edge in one of its directions.
"""

from arcload.proofs.verify.verify import verify

__all__ = ["verify"]
