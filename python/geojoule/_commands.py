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
from ._program import Progress, bar, call
from ._tables import (
    Advice,
    Comparison,
    Diagnosis,
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
    progress: Progress = None,
    **options: Option,
) -> Comparison:
    """Compares strategies on the same days with the same phones: a row for each.

    Parameters
    ----------
    strategies: names of the catalogue (`geojoule list strategies`) or files; default the main ones.
    scenario: a day, by name or file; default "commute".
    track: a recording (GPX, KML, CSV, ...) that becomes the day instead.
    device: a phone, by name or file; default "modern-phone".
    network: by name or file; default the device's own.
    seeds: number of days, each with a phone of its own; default 40.
    first_seed: default 1; the others follow it.
    parameters: "drawn" (default; for a population "fixed") or "fixed" at the profiles' means.
    population: many people's weeks instead of one day, by name or file.
    people: how many of them; default 100.
    catalog: a folder that adds to the catalogue, such as `fit("drive")` writes.
    jobs: seeds at once; default one per core. The result does not depend on it.
    page: whether `.page` is made, which a notebook shows.
    progress: a bar in the form of tqdm, such as `tqdm.auto.tqdm`; default in notebooks with tqdm installed.
    options: further options of `geojoule compare`, with `_` for `-`.

    Returns
    -------
    Columns carry their units, such as `energy_J` (J) and `error_p95_m` (m). `_p5` and `_p95` end the prediction range,
    `_ci95_low` and `_ci95_high` the interval of the mean. `.runs` has a row for each seed.
    """
    _refuse("compare", options, "csv", "json", "html", "format")
    given: dict[str, Option] = {
        "strategy": _list(strategies), "scenario": scenario, "track": track, "device": device, "network": network,
        "seeds": seeds, "first_seed": first_seed, "parameters": parameters, "population": population,
        "people": people, "catalog": catalog, "jobs": jobs, **options,
    }  # fmt: skip
    return _table(Comparison, "compare", given, page, progress)


def _table(
    kind: type[Kind], command: str, given: Mapping[str, Option], page: bool, progress: Progress, *words: str
) -> Kind:
    """Runs a command that writes CSV, JSON and a page."""
    make = bar(progress)
    with tempfile.TemporaryDirectory() as folder:
        files = _Files(folder)
        output: dict[str, Option] = {
            "csv": files.path("table.csv"), "json": files.path("table.json"),
            "html": files.path("page.html") if page else None, "quiet": make is None,
        }  # fmt: skip
        warned: list[str] = []
        call([command, *words, *_arguments({**given, **output})], warned, make)
        table: Kind = kind.of(
            read_csv(files.data("table.csv")), files.document("table.json"), files.page(page), warned=warned
        )
        return table


def advise(
    strategy: Name,
    *,
    scenario: Optional[Name] = None,
    device: Optional[Name] = None,
    need: Optional[str] = None,
    seeds: Optional[int] = None,
    catalog: Optional[Name] = None,
    jobs: Optional[int] = None,
    page: bool = True,
    progress: Progress = None,
    **options: Option,
) -> Advice:
    """What to change about a strategy: a row for each change, with its saving and its price.

    Parameters
    ----------
    strategy: a name of the catalogue or a file.
    need: what has to be good enough, such as "track:10m:95%" or "now:100m/5min:95%".
    seeds: number of days; default 40.
    scenario, device, catalog, jobs, page, progress: as in `compare`.
    options: further options of `geojoule advise`, with `_` for `-`.

    Returns
    -------
    Changes are shares of what the strategy has (-0.25: a quarter less), with 95 % intervals.
    """
    _refuse("advise", options, "csv", "json", "html", "format")
    given: dict[str, Option] = {
        "strategy": strategy, "scenario": scenario, "device": device, "need": need, "seeds": seeds, "catalog": catalog, "jobs": jobs, **options,
    }  # fmt: skip
    return _table(Advice, "advise", given, page, progress)


