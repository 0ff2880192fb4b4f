#!/usr/bin/env python3
"""How often measured ratios of two settings lie in a range of 90 % about the predicted ratio.

Usage: geojoule validate stationary --device iphone-6 --format json --quiet > at-rest.json
       python3 reports/validation/ratios.py at-rest.json...

Pairs of runs of different settings on one timeline. The range is that of `PredictionModel.ratioRange` with runs of their own:
drawn parameters or location's share, two runs, and the plateaus; beside it one with the phones' and the days' deviations too.
"""
import itertools
import json
import math
import os
import re
import statistics
import sys

PROFILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "profiles", "devices")


def value(text, section, key):
    """The mean of a key of a section, as a plain number."""
    body = re.search(rf"^{section}:\n((?:  .*\n)+)", text, re.M).group(1)
    return float(re.search(rf"^  {key}: {{mean: ([\d.]+)", body, re.M).group(1))


def pairs(result, text):
    phone, occasion, run, tracking = (value(text, "discrepancy", key) for key in ("phone", "occasion", "run", "tracking"))
    plateau = 100 * value(text, "battery", "gauge_plateau")
    spread = 100 * float(re.search(r"gauge_plateau: {mean: [\d.]+, deviation: ([\d.]+)", text).group(1))
    percent = value(text, "battery", "energy") * value(text, "battery", "health") * 10  # mWh
    resting = sum(value(text, *key) for key in (
        ("base", "drain"), ("processor", "suspended"), ("wifi", "power_save"), ("cellular", "idle"), ("bluetooth", "idle"))) / percent
    runs = []
    for setting in result["configurations"]:
        for one in setting["runs"]:
            drain = one["drain"]
            if drain and drain["measured_drop_points"] >= 8:
                predicted = [math.log(drop + plateau) for drop in drain["predicted_drop_points"]]
                share = max(0, 1 - resting * drain["hours"] / math.exp(statistics.fmean(predicted)))
                runs.append((setting["timeline"], setting["configuration"], one["phone"], float(one["run"].rsplit(".", 1)[1]),
                             drain["measured_drop_points"] + plateau, predicted, share))
    for a, b in itertools.combinations(runs, 2):
        if a[0] != b[0] or a[1] == b[1]:
            continue
        ratios = [x - y for x, y in zip(a[5], b[5])]
        off = math.log(a[4] / b[4]) - statistics.fmean(ratios)
        narrow = max(statistics.pvariance(ratios), ((a[6] - b[6]) * tracking) ** 2) + 2 * run ** 2
        narrow += spread ** 2 * (a[4] ** -2 + b[4] ** -2)
        wide = narrow + (2 * occasion ** 2 if abs(a[3] - b[3]) > 43200 else 0) + (2 * phone ** 2 if a[2] != b[2] else 0)
        yield a[2] == b[2], abs(off) < 1.645 * math.sqrt(narrow), abs(off) < 1.645 * math.sqrt(wide)


def main():
    print("| Days | Pairs of runs | Number | Held, % | With phones and days, % |\n|---|---|---|---|---|")
    for name in sys.argv[1:]:
        with open(name) as file:
            result = json.load(file)
        with open(os.path.join(PROFILES, result["device"] + ".yml")) as file:
            found = list(pairs(result, file.read()))
        for same in (True, False):
            own = [pair for pair in found if pair[0] == same]
            if own:
                held, wide = (100 * statistics.fmean(pair[k] for pair in own) for k in (1, 2))
                words = result["command"].split()
                timeline = words[words.index("--timeline") + 1] if "--timeline" in words else words[2]
                print(f"| {result['device']}, {timeline} | {'one phone' if same else 'two phones'} | {len(own)} | {held:.0f} | {wide:.0f} |")


if __name__ == "__main__":
    main()
