"""What a method gets to search for the plan of a fleet."""

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernel_fleet import KernelFleet
from arcload.engine.run import Run
from arcload.engine.stop import Progress
from arcload.model.plan import Plan


class FleetContext(Run[KernelFleet, FleetSolution]):
    """One run of a method on an instance with a fleet."""

    def progress(self) -> Progress:
        """Return where the search stands; a plan that leaves streets out reaches no target."""
        progress = super().progress()
        best = self.best
        return progress if best is None or best.serves_all else progress._replace(best=None)

    def proven(self) -> bool:
        """Return whether the best plan is proven to be optimal: it serves all, at least cost."""
        best = self.best
        if best is None or not best.serves_all or self.problem.instance.objective != "cost":
            return False
        return super().proven()

    def offer_plan(self, plan: Plan) -> bool:
        """Keep a plan, in its best directions, if it is the best so far; return whether it is."""
        from arcload.engine.search.best_plan import redirected
        from arcload.engine.search.single_trips import dealt_out, single_trips, taken_apart

        fleet = self.problem.fleet
        solution = redirected(fleet, *self.problem.arcs_of(plan.routes))
        if single_trips(fleet) is not None:
            solution = dealt_out(taken_apart(solution, fleet), fleet)
        return self.offer(solution)