def diagnose(
    strategy: Name,
    *logs: Name,
    drop: Optional[str] = None,
    over: Optional[str] = None,
    scenario: Optional[Name] = None,
    track: Optional[Name] = None,
    device: Optional[Name] = None,
    seeds: Optional[int] = None,
    catalog: Optional[Name] = None,
    jobs: Optional[int] = None,
    page: bool = True,
    progress: Progress = None,
    **options: Option,
) -> Diagnosis:
    """Whether a battery drain is to be expected, and what would explain it: a row for each cause.

    Parameters
    ----------
    strategy: a name of the catalogue or a file.
    logs: of the battery, in place of `drop`; two are the same phone before and after a change.
    drop: the battery's levels, such as "38..9%".
    over: how long that took, such as "6h30".
    seeds: number of drawn phones; default 64.
    scenario, track, device, catalog, jobs, page, progress: as in `compare`.
    options: further options of `geojoule diagnose`, with `_` for `-`, such as `still="8h"` and `fixes=5200`.

    Returns
    -------
    `.verdict` is "as expected", "more than expected" or "cannot tell". `fall_percent_p5` and `fall_percent_p95` hold nine
    of ten phones. Causes with the same `group_number` are not told apart; `group_probability` is that of all of them together.
    """
    _refuse("diagnose", options, "csv", "json", "html", "format")
    given: dict[str, Option] = {
        "drop": drop, "over": over, "scenario": scenario, "track": track, "device": device, "seeds": seeds,
        "catalog": catalog, "jobs": jobs, **options,
    }  # fmt: skip
    return _table(Diagnosis, "diagnose", given, page, progress, *(_text(word) for word in (strategy, *logs)))


