"""The program's commands as functions."""

from __future__ import annotations

import json
import os
import shlex
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Optional, TypeVar, Union

import numpy as np
import pandas as pd

from ._errors import GeoJouleWarning, InputError
from ._program import call
from ._tables import (
    Advice,
    Comparison,
    Fit,
    Optimization,
    Run,
    Sensitivity,
    Sweep,
    Table,
    Validation,
    is_count,
    numeric,
    read_csv,
)

Name = Union[str, "os.PathLike[str]"]
Kind = TypeVar("Kind", bound=Table)
Option = Union[None, bool, int, float, Name, Sequence[Union[int, float, Name]]]


def _arguments(options: Mapping[str, Option]) -> list[str]:
    """Options as the program takes them: `first_seed=3` is `--first-seed=3`, True is the option alone."""
    arguments: list[str] = []
    for name, given in options.items():
        value = _plain(given)
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            arguments.append(option)
        elif isinstance(value, (str, int, float, os.PathLike)):
            arguments.append(f"{option}={_text(value)}")
        else:
            arguments.extend(f"{option}={_text(part)}" for part in value)
    return arguments


def _plain(value: Any) -> Any:
    """NumPy's numbers as Python's."""
    return value.item() if isinstance(value, np.generic) else value


def _json(value: Any) -> Any:
    """For what JSON does not know by itself."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"a plan cannot hold {value!r} ({type(value).__name__})")


def _refuse(function: str, options: Mapping[str, Option], *own: str) -> None:
    """Options that the function uses itself, or whose output nobody would see."""
    for name in options:
        if name.rstrip("_") in own:
            raise TypeError(
                f"{function}() takes no '{name}': it returns what the program writes; save the DataFrame, such as with "
                "to_csv(), or run the program"
            )


def _text(given: Union[int, float, Name]) -> str:
    value = _plain(given)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _list(value: Union[None, Name, Sequence[Name]]) -> Optional[list[Name]]:
    if value is None:
        return None
    return [value] if isinstance(value, (str, os.PathLike)) else list(value)


class _Files:
    """Files that the program writes and this package reads."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def data(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def document(self, name: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.data(name))
        return document

    def page(self, is_written: bool) -> Optional[str]:
        return self.data("page.html").decode() if is_written else None


def compare(
    strategies: Union[None, Name, Sequence[Name]] = None,
    *,
    scenario: Optional[Name] = None,
    track: Optional[Name] = None,
    device: Optional[Name] = None,
    network: Optional[Name] = None,
    seeds: Optional[int] = None,
    first_seed: Optional[int] = None,
    parameters: Optional[str] = None,
    population: Optional[Name] = None,
    people: Optional[int] = None,
    catalog: Optional[Name] = None,
    jobs: Optional[int] = None,
    page: bool = True,
    **options: Option,
) -> Comparison:
    """Compares strategies on the same days with the same phones: a row for each.

    Names are those of the catalogue (`geojoule list strategies`) or files. Without any, the main strategies on an
    everyday commute with a modern phone. With `track`, a recorded track is the day; with `population`, weeks of many
    people. `options` takes every further option of `geojoule compare`, with `_` for `-`.

    Columns carry their units, such as `energy_J` and `error_p95_m`. `_p5` and `_p95` end the prediction range,
    `_ci95_low` and `_ci95_high` the interval of the mean. `.runs` has a row for each seed.
    """
    _refuse("compare", options, "csv", "json", "html", "format")
    given: dict[str, Option] = {
        "strategy": _list(strategies), "scenario": scenario, "track": track, "device": device, "network": network,
        "seeds": seeds, "first_seed": first_seed, "parameters": parameters, "population": population,
        "people": people, "catalog": catalog, "jobs": jobs, **options,
    }  # fmt: skip
    return _table(Comparison, "compare", given, page)


def _table(kind: type[Kind], command: str, given: Mapping[str, Option], page: bool, *words: str) -> Kind:
    """Runs a command that writes CSV, JSON and a page."""
    with tempfile.TemporaryDirectory() as folder:
        files = _Files(folder)
        output: dict[str, Option] = {
            "csv": files.path("table.csv"), "json": files.path("table.json"),
            "html": files.path("page.html") if page else None, "quiet": True,
        }  # fmt: skip
        warned: list[str] = []
        call([command, *words, *_arguments({**given, **output})], warned)
        table: Kind = kind.of(
            read_csv(files.data("table.csv")), files.document("table.json"), files.page(page), warned=warned
        )
        return table


