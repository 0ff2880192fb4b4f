#!/usr/bin/env python3
"""When e-mission's rule ends the trips of the MobilityNet Nexus 6, replayed on their recorded fixes.

Usage: python3 reports/validation/trip-ends.py ../shared/data/mobilitynet/travel
"""
import csv
import glob
import math
import statistics
import sys
from collections import defaultdict

REST, RADIUS, WORST, LEAST = 300, 100, 200, 10
GAP = 300


def distance(one, other):
    east = (one[2] - other[2]) * 111_195 * math.cos(math.radians(one[1]))
    return math.hypot((one[1] - other[1]) * 111_195, east)


def rests(points):
    return len(points) > 1 and max(distance(points[0], p) for p in points[1:]) < RADIUS


def end(fixes, interval):
    """When the rule of LocationChangeIntentService.java ends the trip; None for never."""
    kept = []
    for fix in fixes:
        last = kept[::-1][: REST // interval]
        window = [p for p in kept if p[0] >= fix[0] - REST - 10][::-1]
        valid = fix[3] < WORST and (not last or distance(fix, last[-1]) != 0)
        if valid and len(last) >= LEAST and rests(last) and rests(window) and window[0][0] - window[-1][0] > REST - 60:
            return fix[0]
        if valid:
            kept.append(fix)
    return None


def main():
    folder = sys.argv[1]
    found, gaps = defaultdict(list), defaultdict(list)
    for run in csv.DictReader(open(f"{folder}/runs.csv")):
        start, stop = float(run["start"]), float(run["end"])
        names = [f"{folder}/fixes/{run['timeline']}.{run['phone']}.{int(start) + d}.csv" for d in (0, -1, 1, -2, 2)]
        names = [name for name in names if glob.glob(name)]
        if run["os"] != "android" or "CONTROL" in run["config"] or not names:
            continue
        columns = ("unix_s", "latitude_deg", "longitude_deg", "horizontal_accuracy_m")
        fixes = sorted(tuple(float(row[c]) for c in columns) for row in csv.DictReader(open(names[0])))
        sessions = []
        for fix in (fix for fix in fixes if start <= fix[0] <= stop):
            if sessions and fix[0] - sessions[-1][-1][0] < GAP:
                sessions[-1].append(fix)
            else:
                sessions.append([fix])
        for session in sessions:
            if len(session) > 3:
                late = [fix[0] for fix in session if fix[0] > session[-1][0] - REST]
                gaps[run["config"]] += [b - a for a, b in zip(late, late[1:])]
                time = end(session, 1 if run["config"][2] == "H" else 30)
                found[run["config"]].append(None if time is None else session[-1][0] - time)
    print("| Setting | Trips | Ended with the last recorded fix, within 2 s | Within 70 s before it | Earlier | Never |\n|---|---|---|---|---|---|")
    for config, before in sorted(found.items()) + [("all", [b for own in found.values() for b in own])]:
        known = [b for b in before if b is not None]
        at, near = sum(b <= 2 for b in known), sum(2 < b <= 70 for b in known)
        print(f"| {config} | {len(before)} | {at} | {near} | {len(known) - at - near} | {len(before) - len(known)} |")
    print()
    for config, own in sorted(gaps.items()):
        print(f"- {config}: a fix each {statistics.median(own):.1f} s in the last {REST} s of sessions, in the median of {len(own)}")


if __name__ == "__main__":
    main()
