"""The package against the program itself."""

import inspect
import io
import json
import re
import subprocess
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pandas as pd
import pytest

import geojoule
from geojoule._commands import _arguments, _json, sweep_rows
from geojoule._tables import read_csv

DAY = "city-run"


@pytest.fixture(scope="module")
def table() -> geojoule.Comparison:
    return geojoule.compare(["continuous", "kilometer"], scenario=DAY, seeds=2)


def test_options_become_arguments() -> None:
    assert _arguments(
        {"first_seed": 3, "until_empty": True, "quiet": False, "track": None, "strategy": ["a", Path("b.yml")],
         "as_": "suburban"}
    ) == ["--first-seed=3", "--until-empty", "--strategy=a", "--strategy=b.yml", "--as=suburban"]  # fmt: skip


def test_numbers_of_numpy_are_numbers() -> None:
    given: Any = {"seeds": np.int64(3), "speed": np.float64(2.5), "wide": np.bool_(True), "quiet": np.bool_(False)}
    assert _arguments(given) == ["--seeds=3", "--speed=2.5", "--wide"]
    lists: Any = {"values": np.array([5, 7])}
    assert _arguments(lists) == ["--values=5", "--values=7"]
    plan = {"seeds": np.int64(3), "values": np.array([5, 7])}
    assert json.dumps(plan, default=_json) == '{"seeds": 3, "values": [5, 7]}'
    with pytest.raises(TypeError, match="a plan cannot hold"):
        json.dumps({"seeds": {3}}, default=_json)


def test_outputs_that_a_function_reads_itself_are_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "o.csv")
    calls: list[Callable[[], object]] = [
        lambda: geojoule.compare(csv=path),
        lambda: geojoule.run(json=path),
        lambda: geojoule.timeline(timeline=path),
        lambda: geojoule.deliveries(format="csv"),
        lambda: geojoule.fit("curve", "m.csv", html=path),
        lambda: geojoule.validate("days", device="modern-phone", csv=path),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=r"\(\) takes no '(csv|json|timeline|format|html)'"):
            call()
    assert not (tmp_path / "o.csv").exists()


def test_a_missing_program_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEOJOULE", str(tmp_path / "none"))
    with pytest.raises(geojoule.GeoJouleError, match="none' cannot be run: No such file or directory"):
        geojoule.compare()


def test_a_comparison_is_that_of_the_program(table: geojoule.Comparison) -> None:
    command = [geojoule.program(), "compare", "--strategy", "continuous", "--strategy", "kilometer", "--scenario",
               "city-run", "--seeds", "2", "--format", "csv", "--quiet"]  # fmt: skip
    written = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    direct = pd.read_csv(io.BytesIO(written))
    assert list(table["strategy"]) == ["continuous", "kilometer"] == list(direct["strategy"])
    assert list(table.columns) == list(direct.columns)
    for name in ("energy_J", "drain_percent_per_hour", "error_p95_m"):
        pd.testing.assert_series_equal(pd.DataFrame(table)[name], direct[name])


def test_the_mean_is_that_of_the_runs(table: geojoule.Comparison) -> None:
    means = table.runs.groupby("strategy")["energy_J"].mean()
    assert means["continuous"] == pytest.approx(table.set_index("strategy").loc["continuous", "energy_J"], rel=1e-12)
    assert set(table.runs["seed"]) == {1, 2}


def test_a_comparison_says_what_it_is(table: geojoule.Comparison) -> None:
    assert table.finding.endswith(".")
    assert table.command.startswith("geojoule compare --scenario city-run")
    assert isinstance(table.notes, list)


def test_a_notebook_shows_the_page(table: geojoule.Comparison) -> None:
    shown = table._repr_html_()
    assert shown.startswith("<iframe srcdoc=")
    assert "&lt;svg" in shown
    plain = geojoule.compare("kilometer", page=False, scenario=DAY, seeds=2)
    assert plain.page is None
    assert "<table" in plain._repr_html_()


def test_copies_rounded_tables_and_slices_know_their_command(table: geojoule.Comparison) -> None:
    assert table.command.startswith("geojoule compare ") and table.document["schema"] == "geojoule-comparison"
    for part in (table.copy(), table.round(2), table[["strategy", "energy_J"]], table.query("energy_J > 300")):
        assert isinstance(part, geojoule.Comparison)
        assert (part.command, part.finding, part.document) == (table.command, table.finding, table.document)
    assert table.copy().page == table.page and table.head(1).page is None
    assert "<table" in table.head(1)._repr_html_()


