"""What the functions return: DataFrames that know where they come from, and show their page in a notebook."""

from __future__ import annotations

import html
import io
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Optional

import pandas as pd

# Columns of words, even where they look like numbers. Others are numbers if they can be, also where they are empty.
_WORDS = {
    "strategy", "device", "network", "platform", "use", "scenario", "population", "figure", "trait", "group", "note", "component", "state", "cause",
    "row", "timeline", "configuration", "run", "phone", "mode", "change", "result", "code", "guide", "parameter",
}  # fmt: skip
# Columns of whole numbers. All other numbers are floats in every file, so that files of several runs have one schema.
_COUNTS = {"seed", "seeds", "first_seed", "cell", "runs", "people", "person", "days", "events", "deliveries"}
_FLAGS = {"within_tolerance", "decisive", "is_app", "needs_more"}


def read_csv(data: bytes) -> pd.DataFrame:
    """The program's CSV: words as they are, yes and no as nullable booleans, numbers where all of a column are."""
    frame = pd.read_csv(io.BytesIO(data), dtype={name: str for name in _WORDS}, keep_default_na=False, na_values=[""])
    for name in frame.columns:
        if name in _FLAGS:
            frame[name] = frame[name].map({"yes": True, "no": False, True: True, False: False}).astype("boolean")
        elif name in _WORDS:
            frame[name] = frame[name].fillna("")
        else:
            try:
                numbers = pd.to_numeric(frame[name])
            except ValueError:
                frame[name] = frame[name].fillna("")
            else:
                frame[name] = numbers if is_count(name) and not numbers.isna().any() else numbers.astype(float)
    return frame


def is_count(name: Hashable) -> bool:
    """Whether a column holds whole numbers."""
    return name in _COUNTS or str(name).endswith("_n")


class Table(pd.DataFrame):
    """A DataFrame with what belongs to it. Copies, rounded tables and slices keep all of it but the page.

    `finding` is the result in a sentence, `notes` what a reader has to know, `command` the command line that makes it
    again, and `document` everything the program said, as its JSON schema in `docs/schema` describes it. `page` is the
    page that a notebook shows, as HTML; None where it was not asked for.
    """

    _metadata = ["finding", "notes", "command", "document", "page"]

    finding: str = ""
    notes: list[str] = []
    command: str = ""
    document: dict[str, Any] = {}
    page: Optional[str] = None

    @property
    def _constructor(self) -> type[Table]:
        return type(self)

    def __finalize__(self, other: Any, method: Optional[str] = None, **given: Any) -> Any:
        table = super().__finalize__(other, method=method, **given)  # type: ignore[misc]
        # The page shows the whole table.
        if method != "copy":
            table.page = None
        return table

    @classmethod
    def of(cls, frame: pd.DataFrame, document: Mapping[str, Any], page: Optional[str], finding: str = "", warned: Sequence[str] = ()) -> Any:
        table = cls(frame)
        table.finding = finding or str(document.get("finding", ""))
        table.notes = [str(note) for note in document.get("notes", [])] + list(warned)
        table.command = str(document.get("command", ""))
        table.document = dict(document)
        table.page = page
        return table

    def show(self, height: int = 640) -> str:
        """The page in a frame of its own, as HTML; the table where there is no page."""
        if self.page is None:
            return str(pd.DataFrame(self).to_html())
        return (
            f'<iframe srcdoc="{html.escape(self.page)}" sandbox="allow-scripts allow-popups allow-downloads" '
            f'style="width: 100%; height: {height}px; border: 0"></iframe>'
        )

    def _repr_html_(self) -> str:
        return self.show()


class Comparison(Table):
    """A row for each strategy; see `compare`."""

    @property
    def runs(self) -> pd.DataFrame:
        """A row for each strategy and seed, with the figures of that run."""
        rows = [
            {"strategy": strategy["strategy"], **run}
            for strategy in self.document["strategies"]
            for run in strategy.get("runs", [])
        ]
        return numeric(pd.DataFrame(rows))


class Run(Table):
    """The energy of one run, a row for each component, state, signal and cause; see `run`."""

    @property
    def figures(self) -> "pd.Series[float]":
        """The run's figures, called like the columns of `compare`."""
        return pd.Series(self.document["figures"], dtype=float, name=self.document["strategy"])

    @property
    def prediction(self) -> pd.DataFrame:
        """Ranges meant to hold about 90 % of real runs, from `p5` to `p95`: a row for each figure that has one."""
        ranges = {name: ends for name, ends in self.document["prediction"].items() if ends is not None}
        rows = [[ends["p5"], ends["p95"]] for ends in ranges.values()]
        return pd.DataFrame(rows, index=list(ranges), columns=["p5", "p95"], dtype=float)


class Sweep(Table):
    """A row for each cell or run of a sweep; `.document` is the header of the result. See `sweep`."""


class Advice(Table):
    """A row for each change of a strategy; see `advise`."""


class Diagnosis(Table):
    """A row for each cause of a drain; see `diagnose`."""

    @property
    def verdict(self) -> str:
        """Whether the drain is to be expected."""
        return str(self.document["verdict"])


class Optimization(Table):
    """Finalists, points tried, steps and variations of a search; see `optimize`."""


class Sensitivity(Table):
    """A row for each parameter with an effect; see `sensitivity`."""


class Fit(Table):
    """The parameters of a fit, a row each, with their units in a column; see `fit`."""

    _metadata = [*Table._metadata, "rows"]

    # What the fit used, with fitted values and residuals: the same fit of these rows gives the same values.
    rows: pd.DataFrame = pd.DataFrame()

    @property
    def yaml(self) -> str:
        """A piece of a profile, for review; empty where there is none."""
        return str(self.document["yaml"])

    @property
    def diagnostics(self) -> pd.DataFrame:
        """Number of samples, goodness of fit and other figures, as text."""
        rows = [
            {"section": section["title"], "name": figure["name"], "text": figure["text"]}
            for section in self.document["sections"]
            for figure in section["figures"]
        ]
        return pd.DataFrame(rows, columns=["section", "name", "text"])


    @property
    def statistics(self) -> pd.DataFrame:
        """Counts, degrees of freedom, likelihood, R squared and residuals of each section, as numbers."""
        rows = {
            section["title"]: {name: value for name, value in section["statistics"].items() if not isinstance(value, list)}
            for section in self.document["sections"]
            if section.get("statistics")
        }
        return pd.DataFrame.from_dict(rows, orient="index").astype(float)

    @property
    def covariance(self) -> dict[str, pd.DataFrame]:
        """The covariance of the parameters, by section."""
        return {
            section["title"]: pd.DataFrame(section["statistics"]["covariance"], names, names, dtype=float)
            for section in self.document["sections"]
            if section.get("statistics")
            for names in [[parameter["name"] for parameter in section["parameters"]]]
            if len(names) == len(section["statistics"]["covariance"])
        }


class Validation(Table):
    """Predictions beside measurements: a row for each configuration, run and way to travel; see `validate`."""

    @property
    def configurations(self) -> pd.DataFrame:
        """Only the rows of configurations."""
        frame = pd.DataFrame(self)
        return frame[frame["row"] == "configuration"].reset_index(drop=True)


def numeric(frame: pd.DataFrame, words: Sequence[Hashable] = ()) -> pd.DataFrame:
    """Columns of nothing but None as numbers that are missing."""
    for name in frame.columns:
        if name not in _WORDS and name not in words and frame[name].isna().all():
            frame[name] = frame[name].astype(float)
    return frame
