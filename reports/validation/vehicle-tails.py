#!/usr/bin/env python3
"""How much larger outliers in vehicles are: fits `error.vehicle.outlier_multiplier` of iphone-6 and nexus-6 on each timeline.

Usage: python3 reports/validation/vehicle-tails.py GEOJOULE DATA
DATA is the folder mobilitynet. Copies of a profile with multipliers from 2 to 8 predict the 95 % errors of the legs by car and bus
(`validate`). The fit makes the mean logarithm of measured over predicted 0, each setting and mode with the weight of its legs. Measured
errors are without positions on the phone's map of roads (position-errors.py). Prints the table of position-errors.md. Needs no library.
"""
import importlib
import json
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
errors = importlib.import_module("position-errors")
MULTIPLIERS = (2, 3, 4, 5, 6, 7, 8)
TIMELINES = ("unimodal", "car_scooter")


def measured(parts):
    """By phone, timeline, setting and mode: how many legs there are, and their 95 % error. Most positions are not on the map."""
    cells = {}
    for part in parts:
        if part["mode"] in errors.VEHICLES:
            run, found = part["run"], errors.satellite(part)
            key = (run["os"], run["timeline"], run["config"], part["mode"])
            cells.setdefault(key, []).append(([fix for fix in found if fix not in part["on_map"]], len(found), part["way"]))
    result = {}
    for key, legs in cells.items():
        kept = [distance for fixes, _, way in legs for distance in (way.across(fix.place) for fix in fixes) if distance is not None]
        if len(kept) >= 30 and 2 * sum(len(fixes) for fixes, _, _ in legs) > sum(count for _, count, _ in legs):
            result[key] = len(legs), errors.percentile(kept, 95)
    return result


def predicted(tool, data, device, multiplier):
    with open(os.path.join(HERE, "..", "..", "profiles", "devices", f"{device}.yml")) as file:
        text, count = re.subn(r"(  vehicle:\n.*\n    outlier_multiplier: ).*", rf"\g<1>{{mean: {multiplier}, deviation: 0.8, range: [1, 12], "
                              'distribution: lognormal, trust: estimate, source: "trial"}', file.read())
    assert count == 1
    with tempfile.TemporaryDirectory() as place:
        profile = os.path.join(place, f"{device}.yml")
        with open(profile, "w") as file:
            file.write(text)
        done = subprocess.run([tool, "validate", os.path.join(data, "travel"), "--device", profile, "--format", "json", "--quiet"],
                              capture_output=True, text=True, check=True)
    return {(row["timeline"], row["configuration"], row["mode"]): row["predicted"]["p95_m"] for row in json.loads(done.stdout)["satellites"]
            if row["configuration"] and row["predicted"] and row["measured"]}


def fitted(cells, guesses):
    """The multiplier at which the weighted mean of the logarithms of measured over predicted is 0, between two of those tried."""
    def off(guess):
        return sum(legs * math.log(value / guess[key]) for key, (legs, value) in cells.items()) / sum(legs for legs, _ in cells.values())
    offs = [off(guess) for guess in guesses]
    for (low, first), (high, second) in zip(zip(MULTIPLIERS, offs), zip(MULTIPLIERS[1:], offs[1:])):
        if first >= 0 > second:
            return low + (high - low) * first / (first - second)
    return MULTIPLIERS[0] if offs[0] < 0 else MULTIPLIERS[-1]


def main(tool, data):
    cells = measured(errors.load(os.path.join(data, "travel")))
    print("## Outliers in vehicles, fitted\n")
    print("By `vehicle-tails.py`: the multiplier at which predicted 95 % errors of legs by car and bus equal the measured ones without "
          "positions on the map of roads. Factors are with the other timeline's multiplier.\n")
    print("| Phone | Timeline | Settings and modes | Legs | Multiplier fitted | Measured over predicted with the other timeline's |\n|---|---|---|---|---|---|")
    for device, system in (("iphone-6", "ios"), ("nexus-6", "android")):
        guesses = [predicted(tool, data, device, multiplier) for multiplier in MULTIPLIERS]
        own = {timeline: {key[1:]: cell for key, cell in cells.items() if key[0] == system and key[1].startswith(timeline) and key[1:] in guesses[0]}
               for timeline in TIMELINES}
        found = {timeline: fitted(own[timeline], guesses) for timeline in TIMELINES}
        for timeline, other in zip(TIMELINES, TIMELINES[::-1]):
            place = min(len(MULTIPLIERS) - 2, max(0, int(found[other]) - MULTIPLIERS[0]))
            share = found[other] - MULTIPLIERS[place]
            factors = []
            for key, (_, value) in sorted(own[timeline].items()):
                guess = guesses[place][key] * (guesses[place + 1][key] / guesses[place][key]) ** share
                factors.append(f"{key[1]} {key[2]} {value / guess:.2f}")
            print(f"| {device} | {timeline} | {len(factors)} | {sum(legs for legs, _ in own[timeline].values())} | {found[timeline]:.1f} | {', '.join(factors)} |")
        both = {**own[TIMELINES[0]], **own[TIMELINES[1]]}
        print(f"| {device} | both | {len(both)} | {sum(legs for legs, _ in both.values())} | {fitted(both, guesses):.1f} | - |")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
