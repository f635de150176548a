"""The shortest tour: what a planner drives that does not know of the load."""

from arcload.solving.postman.shortest_tour import ShortestTour, shortest_tour

__all__ = ["ShortestTour", "shortest_tour"]
