"""The streets of a town file, with all that it says of them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self, cast

from arcload.maps.formats.draft import Draft, placed
from arcload.maps.formats.places import split_places
from arcload.maps.formats.town_file import TownFile
from arcload.model.errors import InputError
from arcload.model.facility import Facility, checked_facilities
from arcload.model.files import stem
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.types import FloatArray, Id
from arcload.model.vehicle import FIELDS, Place

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
        try:
            draft = self._stated(given)
            of_instances = {
                name: value
                for name, value in self.town.settings.items()
                if name not in (*FIELDS, *_PLACES, "vehicles", "facilities")
            }
            if "curb_weight" in given or "vehicles" in given:
                of_instances.pop("curb_ratio", None)
            for name, value in of_instances.items():  # of rules in a table some may be given
                if isinstance(value, dict) and isinstance(given.get(name), Mapping):
                    given[name] = value | given[name]
            return draft.instance(**of_instances | self._named_facilities(draft, given) | given)
        except InputError as error:
            raise self.town.located(error, given) from None

    def drawing(self) -> tuple[Instance, FloatArray]:
        """Return the instance for a picture, see `Draft.drawing`."""
        draft = self._stated({})
        for name, places in self._named_facilities(draft, ()).items():
            draft.rules[name] = checked_facilities(places)
        return draft.drawing()

    def _stated(self, given: Collection[str]) -> Draft:
        """Return the draft whose file says of the vehicles what the town file says.

        Parameters
        ----------
        given
            Options that come first. A place of the town file that one replaces is not noted, and
            need not be there.
        """
        notes, settings = list(self.notes), self.town.settings
        moved = {
            name: self._replaced(settings[name], name)
            if {name, "depot", "vehicles"} & set(given)
            else self._place(settings[name], name, [name], notes)
            for name in _PLACES
            if name in settings
        }
        types = [self.vehicle | one | self._common for one in self.types or [{}]]
        if "vehicles" in settings and "vehicles" not in given:
            of_streets = {name: types[0].get(name) for name in ("start", "end")}
            (places,) = placed([of_streets], **moved)
            types = [places | self._type(number, notes) for number in range(len(self._tables))]
        else:
            types = placed(types, **moved)
        own = {field.name: getattr(self, field.name) for field in fields(Draft)}
        rules = self.rules | {"town_file": str(self.town.file)}
        return Draft(**own | {"vehicle": {}, "types": types, "rules": rules, "notes": notes})

    @property
    def _common(self) -> dict[str, Any]:
        """What the town file says of all vehicles, but for their places."""
        said = self.town.settings.items()
        return {name: value for name, value in said if name in FIELDS and name not in _PLACES}

    @property
    def _tables(self) -> list[dict[str, Any]]:
        tables: list[dict[str, Any]] = self.town.settings["vehicles"]
        return tables

    def _type(self, number: int, notes: list[Note]) -> dict[str, Any]:
        """Return the fields of a type of vehicles."""
        table = self._tables[number]
        places = {
            name: self._place(table[name], name, ["vehicles", number, name], notes)
            for name in _PLACES
            if name in table
        }
        both = dict.fromkeys(("start", "end"), places.pop("depot")) if "depot" in places else {}
        own = {name: value for name, value in table.items() if name not in _PLACES}
        return self._common | own | both | places

    def _named_facilities(self, draft: Draft, given: Collection[str]) -> dict[str, Any]:
        """Return the facilities as an option of `Draft.instance`, unless they were given."""
        if "facilities" in given or "facilities" not in self.town.settings:
            return {}
        facilities: list[Any] = []
        for number, said in enumerate(self.town.settings["facilities"]):
            table = said if isinstance(said, dict) else {"place": said}
            numbers = {name: value for name, value in table.items() if name != "place"}
            for place in split_places(table["place"], self.columns, self.points, self.bends):
                node = self._place(place, "facility", ["facilities", number], draft.notes)
                facilities.append(Facility(cast(Id, node), **numbers) if numbers else node)
        return {"facilities": facilities}

    def _replaced(self, place: Place, what: str) -> Place:
        """Return the node of a place that another one may replace."""
        try:
            return self._node(place, what, [])
        except InputError:
            return place

    def _place(self, place: Any, what: str, steps: list[str | int], notes: list[Note]) -> Place:
        try:
            return self._node(place, what, notes)
        except InputError as error:
            raise self.town.refuse(steps, error.message) from None