def advise(
    strategy: Name,
    *,
    scenario: Optional[Name] = None,
    device: Optional[Name] = None,
    max_error: Optional[str] = None,
    max_age: Optional[str] = None,
    seeds: Optional[int] = None,
    catalog: Optional[Name] = None,
    jobs: Optional[int] = None,
    page: bool = True,
    **options: Option,
) -> Advice:
    """What to change about a strategy: a row for each change, with its saving (a share) and its price, 95 % intervals.

    `max_error` and `max_age` are the acceptable error and age with their units, such as "100m" and "5min". `seeds` is the
    number of days (40 when left out).
    """
    _refuse("advise", options, "csv", "json", "html", "format")
    given: dict[str, Option] = {
        "strategy": strategy, "scenario": scenario, "device": device, "max_error": max_error, "max_age": max_age,
        "seeds": seeds, "catalog": catalog, "jobs": jobs, **options,
    }  # fmt: skip
    return _table(Advice, "advise", given, page)


def optimize(
    *strategies: Name,
    constraint: Union[None, str, Sequence[str]] = None,
    scenario: Optional[Name] = None,
    device: Optional[Name] = None,
    runs: Optional[int] = None,
    catalog: Optional[Name] = None,
    jobs: Optional[int] = None,
    page: bool = True,
    **options: Option,
) -> Optimization:
    """The parameters of strategies that cost least and meet each constraint, such as "error_p95_m <= 50 m".

    Each of `strategies` is a name or a file, or one plan (`docs/optimize.md`). `runs` is how many runs the search may take.
    """
    _refuse("optimize", options, "csv", "json", "html", "format")
    given: dict[str, Option] = {
        "constraint": constraint, "scenario": scenario, "device": device, "runs": runs, "catalog": catalog, "jobs": jobs,
        **options,
    }  # fmt: skip
    return _table(Optimization, "optimize", given, page, *(_text(name) for name in strategies))


def sensitivity(
    strategy: Name = "continuous",
    *,
    minus: Optional[Name] = None,
    metric: Optional[str] = None,
    scenario: Optional[Name] = None,
    device: Optional[Name] = None,
    catalog: Optional[Name] = None,
    jobs: Optional[int] = None,
    page: bool = True,
    **options: Option,
) -> Sensitivity:
    """The parameters of device and network that an answer depends on: a row each, with its share of the variance.

    The answer is `metric`, a column of `compare` (`energy_J` when left out), of one strategy, or its difference `minus`
    another.
    """
    _refuse("sensitivity", options, "csv", "json", "html", "format")
    given: dict[str, Option] = {
        "strategy": strategy, "minus": minus, "metric": metric, "scenario": scenario, "device": device,
        "catalog": catalog, "jobs": jobs, **options,
    }  # fmt: skip
    return _table(Sensitivity, "sensitivity", given, page)


def _run(
    strategy: Name, output: Mapping[str, Option], given: Mapping[str, Option], options: Mapping[str, Option]
) -> list[str]:
    warned: list[str] = []
    call(["run", *_arguments({"strategy": strategy, **given, **options, **output, "quiet": True})], warned)
    return warned


def run(
    strategy: Name = "continuous",
    *,
    scenario: Optional[Name] = None,
    track: Optional[Name] = None,
    device: Optional[Name] = None,
    network: Optional[Name] = None,
    seed: Optional[int] = None,
    parameters: str = "drawn",
    catalog: Optional[Name] = None,
    page: bool = True,
    **options: Option,
) -> Run:
    """Runs one strategy once: where the energy went, a row for each component, state, signal and cause.

    The run is one of those that `compare` makes: its phone is drawn with the day, unless `parameters` is "fixed".
    `energy_J` adds up to the run's energy. `.figures` has the battery's drain, errors and ages.
    """
    _refuse("run", options, "json", "html", "format")
    with tempfile.TemporaryDirectory() as folder:
        files = _Files(folder)
        output: dict[str, Option] = {
            "json": files.path("run.json"), "html": files.path("page.html") if page else None,
        }  # fmt: skip
        given: dict[str, Option] = {
            "scenario": scenario, "track": track, "device": device, "network": network, "seed": seed,
            "parameters": parameters, "catalog": catalog,
        }  # fmt: skip
        warned = _run(strategy, output, given, options)
        document = files.document("run.json")
        rows = numeric(pd.DataFrame(document["energy"]), words=["signal"])
        table: Run = Run.of(rows, document, files.page(page), warned=warned)
        return table


