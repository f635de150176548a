"""How fast a training is, in lines."""

from arcload.neural.train.throughput import as_text


def test_the_mean_is_over_as_many_tours_of_each_size() -> None:
    """A tour at 100 and one at 300 per second take 4/300 s: 150 per second."""
    first, second, mean = as_text({16: 100.0, 232: 300.0}).splitlines()
    assert first.split() == ["16", "edges", "100", "tours", "per", "second"]
    assert second.split()[:3] == ["232", "edges", "300"]
    assert mean.split()[-4:] == ["150", "tours", "per", "second"]
