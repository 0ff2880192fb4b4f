#!/usr/bin/env python3
"""How much runs of one setting vary at rest, as measured: in percent of the battery an hour, and as a share of their mean.

Usage: python3 reports/validation/run-scatter.py ../shared/data/mobilitynet
The plateau that a full gauge hides (`battery.gauge_plateau`, at least half a point) is added to each drop.
"""
import csv
import os
import statistics
import sys
from collections import defaultdict

from joint_fit import value

PROFILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "profiles", "devices")
DEVICES = {"ios": "iphone-6", "android": "nexus-6"}
# Nothing counts after a reading at or below this (docs/validation.md).
LOWEST = 5


def by_night(runs):
    """The deviations of a run about its night, and of a night about all (analysis of variance; 0 where runs explain it)."""
    nights = []
    for start, rate in sorted(runs):
        if nights and start - nights[-1][0] < 3600:
            nights[-1][1].append(rate)
        else:
            nights.append((start, [rate]))
    nights = [own for _, own in nights]
    inner = sum(sum((rate - statistics.fmean(own)) ** 2 for rate in own) for own in nights) / (len(runs) - len(nights))
    size = len(runs) / len(nights)
    return inner ** 0.5, max(0, statistics.variance([statistics.fmean(own) for own in nights]) - inner / size) ** 0.5


def main():
    folder = os.path.join(sys.argv[1], "stationary")
    levels = defaultdict(list)
    for row in csv.DictReader(open(os.path.join(folder, "battery.csv"))):
        levels[row["timeline"], row["phone"]].append((float(row["unix_s"]), float(row["level_percent"])))
    rates = defaultdict(list)
    for run in csv.DictReader(open(os.path.join(folder, "runs.csv"))):
        start, end = float(run["start"]), float(run["end"])
        own = sorted(r for r in levels[run["timeline"], run["phone"]] if start <= r[0] <= end and r[1] > LOWEST)
        if len(own) < 2:
            continue
        device = DEVICES[run["os"]]
        with open(os.path.join(PROFILES, f"{device}.yml")) as file:
            plateau = max(0.5, 100 * (value(file.read(), "battery", "gauge_plateau") or 0)) if own[0][1] >= 100 else 0
        hours = (own[-1][0] - (start if own[0][1] >= 100 else own[0][0])) / 3600
        rates[device, run["timeline"], run["config"]].append(((own[0][1] - own[-1][1] + plateau) / hours, hours, start))
    print("| Phone | Timeline | Setting | Runs | Hours, mean | Mean, %/h | Scatter, %/h | Scatter over mean, % | Within a night, %/h | "
          "Between nights, %/h |\n|---|---|---|---|---|---|---|---|---|---|")
    for (device, timeline, setting), found in sorted(rates.items(), reverse=True):
        own = [rate for rate, _, _ in found]
        mean, deviation = statistics.fmean(own), statistics.stdev(own)
        hours = statistics.fmean(hours for _, hours, _ in found)
        within, between = by_night([(start, rate) for rate, _, start in found])
        print(f"| {device} | {timeline} | {setting} | {len(own)} | {hours:.0f} | {mean:.2f} | {deviation:.2f} | {100 * deviation / mean:.0f} | "
              f"{within:.2f} | {between:.2f} |")


if __name__ == "__main__":
    main()
