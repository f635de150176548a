"""Routes as files: for a device, a map, a driver and other programs."""

from arcload.routes.write import write_route

__all__ = ["write_route"]