def timeline(
    strategy: Name = "continuous",
    *,
    scenario: Optional[Name] = None,
    track: Optional[Name] = None,
    device: Optional[Name] = None,
    network: Optional[Name] = None,
    seed: Optional[int] = None,
    parameters: str = "drawn",
    catalog: Optional[Name] = None,
    **options: Option,
) -> pd.DataFrame:
    """Every state of every component over one run, from `start_s` to `end_s`, with its power and energy.

    What is paid per event or per byte has rows of no length and without a power. `energy_J` adds up to the run's energy.
    """
    return _series("timeline", strategy, scenario, track, device, network, seed, parameters, catalog, options)


def deliveries(
    strategy: Name = "continuous",
    *,
    scenario: Optional[Name] = None,
    track: Optional[Name] = None,
    device: Optional[Name] = None,
    network: Optional[Name] = None,
    seed: Optional[int] = None,
    parameters: str = "drawn",
    catalog: Optional[Name] = None,
    **options: Option,
) -> pd.DataFrame:
    """Every position that the app got in one run, with its error."""
    return _series("deliveries", strategy, scenario, track, device, network, seed, parameters, catalog, options)


def _series(
    kind: str,
    strategy: Name,
    scenario: Optional[Name],
    track: Optional[Name],
    device: Optional[Name],
    network: Optional[Name],
    seed: Optional[int],
    parameters: str,
    catalog: Optional[Name],
    options: Mapping[str, Option],
) -> pd.DataFrame:
    _refuse(kind, options, kind, "format")
    with tempfile.TemporaryDirectory() as folder:
        files = _Files(folder)
        given: dict[str, Option] = {
            "scenario": scenario, "track": track, "device": device, "network": network, "seed": seed,
            "parameters": parameters, "catalog": catalog,
        }  # fmt: skip
        _run(strategy, {kind: files.path("table.csv")}, given, options)
        return read_csv(files.data("table.csv"))


def sweep(
    plan: Union[Name, Mapping[str, Any]],
    *,
    output: Optional[Name] = None,
    catalog: Optional[Name] = None,
    jobs: Optional[int] = None,
    **options: Option,
) -> Sweep:
    """Runs a plan of many strategies, phones, networks, days and seeds: a row for each cell, or for each run.

    The plan is a file as `docs/sweeps.md` describes it, or the same as a dictionary; files that a dictionary names are
    taken from the current folder. With `output`, the work goes on where it was stopped.

    A figure of cells has four columns: `energy_J` is the mean, with `energy_J_sd`, `energy_J_min` and `energy_J_max`;
    `energy_J_n` says how many runs have it. An axis with the value none has labels, such as "10" and "none".
    """
    with tempfile.TemporaryDirectory() as folder:
        path = plan
        if isinstance(plan, Mapping):
            # YAML reads JSON. Names of files are taken from the plan's folder, which is not the caller's here.
            path = os.path.join(folder, "plan.json")
            Path(path).write_text(json.dumps(_resolved(plan), default=_json), encoding="utf-8")
        given: dict[str, Option] = {
            **options, "output": output, "catalog": catalog, "jobs": jobs, "quiet": True,
        }  # fmt: skip
        arguments = ["sweep", _text(path), *_arguments(given)]  # type: ignore[arg-type]
        warned: list[str] = []
        try:
            lines = call(arguments, warned)
        except InputError as error:
            if path is plan or error.file != path:
                raise
            # The message names the key; the file is one of our own.
            raise InputError(error.message, code=error.code) from None
        if output is not None and str(output) != "-":
            lines = Path(output).read_bytes()
        table = sweep_rows(lines)
        table.command = shlex.join(["geojoule", *arguments]) if path is plan else ""
        table.notes = warned
        return table


_LISTS = ("scenarios", "devices", "networks", "strategies")


