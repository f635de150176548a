"""Rural instances."""

from arcload.maps.generators import generate
from arcload.model.connectivity import strong_parts


def test_rural_serves_half_of_a_connected_graph() -> None:
    instance = generate("rural", nodes=17, edges=35, seed=4)
    assert (len(instance.nodes), len(instance.edges), len(instance.served)) == (17, 35, 18)
    assert strong_parts(instance.ends, instance.lengths, 17).max() == 0
