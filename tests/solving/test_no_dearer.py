"""No result of a comparison is dearer than the shortest tour."""

import arcload
from arcload.solving.no_dearer import no_dearer
from arcload.solving.postman import shortest_tour

TOWN = arcload.generate("city", edges=40, curb_ratio=20, seed=1)


def test_a_dear_tour_is_replaced_by_what_is_found_from_the_shortest() -> None:
    shortest = shortest_tour(TOWN).tour
    greedy = arcload.solve(TOWN, "greedy")
    assert greedy.cost > shortest.cost
    better = no_dearer(greedy, shortest, iterations=1, threads=1, bound=False)
    assert better.cost <= shortest.cost


def test_a_cheap_one_is_kept() -> None:
    greedy = arcload.solve(TOWN, "greedy")
    dearer = shortest_tour(TOWN.replace(curb_weight=0.0)).tour
    light = arcload.solve(TOWN.replace(curb_weight=0.0), "greedy")
    assert light.cost < dearer.cost
    assert no_dearer(light, dearer) is light
    assert greedy.cost > light.cost
