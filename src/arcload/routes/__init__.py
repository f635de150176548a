"""Tours as files: for a device, a map, a driver and other programs.

It may import `views` and `model`.
"""

from arcload.routes.write import write_route

__all__ = ["write_route"]
