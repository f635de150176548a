"""The streets of a town file, with all that it says of them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self

from arcload.maps.formats.draft import Draft, placed
from arcload.maps.formats.town_file import TownFile
from arcload.model.errors import InputError, not_in_network
from arcload.model.files import stem
from arcload.model.instance import Instance
from arcload.model.types import FloatArray
from arcload.model.vehicle import FIELDS

_PLACES = ("depot", "start", "end")


@dataclass(kw_only=True)
class TownDraft(Draft):
    """What a reader found in the streets of a town, as the town file wants it.

    Parameters
    ----------
    town
        The town file.
    """

    town: TownFile

    @classmethod
    def of(cls, town: TownFile, streets: Draft) -> Self:
        """Return the draft of a town, given that of its streets."""
        own = {field.name: getattr(streets, field.name) for field in fields(Draft)}
        draft = cls(**own, town=town)
        draft.columns = replace(streets.columns, name=stem(town.file))
        draft.vehicle = streets.vehicle | draft._common
        return draft

    def instance(self, **options: Any) -> Instance:
        """Return the instance; see `Draft.instance`. Options win over the town file."""
        given = {name: value for name, value in options.items() if value is not None}
        settings = {
            name: value
            for name, value in self.town.settings.items()
            if name not in (*FIELDS, *_PLACES, "vehicles")
        }
        if "curb_weight" in given or "vehicles" in given:
            settings.pop("curb_ratio", None)
        for name, value in settings.items():  # of rules in a table some may be given
            if isinstance(value, dict) and isinstance(given.get(name), Mapping):
                given[name] = value | given[name]
        try:
            return self._stated("vehicles" in given).instance(**settings | given)
        except InputError as error:
            raise self._located(error, given) from None

    def drawing(self) -> tuple[Instance, FloatArray]:
        """Return the instance for a picture, see `Draft.drawing`."""
        draft = self._stated()
        try:
            draft.types = self._with_nodes(_with_both_places(draft.types), draft.notes)
            if "facilities" in self.town.settings:
                named, refills = self.town.settings["facilities"], False
                draft.rules["facilities"] = self._facilities(named, [], refills, draft.notes)
        except InputError as error:
            raise self._located(error, ()) from None
        return draft.drawing()

    def _stated(self, replaced: bool = False) -> Draft:
        """Return the draft whose file says of the vehicles what the town file says.

        Parameters
        ----------
        replaced
            Whether other vehicles are given, so that the types of the town file do not matter.
        """
        settings = self.town.settings
        moved = {name: settings[name] for name in _PLACES if name in settings}
        types = [self.vehicle | one | self._common for one in self.types or [{}]]
        if "vehicles" in settings and not replaced:
            of_streets = {name: types[0].get(name) for name in ("start", "end")}
            (places,) = placed([of_streets], **moved)
            types = [places | self._common | _fields_of(table) for table in settings["vehicles"]]
        else:
            types = placed(types, **moved)
        own = {field.name: getattr(self, field.name) for field in fields(Draft)}
        rules = self.rules | {"town_file": str(self.town.file)}
        changed = {"vehicle": {}, "types": types, "rules": rules, "notes": list(self.notes)}
        return Draft(**own | changed)

    @property
    def _common(self) -> dict[str, Any]:
        """What the town file says of all vehicles, but for their places."""
        return {
            name: value
            for name, value in self.town.settings.items()
            if name in FIELDS and name not in _PLACES
        }

    def _located(self, error: InputError, given: Collection[str]) -> InputError:
        """Return an error with the line of the place, street or setting that it is about."""
        for steps, name, place in self.town.places():
            for what in (name, "depot"):  # which start and end are where they are the same
                try:
                    self._node(place, what, [])
                except InputError as wrong:
                    if name not in given and wrong.message in error.message:
                        return self.town.refuse(steps, wrong.message)
        for steps, edge in self.town.closed_edges():
            unknown = not_in_network("closed edge", edge, self.columns.edges).message
            if "closed" not in given and unknown in error.message:
                return self.town.refuse(steps, unknown)
        return self.town.located(error, given)


def _with_both_places(types: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the types of which a place is stated, each with a start and an end."""
    result = []
    for one in types:
        stated = [one[name] for name in ("start", "end") if one.get(name) is not None]
        if stated:
            result += placed([one], stated[0]) if len(stated) == 1 else [one]
    return result


def _fields_of(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a type of vehicles; its depot is start and end unless it says more."""
    own = {name: value for name, value in table.items() if name != "depot"}
    return dict.fromkeys(("start", "end"), table["depot"]) | own if "depot" in table else own