def _resolved(plan: Mapping[str, Any]) -> dict[str, Any]:
    def file(name: Any) -> Any:
        if isinstance(name, os.PathLike):
            return os.path.abspath(name)
        is_file = isinstance(name, str) and ("/" in name or name.endswith((".yml", ".yaml", ".json")))
        return os.path.abspath(name) if is_file else name

    resolved = dict(plan)
    for key in _LISTS:
        if isinstance(resolved.get(key), (list, tuple)):
            resolved[key] = [file(name) for name in resolved[key]]
    if "watch" in resolved:
        resolved["watch"] = file(resolved["watch"])
    return resolved


def sweep_rows(lines: bytes) -> Sweep:
    """The lines of a sweep, as `geojoule sweep` and `geojoule merge` write them, as a DataFrame."""
    rows: list[dict[str, Any]] = []
    header: dict[str, Any] = {}
    for line in lines.splitlines():
        document = json.loads(line)
        if "geojoule_sweep" in document:
            header = document
            continue
        row: dict[str, Any] = {}
        for name, value in document.items():
            if isinstance(value, dict):
                row[name] = value["mean"]
                row.update({f"{name}_{part}": value[part] for part in ("sd", "min", "max", "n", "p5", "p95") if part in value})
            elif name == "notes":
                row["note"] = "; ".join(value)
            else:
                row[name] = value
        rows.append(row)
    frame = numeric(pd.DataFrame(rows))
    own = {"cell", "first_seed", "seeds", "seed", "duration_s", "note", *header.get("metrics", [])}
    for name in header.get("units", {}):
        # Rows of an axis that is left out, as no distance filter, would vanish when rows are grouped.
        if name not in own and frame[name].isna().any():
            frame[name] = [_label(row.get(name)) for row in rows]
    for name in frame.columns:
        if pd.api.types.is_numeric_dtype(frame[name]) and not pd.api.types.is_bool_dtype(frame[name]) and not is_count(name):
            frame[name] = frame[name].astype(float)
    table: Sweep = Sweep.of(frame, header, None)
    return table


def _label(value: Any) -> str:
    return "none" if value is None else f"{value:.12g}" if isinstance(value, (int, float)) else str(value)


def fit(kind: str, *files: Name, page: bool = True, **options: Option) -> Fit:
    """Estimates numbers of a profile from measurements: a row for each parameter, with error and 95 % interval.

    `kind` is what is fitted: `error`, `calibration`, `ttff`, `tail`, `power`, `curve` or `drive`; `docs/fitting.md`
    says which files and options each takes. `as_` stands for `--as`, which is a word of Python.

    `.yaml` is a piece of a profile, for review; `.diagnostics` are the goodness of fit and the numbers of samples.
    """
    _refuse("fit", options, "json", "html", "format")
    with tempfile.TemporaryDirectory() as folder:
        written = _Files(folder)
        given: dict[str, Option] = {
            **options, "json": written.path("fit.json"), "html": written.path("page.html") if page else None,
            "quiet": True,
        }  # fmt: skip
        warned: list[str] = []
        call(["fit", kind, *_arguments(given), *(_text(file) for file in files)], warned)
        document = written.document("fit.json")
        columns = ["section", "parameter", "value", "standard_error", "ci95_low", "ci95_high", "unit", "method", "note"]
        rows = [
            {"section": section["title"], "parameter": parameter["name"], **parameter}
            for section in document["sections"]
            for parameter in section["parameters"]
        ]
        frame = numeric(pd.DataFrame(rows, columns=columns), words=columns[:2] + columns[6:])
        for text in (text for section in document["sections"] for text in section.get("warnings", [])):
            warnings.warn(text, GeoJouleWarning, stacklevel=2)
            warned.append(text)
        table: Fit = Fit.of(frame, document, written.page(page), finding=" ".join(document["findings"]), warned=warned)
        return table


def validate(
    dataset: Name,
    *,
    device: Name,
    network: Optional[Name] = None,
    mapping: Optional[Name] = None,
    seeds: Optional[int] = None,
    catalog: Optional[Name] = None,
    jobs: Optional[int] = None,
    page: bool = True,
    **options: Option,
) -> Validation:
    """Compares predictions with measured days of real phones: a row for each configuration, run and way to travel.

    `dataset` is a folder of measured days, as `docs/validation.md` describes it.
    """
    _refuse("validate", options, "csv", "json", "html", "format")
    given: dict[str, Option] = {
        "device": device, "network": network, "mapping": mapping, "seeds": seeds, "catalog": catalog, "jobs": jobs,
        **options,
    }  # fmt: skip
    return _table(Validation, "validate", given, page, _text(dataset))

