#!/usr/bin/env python3
"""Errors of positions on a timeline whose legs set no value: each is predicted with what the other one shows.

Usage: python3 reports/validation/positions-left-out.py GEOJOULE DATA TAILS
DATA is the folder mobilitynet, TAILS what vehicle-tails.py printed. Copies of both profiles get the other timeline's outliers in
vehicles, size of a leg and first fixes, or its errors of Wi-Fi. Prints two tables of position-errors.md. Needs no library.
"""
import contextlib
import importlib
import io
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

errors = importlib.import_module("position-errors")
days = importlib.import_module("leave-one-out")
TIMELINES = ("unimodal", "car_scooter")


def leg_size(parts):
    """The log-deviation of a leg's size of iPhones in vehicles, as both profiles have it for all legs."""
    with contextlib.redirect_stdout(io.StringIO()) as text:
        errors.leg_factors(parts)
    return float(re.search(r"^- ios, in vehicles: .*log-deviation ([\d.]+)", text.getvalue(), re.M).group(1))


def multipliers(tails):
    """By phone and timeline. The Nexus has no value that both timelines give: as its profile, it takes the middle of both phones."""
    found = {(phone, timeline): float(value) for phone, timeline, value in
             re.findall(r"^\| (\S+) \| (\S+) \| \d+ \| \d+ \| ([\d.]+) \|", tails, re.M)}
    return {("iphone-6", timeline): found[("iphone-6", timeline)] for timeline in TIMELINES} | {
        ("nexus-6", timeline): math.sqrt(found[("iphone-6", timeline)] * found[("nexus-6", timeline)]) for timeline in TIMELINES}


def profile(device, changes, place):
    """A copy of a profile with other numbers in the places that the patterns end with."""
    with open(os.path.join(days.PROFILES, f"{device}.yml")) as file:
        text = file.read()
    for pattern, number in changes.items():
        text, count = re.subn(pattern + r"[\d.]+", rf"\g<1>{number:.4g}", text)
        assert count == 1, pattern
    path = os.path.join(place, f"{device}.yml")
    with open(path, "w") as file:
        file.write(text)
    return path


def validated(tool, folder, device):
    return json.loads(subprocess.run([tool, "validate", folder, "--device", device, "--format", "json", "--quiet"],
                                     capture_output=True, text=True, check=True).stdout)


def near(measured, guess):
    return max(measured / guess, guess / measured) <= 1.5


def network_values(parts):
    """What a profile takes from the positions of iPhones at 100 m (position-errors.md, iPhones at 100 m), by pattern."""
    rows, _ = errors.beside_satellites(parts)
    still = sorted(row[3] for row in rows if row[2] < 3 and row[1] <= 100)
    riding = [row[1] for row in rows if row[2] < 15 and row[6]]
    middle, tail = errors.percentile(still, 50), errors.percentile(still, 95)
    changes = {rf"(    {name}:\n      sigma: {{mean: )": middle / 1.177 for name in ("some", "many")}
    changes[r"(  wifi:\n(?:    .*\n)*?    log_deviation: {mean: )"] = math.log(tail / middle) / 1.645
    changes[r"(    trip_failure: {mean: )"] = 0
    for name, (_, low, high) in zip(("fair", "rough", "poor", "none"), errors.GRADES[1:]):
        changes[rf"(    slow:\n(?:      .*\n)*?      {name}: {{mean: )"] = sum(low < report <= high for report in riding) / len(riding)
    return changes


def without(folder, late):
    """Takes the positions of these legs out of a data set that was copied."""
    for part in late:
        run = part["run"]
        start = int(float(run["start"]))
        first, last = part["fixes"][0].time, part["fixes"][-1].time
        for name in {f"{run['timeline']}.{run['phone']}.{start + second}.csv" for second in range(-2, 3)}.intersection(os.listdir(folder)):
            path = os.path.join(folder, name)
            with open(path) as file:
                heading, *lines = file.readlines()
            os.remove(path)
            with open(path, "w") as file:
                file.writelines([heading, *(line for line in lines if not first <= float(line.split(",")[0]) <= last)])