def test_a_run_is_one_of_a_comparison(table: geojoule.Comparison) -> None:
    run = geojoule.run("kilometer", scenario=DAY, seed=2, page=False)
    own = table.runs.query("strategy == 'kilometer' and seed == 2").iloc[0]
    assert run.figures["energy_J"] == own["energy_J"]


def test_numbers_of_a_metric_have_one_type_in_every_file() -> None:
    one, other = (read_csv(f"strategy,seed,coverage\na,3,{cell}\n".encode()) for cell in ("1", "0.7"))
    assert one["coverage"].dtype == other["coverage"].dtype == float
    assert one["seed"].dtype == int


FILTERS: dict[str, Any] = {
    "scenarios": [DAY], "devices": ["modern-phone"], "strategies": ["distance-filter"], "metrics": ["energy_J"],
    "axes": [{"parameter": "distance_filter", "values": ["30 m", "none"]}], "seeds": 2,
}  # fmt: skip


def test_an_axis_value_none_is_a_label() -> None:
    rows = geojoule.sweep(FILTERS)
    assert list(rows["distance_filter_m"]) == ["30", "none"]
    assert len(rows.groupby("distance_filter_m")) == 2
    assert rows["energy_J"].dtype == float and rows["energy_J_n"].dtype == int
    assert rows.document["plan"]["name"] == "plan" and rows.head(1).document == rows.document


def test_an_error_of_a_dictionary_names_its_key() -> None:
    with pytest.raises(geojoule.InputError) as caught:
        geojoule.sweep({**FILTERS, "axes": [{"parameter": "distance_fitler", "values": ["30 m"]}]})
    assert "axes[0]" in caught.value.message and caught.value.file is None


def test_warnings_of_a_fit_stand_in_its_notes(tmp_path: Path) -> None:
    table = tmp_path / "c.csv"
    table.write_text("x,y\n" + "".join(f"{k},{7 + 3 * k + k * 5 % 11}\n" for k in range(31)))
    with pytest.warns(geojoule.GeoJouleWarning, match="effectively 14.3"):
        fit = geojoule.fit("curve", table, columns="x=x,y=y", page=False)
    assert any("effectively 14.3" in note for note in fit.notes)


def test_advice_search_and_sensitivity() -> None:
    advice = geojoule.advise("continuous", scenario=DAY, seeds=2, page=False)
    assert np.nanmin(advice["energy_change"].to_numpy(dtype=float)) < 0 and advice.command.startswith("geojoule advise ")
    ranked = geojoule.sensitivity(scenario=DAY, trajectories=2, top=2, page=False)
    assert len(ranked) >= 2 and np.nanmax(ranked["total_share"].to_numpy(dtype=float)) > 0
    search = geojoule.optimize(
        "hundred-meters", scenario=DAY, runs=200, constraint="energy_J <= 5000 J", page=False
    )
    assert len(search) > 0 and search.document["schema"] == "geojoule-optimization"


def test_a_diagnosis_has_a_row_for_each_cause() -> None:
    found = geojoule.diagnose("hundred-meters", drop="90..40%", over="2h", still="2h", screen_on="0h", seeds=4, page=False)
    assert found.verdict == "more than expected"
    assert found["cause"][0] == "as configured" and found["fall_percent_p95"][0] < 20
    assert found["is_app"].dtype == "boolean" and not found["is_app"][0] and found["is_app"][1]
    # One observation has no probabilities; columns of numbers stay numbers.
    assert found["group_number"].dtype == float and found["group_number"].isna().all()


def test_empty_columns_of_numbers_stay_numbers(table: geojoule.Comparison) -> None:
    assert table["missed_events"].isna().all()
    for name in set(table.columns) - {"strategy", "device", "network", "platform", "scenario", "use", "note"}:
        assert pd.api.types.is_numeric_dtype(table[name]), name


def test_words_and_flags_of_csv() -> None:
    frame = read_csv(b"row,note,within_tolerance,hours_h\nNA,,yes,3.7\nx,n/a,,\n")
    assert list(frame["row"]) == ["NA", "x"]
    assert list(frame["note"]) == ["", "n/a"]
    assert frame["within_tolerance"].dtype == "boolean"
    assert frame["within_tolerance"].tolist() == [True, pd.NA]
    assert frame["hours_h"].dtype == float


