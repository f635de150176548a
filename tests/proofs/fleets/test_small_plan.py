"""A fleet's plan as plain tuples."""

from arcload.proofs.fleets.small_plan import SmallPlan, SmallRoute, SmallTrip


def test_backwards_the_last_service_comes_first_and_on_its_other_side() -> None:
    first, second = SmallTrip(0, ((3, 0), (1, 1))), SmallTrip(2, ((4, 0),))
    plan = SmallPlan(9.0, (SmallRoute(1, (first, second)), SmallRoute(0, ())))
    back = plan.reversed()
    assert back.cost == 9
    assert back.routes == (
        SmallRoute(1, (SmallTrip(2, ((4, 1),)), SmallTrip(0, ((1, 0), (3, 1))))),
        SmallRoute(0, ()),
    )
    assert back.reversed() == plan