def optimize(
    *strategies: Name,
    constraint: Union[None, str, Sequence[str]] = None,
    scenario: Optional[Name] = None,
    device: Optional[Name] = None,
    runs: Optional[int] = None,
    catalog: Optional[Name] = None,
    jobs: Optional[int] = None,
    page: bool = True,
    progress: Progress = None,
    **options: Option,
) -> Optimization:
    """The parameters of strategies that cost least and meet each constraint.

    Parameters
    ----------
    strategies: each a name or a file, or one plan (`docs/optimize.md`).
    constraint: a column of `compare`, <= or >=, and a limit with its unit, such as "error_p95_m <= 50 m"; or several.
    runs: runs (a strategy on a seed) that the search may take; default 3000.
    scenario, device, catalog, jobs, page, progress: as in `compare`.
    options: further options of `geojoule optimize`, with `_` for `-`.
    """
    _refuse("optimize", options, "csv", "json", "html", "format")
    given: dict[str, Option] = {
        "constraint": constraint, "scenario": scenario, "device": device, "runs": runs, "catalog": catalog, "jobs": jobs,
        **options,
    }  # fmt: skip
    return _table(Optimization, "optimize", given, page, progress, *(_text(name) for name in strategies))


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
    progress: Progress = None,
    **options: Option,
) -> Sensitivity:
    """The parameters of device and network that an answer depends on: a row each, with its share of the variance.

    Parameters
    ----------
    strategy: the one in question; default "continuous".
    minus: another one; the answer is then the difference of the two.
    metric: the answer, a column of `compare`; default "energy_J".
    scenario, device, catalog, jobs, page, progress: as in `compare`.
    options: further options of `geojoule sensitivity`, with `_` for `-`.
    """
    _refuse("sensitivity", options, "csv", "json", "html", "format")
    given: dict[str, Option] = {
        "strategy": strategy, "minus": minus, "metric": metric, "scenario": scenario, "device": device,
        "catalog": catalog, "jobs": jobs, **options,
    }  # fmt: skip
    return _table(Sensitivity, "sensitivity", given, page, progress)


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
    parameters: Optional[str] = None,
    catalog: Optional[Name] = None,
    page: bool = True,
    **options: Option,
) -> Run:
    """Runs one strategy once: where the energy went, a row for each component, state, signal and cause.

    Parameters
    ----------
    strategy: a name of the catalogue or a file; default "continuous".
    scenario, track, device, network, catalog, page: as in `compare`.
    seed: which of the runs that `compare` makes; default 1.
    parameters: "drawn" (default; the phone is that of the seed) or "fixed" at the profiles' means.
    options: further options of `geojoule run`, with `_` for `-`.

    Returns
    -------
    `energy_J` (J) adds up to the run's energy. `.figures` has the battery's drain, errors and ages.
    """
    _refuse("run", options, "json", "html", "format")
    with tempfile.TemporaryDirectory() as folder:
        files = _Files(folder)
        output: dict[str, Option] = {
            "json": files.path("run.json"), "html": files.path("page.html") if page else None,
        }  # fmt: skip
        given: dict[str, Option] = {
            "scenario": scenario, "track": track, "device": device, "network": network, "seed": seed,
            "parameters": parameters or "drawn", "catalog": catalog,
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
    parameters: Optional[str] = None,
    catalog: Optional[Name] = None,
    **options: Option,
) -> pd.DataFrame:
    """Every state of every component over one run, from `start_s` to `end_s` (s), with its power (W) and energy (J).

    Parameters are those of `run`. What is paid per event or per byte has rows of no length and without a power.
    `energy_J` adds up to the run's energy.
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
    parameters: Optional[str] = None,
    catalog: Optional[Name] = None,
    **options: Option,
) -> pd.DataFrame:
    """Every position that the app got in one run, with its times (s) and its error (m). Parameters are those of `run`."""
    return _series("deliveries", strategy, scenario, track, device, network, seed, parameters, catalog, options)


def _series(
    kind: str,
    strategy: Name,
    scenario: Optional[Name],
    track: Optional[Name],
    device: Optional[Name],
    network: Optional[Name],
    seed: Optional[int],
    parameters: Optional[str],
    catalog: Optional[Name],
    options: Mapping[str, Option],
) -> pd.DataFrame:
    _refuse(kind, options, kind, "format")
    with tempfile.TemporaryDirectory() as folder:
        files = _Files(folder)
        given: dict[str, Option] = {
            "scenario": scenario, "track": track, "device": device, "network": network, "seed": seed,
            "parameters": parameters or "drawn", "catalog": catalog,
        }  # fmt: skip
        _run(strategy, {kind: files.path("table.csv")}, given, options)
        return read_csv(files.data("table.csv"))


def sweep(
    plan: Union[Name, Mapping[str, Any]],
    *,
    output: Optional[Name] = None,
    catalog: Optional[Name] = None,
    jobs: Optional[int] = None,
    progress: Progress = None,
    **options: Option,
) -> Sweep:
    """Runs a plan of many strategies, phones, networks, days and seeds: a row for each cell, or for each run.

    Parameters
    ----------
    plan: a file as `docs/sweeps.md` describes it, or the same as a dictionary, whose files are those of the current folder.
    output: a file for the result (JSON Lines); with it a stopped sweep continues. Default none.
    catalog: a folder that adds to the catalogue; a plan may name one itself.
    jobs: items at once; default one per core. The result does not depend on it.
    progress: as in `compare`.
    options: further options of `geojoule sweep`, with `_` for `-`.

    Returns
    -------
    A figure of cells is a mean, such as `energy_J` (J), with `energy_J_sd`, `energy_J_min` and `energy_J_max`; `energy_J_n`
    runs have it. An axis with the value none has labels, such as "10" and "none".
    """
    make = bar(progress)
    with tempfile.TemporaryDirectory() as folder:
        path = plan
        if isinstance(plan, Mapping):
            # YAML reads JSON. Names of files are taken from the plan's folder, which is not the caller's here.
            path = os.path.join(folder, "plan.json")
            Path(path).write_text(json.dumps(_resolved(plan), default=_json), encoding="utf-8")
        given: dict[str, Option] = {
            **options, "output": output, "catalog": catalog, "jobs": jobs, "quiet": make is None,
        }  # fmt: skip
        arguments = ["sweep", _text(path), *_arguments(given)]  # type: ignore[arg-type]
        warned: list[str] = []
        try:
            lines = call(arguments, warned, make)
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
    if "catalog" in resolved:
        resolved["catalog"] = os.path.abspath(resolved["catalog"])
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

    Parameters
    ----------
    kind: `error`, `calibration`, `ttff`, `tail`, `power`, `curve` or `drive`; `docs/fitting.md` says what each takes.
    files: the measurements.
    page: whether `.page` is made, which a notebook shows.
    options: options of that fit, with `_` for `-`; `as_` stands for `--as`, which is a word of Python.

    Returns
    -------
    `.yaml` is a piece of a profile, for review; `.statistics` are counts, likelihood and goodness of fit; `.covariance` is
    that of the parameters. `.rows` are the rows that were used, with fitted values and residuals.
    """
    _refuse("fit", options, "json", "html", "format", "data")
    with tempfile.TemporaryDirectory() as folder:
        written = _Files(folder)
        given: dict[str, Option] = {
            **options, "json": written.path("fit.json"), "data": written.path("rows.csv"), "html": written.path("page.html") if page else None,
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
        table.rows = read_csv(written.data("rows.csv"))
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
    progress: Progress = None,
    **options: Option,
) -> Validation:
    """Compares predictions with measured days of real phones: a row for each configuration, run and way to travel.

    Parameters
    ----------
    dataset: a folder of measured days, as `docs/validation.md` describes it.
    device: the phone of the runs, by name or file.
    mapping: a file that says which strategy stands for each configuration; default that of MobilityNet.
    seeds: number of simulations of each run; default 40.
    network, catalog, jobs, page, progress: as in `compare`.
    options: further options of `geojoule validate`, with `_` for `-`.
    """
    _refuse("validate", options, "csv", "json", "html", "format")
    given: dict[str, Option] = {
        "device": device, "network": network, "mapping": mapping, "seeds": seeds, "catalog": catalog, "jobs": jobs,
        **options,
    }  # fmt: skip
    return _table(Validation, "validate", given, page, progress, _text(dataset))