def test_columns_that_are_not_known_are_numbers_if_they_can_be() -> None:
    frame = read_csv(b"strategy,colour,size_m\n42,red,3\n43,,\n")
    assert list(frame["strategy"]) == ["42", "43"]
    assert list(frame["colour"]) == ["red", ""]
    assert frame["size_m"].dtype == float


def test_a_run_and_its_timeline_add_up() -> None:
    run = geojoule.run("continuous", scenario="city-run")
    timeline = geojoule.timeline("continuous", scenario="city-run")
    total = run.figures["energy_J"]
    assert run["energy_J"].sum() == pytest.approx(total, rel=1e-9)
    assert timeline["energy_J"].sum() == pytest.approx(total, rel=1e-9)
    by_state = run.groupby(["component", "state", "cause"])["energy_J"].sum()
    other = timeline.groupby(["component", "state", "cause"])["energy_J"].sum()
    other = other[other > 0]
    pd.testing.assert_series_equal(by_state[by_state > 0].sort_index(), other.sort_index(), rtol=1e-9)
    assert "<iframe" in run._repr_html_()
    assert list(run.prediction.columns) == ["p5", "p95"]
    low, high = run.prediction.loc["energy_J"].to_numpy(dtype=float)
    assert low < total < high
    assert "error_p95_m" not in run.prediction.index


def test_deliveries() -> None:
    fixes = geojoule.deliveries("continuous", scenario="city-run")
    assert (fixes["delivered_s"] >= fixes["timestamp_s"]).all()
    assert len(fixes) > 100


PLAN = {
    "scenarios": ["city-run"],
    "devices": ["modern-phone"],
    "strategies": ["distance-filter"],
    "axes": [{"parameter": "distance_filter", "values": ["11 m", "97 m"]}],
    "seeds": 3,
}


def test_a_sweep_has_a_row_for_each_cell(tmp_path: Path) -> None:
    cells = geojoule.sweep(PLAN)
    assert list(cells["distance_filter_m"]) == [11, 97]
    assert list(cells["energy_J_n"]) == [3, 3]
    runs = geojoule.sweep({**PLAN, "rows": "runs"})
    assert len(runs) == 6
    mean = runs.groupby("distance_filter_m")["energy_J"].mean()
    assert list(mean) == pytest.approx(list(cells["energy_J"]), rel=1e-12)
    assert list(runs.groupby("distance_filter_m")["energy_J"].std()) == pytest.approx(list(cells["energy_J_sd"]))

    path = tmp_path / "plan.yml"
    path.write_text(json.dumps(PLAN), encoding="utf-8")
    output = tmp_path / "result.jsonl"
    again = geojoule.sweep(path, output=output)
    pd.testing.assert_frame_equal(again, cells)
    pd.testing.assert_frame_equal(sweep_rows(output.read_bytes()), cells)


def test_files_of_a_plan_are_taken_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = subprocess.run([geojoule.program(), "show", "strategy", "distance-filter"], stdout=subprocess.PIPE, check=True)
    (tmp_path / "mine.yml").write_bytes(shown.stdout)
    monkeypatch.chdir(tmp_path)
    cells = geojoule.sweep({**PLAN, "strategies": ["mine.yml"], "seeds": 1})
    assert len(cells) == 2


def test_a_fit_has_a_row_for_each_parameter(tmp_path: Path) -> None:
    attempts = tmp_path / "attempts.csv"
    seconds = [3.1, 4.7, 5.2, 5.9, 6.3, 7.1, 7.7, 8.4, 9.6, 11.3, 12.9, 14.1, 17.7, 21.3, 30.0, 30.0]
    rows = "".join(f"{value},{'no' if value == 30 else 'yes'}\n" for value in seconds)
    attempts.write_text("ttff_s,fixed\n" + rows, encoding="utf-8")
    fit = geojoule.fit("ttff", attempts, assume="cure")
    assert {"parameter", "value", "standard_error", "ci95_low", "ci95_high", "unit"} <= set(fit.columns)
    assert len(fit) > 0
    bounded = fit.dropna(subset=["ci95_low", "ci95_high"])
    assert (bounded["ci95_low"] <= bounded["value"]).all()
    assert (bounded["value"] <= bounded["ci95_high"]).all()
    assert fit.finding
    assert len(fit.diagnostics) > 0
    assert "<iframe" in fit._repr_html_()


