"""What instances, plans and results show of themselves in notebooks, pictures and data frames."""

from typing import TYPE_CHECKING, Any

from arcload.model.late import late

if TYPE_CHECKING:
    from arcload.model.plan import Plan
    from arcload.model.result import Result


class Shown:
    """What can be drawn and put into a table; layers above do so, see `arcload.model.late`."""

    def plot(self, kind: str | None = None, ax: Any = None) -> Any:
        """Draw a picture with matplotlib; return its axes, or the figure of an overview.

        Parameters
        ----------
        kind
            ``"network"``: what the streets need, the default of an instance. ``"tour"``: what is
            driven, the default of a plan and a result. ``"load"``: what is on board along the way.
            ``"convergence"``: cost and bound over the time of the search. ``"overview"``: network,
            tour and load in one figure. The last two need a result.
        ax
            Axes to draw in; by default those of a new figure.
        """
        return late("plot")(self, kind, ax)

    def to_dataframe(self) -> Any:
        """Return a pandas table: a row per street of an instance, per crossing of a plan.

        A crossing has the columns of the GeoJSON file, see ``docs/python.md``.
        """
        return late("table_of")(self)

    def to_geodataframe(self) -> Any:
        """Return a geopandas table: that of `to_dataframe` with the course of each street."""
        return late("geotable_of")(self)

    def _repr_html_(self) -> str:
        """Return what a notebook shows: a small picture and the totals."""
        text: str = late("html_of")(self)
        return text


class Playable(Shown):
    """What can be watched while it is driven."""

    def show(self, baseline: "Plan | Result | None" = None, *, height: int = 640) -> None:
        """Show the page on which vehicles drive the plan.

        In a notebook it is a frame below the cell; elsewhere it opens in the browser.

        Parameters
        ----------
        baseline
            A plan to show beside it, such as the shortest one, see `arcload.compare`.
        height
            Pixels of the frame.
        """
        late("show_page")(self, baseline, height=height)