class Table:
    """Measured and predicted errors side by side, and how many are within a factor of 1.5."""

    def __init__(self, kind, count):
        self.count = self.middles = self.tails = self.may_be = 0
        print(f"| Left out | {kind} | Mode | Legs | {count} | Median, measured, m | Predicted, m | Within 1.5 | 95 %, measured, m | 90 % over legs | "
              "Predicted, m | Within 1.5 | By legs |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|")

    def add(self, told, name, row):
        measured, guess = row["measured"], row["predicted"]
        middle, tail = near(measured["p50_m"], guess["p50_m"]), near(measured["p95_m"], guess["p95_m"])
        low, high = row["measured_p95_range90_low_m"], row["measured_p95_range90_high_m"]
        may = None if low is None else low / 1.5 <= guess["p95_m"] <= high * 1.5
        self.count, self.middles, self.tails = self.count + 1, self.middles + middle, self.tails + tail
        self.may_be += not tail and may is True
        words = ["-" if fact is None else "yes" if fact else "no" for fact in (middle, tail, may)]
        print(f"| {told} | {name} | {row['mode']} | {row['legs']} | {measured['fixes']} | {measured['p50_m']:.1f} | {guess['p50_m']:.1f} | {words[0]} | "
              f"{measured['p95_m']:.1f} | {errors.between(row, 'measured_p95_range90_low_m', 'measured_p95_range90_high_m')} | {guess['p95_m']:.1f} | "
              f"{words[1]} | {words[2]} |")

    def end(self):
        print(f"\nWithin a factor of 1.5 are {self.middles} of {self.count} medians and {self.tails} of {self.count} 95 % errors; "
              f"{self.may_be} more of these may be, by their legs.")


def networks(tool, data, parts):
    """iPhones at 100 m on a timeline that set no value."""
    print("\n## With each timeline left out: iPhones at 100 m\n")
    print("By `positions-left-out.py`. Errors of Wi-Fi and poorer positions in slow vehicles are those of the other timeline. Freeways are on one "
          "timeline alone, and have no row. Legs that begin without Wi-Fi are left out on both sides: which ones do is a draw.\n")
    table = Table("Setting", "Positions")
    for known, told in (TIMELINES, TIMELINES[::-1]):
        with tempfile.TemporaryDirectory() as place:
            own = profile("iphone-6", network_values([part for part in parts if part["run"]["timeline"].startswith(known)]), place)
            runs = [row for row in days.read_runs(data, "ios") if row["timeline"].startswith(told) and row["config"].startswith("MA")]
            folder = os.path.join(place, "test")
            days.folder(folder, data, runs)
            fixes = os.path.join(folder, "travel", "fixes")
            source = os.path.realpath(fixes)
            os.remove(fixes)
            shutil.copytree(source, fixes)
            without(fixes, [part for part in errors.beside_satellites(parts)[1] if errors.begins_without_wifi(part)])
            result = validated(tool, os.path.join(folder, "travel"), own)
        for row in result["errors"]:
            if row["measured"] and row["predicted"] and not (told == "car_scooter" and row["mode"] == "car"):
                table.add(told, row["configuration"], row)
    table.end()


def main(tool, data, tails):
    print("## With each timeline left out: satellites alone, across the route\n")
    print("By `positions-left-out.py`. Outliers in vehicles, the size of a leg and first fixes are those of the other timeline's legs; other values are "
          "published ones and estimates. Walkers' way is this timeline's own, since nobody walked on the other. An iPhone always on is left out "
          "on `unimodal...`: its positions lie on the phone's map of roads.\n")
    table = Table("Phone", "Fixes")
    parts = errors.load(os.path.join(data, "travel"))
    with open(tails) as file:
        vehicles = multipliers(file.read())
    with contextlib.redirect_stdout(io.StringIO()) as text:
        errors.across_tables(parts)
        errors.starts(parts)
    starts = {name.split("_")[0]: float(value) for name, value in re.findall(r"^\| (\w+) \| \d+, \d+ \| ([\d.]+) \|", text.getvalue(), re.M)}
    for known, told in (TIMELINES, TIMELINES[::-1]):
        for device, system in days.DEVICES.items():
            with tempfile.TemporaryDirectory() as place:
                size = leg_size([part for part in parts if part["run"]["timeline"].startswith(known)])
                changes = {r"(  vehicle:\n.*\n    outlier_multiplier: {mean: )": vehicles[(device, known)],
                           r"(  leg_log_deviation: {mean: )": size}
                if device == "nexus-6":
                    changes[r"(  start:\n    multiplier: {median: )"] = starts[known.split("_")[0]]
                own = profile(device, changes, place)
                runs = [row for row in days.read_runs(data, system) if row["timeline"].startswith(told)
                        and not (row["timeline"].startswith("unimodal") and system == "ios" and row["config"] == "ACCURACY_CONTROL")]
                days.folder(os.path.join(place, "test"), data, runs)
                result = validated(tool, os.path.join(place, "test", "travel"), own)
            rows = [row for row in result["satellites"] if row["mode"] and row["measured"] and row["predicted"]]
            for row in rows:
                # Modes are pooled over settings, where there are two and more.
                if not row["timeline"] or not any(other["mode"] == row["mode"] and not other["timeline"] for other in rows):
                    table.add(told, device, row)
    table.end()
    networks(tool, data, parts)


if __name__ == "__main__":
    main(days.program(sys.argv[1]), *map(os.path.abspath, sys.argv[2:]))