def test_bad_input_says_where(tmp_path: Path) -> None:
    path = tmp_path / "bad.yml"
    path.write_text('summary: "x"\nkind: standard\nuse: record\nparameters:\n  distance_filtre: 30 m\n')
    with pytest.raises(geojoule.InputError) as caught:
        geojoule.compare(path, scenario=DAY, seeds=2)
    assert caught.value.file == str(path)
    assert caught.value.line == 5
    assert caught.value.column is not None
    assert caught.value.code == 65
    assert "distance_filter" in caught.value.message
    with pytest.raises(geojoule.InputError):
        geojoule.compare("continuos", scenario=DAY, seeds=2)


def test_wrong_usage() -> None:
    with pytest.raises(geojoule.UsageError) as caught:
        geojoule.compare("continuous", sedes=3)
    assert caught.value.code == 64
    with pytest.raises(geojoule.GeoJouleError):
        geojoule.validate("no-such-folder", device="iphone-6")


def test_the_version_is_that_of_the_program() -> None:
    assert geojoule.version()[0].isdigit()


class Bar:
    """What tqdm makes, counted."""

    made: "list[Bar]" = []

    def __init__(self, total: int, unit: str) -> None:
        self.total, self.unit, self.done, self.is_open = total, unit, 0, True
        Bar.made.append(self)

    def update(self, steps: int) -> None:
        self.done += steps

    def close(self) -> None:
        self.is_open = False


def test_progress_moves_a_bar_of_ones_own() -> None:
    Bar.made = []
    geojoule.compare("kilometer", scenario=DAY, seeds=5, page=False, progress=Bar)
    assert [(bar.total, bar.unit, bar.done, bar.is_open) for bar in Bar.made] == [(5, " seeds", 5, False)]
    geojoule.sweep(FILTERS, progress=Bar)
    assert (Bar.made[-1].total, Bar.made[-1].done) == (4, 4)
    with pytest.raises(geojoule.InputError, match="unknown strategy"):
        geojoule.compare("kilometre-2", scenario=DAY, progress=Bar)


def test_a_fit_has_its_rows_and_numbers(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    path.write_text("x,y\n" + "".join(f"{k},{7 + 3 * k + k * 5 % 11}\n" for k in range(31)))
    fit = geojoule.fit("curve", path, form="linear", unordered=True, page=False)
    statistics = fit.statistics.iloc[0]
    assert (statistics["samples"], statistics["degrees_of_freedom"]) == (31, 29)
    x, response, fitted, residual = (fit.rows[name].to_numpy(dtype=float) for name in ("x", "response", "fitted", "residual"))
    slope, intercept = np.polyfit(x, response, 1)
    values, errors = (dict(zip(fit["parameter"], fit[name].to_numpy(dtype=float))) for name in ("value", "standard_error"))
    assert values["slope"] == pytest.approx(slope) and values["intercept"] == pytest.approx(intercept)
    assert response - fitted == pytest.approx(residual)
    assert statistics["r_squared"] == pytest.approx(1 - residual.var() / response.var())
    deviations = fit.covariance[fit["section"].iloc[0]].to_numpy().diagonal() ** 0.5
    assert list(deviations) == pytest.approx([errors["intercept"], errors["slope"]])
    assert len(fit.head(1).rows) == 31


def test_a_dictionary_names_a_folder_of_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my" / "networks").mkdir(parents=True)
    (tmp_path / "my" / "networks" / "mine.yml").write_text("summary: m\ninherits: lte\n")
    monkeypatch.chdir(tmp_path)
    plan = {**FILTERS, "networks": ["mine"], "seeds": 1}
    assert set(geojoule.sweep({**plan, "catalog": "my"})["network"]) == {"mine"}
    with pytest.raises(geojoule.InputError, match=r"networks\[0\]: unknown network 'mine'.*"):
        geojoule.sweep(plan)


def test_functions_say_their_parameters_and_defaults() -> None:
    for function in (geojoule.compare, geojoule.run, geojoule.sweep, geojoule.fit, geojoule.advise):
        text = function.__doc__ or ""
        assert "Parameters\n    ----------\n" in text, function
        for name in inspect.signature(function).parameters:
            assert re.search(rf"\n    [\w, ]*\b{name}\b[\w, ]*: ", text), (function, name)
    assert inspect.signature(geojoule.run).parameters["parameters"].default is None
    assert inspect.signature(geojoule.compare).parameters["parameters"].default is None
