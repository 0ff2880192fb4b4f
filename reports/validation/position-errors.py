#!/usr/bin/env python3
"""How far the positions of the MobilityNet phones were off: the figures behind `error.*` of iphone-6 and nexus-6.

Usage: python3 reports/validation/position-errors.py ../shared/data/mobilitynet TRAVEL-IPHONE TRAVEL-NEXUS REST-IPHONE REST-NEXUS [--page]
The results, in this order, are what `geojoule validate ../shared/data/mobilitynet/travel --device iphone-6 --format json --quiet`
prints, the same of nexus-6, then that of `stationary` with iphone-6 and with nexus-6. `--page` puts the figures below the line of
position-errors.md. `--tails=FILE` and `--left-out=FILE` take the tables that vehicle-tails.py and positions-left-out.py printed.
"""
import contextlib
import csv
import glob
import io
import itertools
import json
import math
import os
import random
import statistics
import sys
from bisect import bisect_left
from collections import defaultdict

import roads

EARTH = 6371008.8
MODES = {"CAR": "car", "BUS": "bus", "BICYCLING": "bicycle", "ESCOOTER": "e-scooter", "WALKING": "walking"}
VEHICLES = ("car", "bus")


def percentile(values, share):
    values = sorted(values)
    place = share / 100 * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (place - low)


def three(values):
    return " / ".join(f"{percentile(values, p):.1f}" for p in (50, 68, 95))


def metres(latitude, longitude):
    """East and north of a point amid the data, in metres."""
    scale = math.cos(math.radians(37.36))
    return (math.radians(longitude + 121.98) * EARTH * scale, math.radians(latitude - 37.36) * EARTH)


def segment_distance(place, line):
    a, b, length = line
    u = min(1, max(0, ((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1])) / (length * length)))
    return math.hypot(place[0] - a[0] - u * (b[0] - a[0]), place[1] - a[1] - u * (b[1] - a[1]))


class Route:
    def __init__(self, mode, points):
        self.mode, self.points = mode, points
        self.lines = [(a, b, math.dist(a, b)) for a, b in zip(points, points[1:]) if a != b]
        self.known = {}

    def signed(self, place):
        """The distance to the way, above 0 left of it; None beyond its ends."""
        distance = self.across(place)
        if distance is None:
            return None
        a, b, length = min(self.lines, key=lambda line: segment_distance(place, line))
        turn = (b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0])
        return math.copysign(distance, turn)

    def along(self, place):
        """How far along the way its nearest point is."""
        best, found, before = float("inf"), 0, 0
        for a, b, length in self.lines:
            t = ((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1])) / (length * length)
            distance = segment_distance(place, (a, b, length))
            if distance < best:
                best, found = distance, before + min(1, max(0, t)) * length
            before += length
        return found

    def across(self, place):
        """The distance to the way; None beyond its ends."""
        if place not in self.known:
            self.known[place] = self.distance(place)
        return self.known[place]

    def distance(self, place):
        best, beyond = float("inf"), False
        for index, (a, b, length) in enumerate(self.lines):
            t = ((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1])) / (length * length)
            u = min(1, max(0, t))
            distance = math.hypot(place[0] - a[0] - u * (b[0] - a[0]), place[1] - a[1] - u * (b[1] - a[1]))
            if distance < best:
                best = distance
                beyond = (index == 0 and t < 0) or (index == len(self.lines) - 1 and t > 1)
        return None if beyond else best


def inside(place, edge):
    result, last = False, edge[-1]
    for corner in edge:
        if (corner[1] > place[1]) != (last[1] > place[1]):
            if place[0] < corner[0] + (place[1] - corner[1]) / (last[1] - corner[1]) * (last[0] - corner[0]):
                result = not result
        last = corner
    return result


def outside(points, edge):
    """The way from where it first leaves an area, to a metre: as RouteErrors of the validator."""
    first = next((k for k, point in enumerate(points) if not inside(point, edge)), len(points))
    if first in (0, len(points)):
        return points[first:]
    a, b = points[first - 1], points[first]
    for _ in range(20):
        middle = [(a[i] + b[i]) / 2 for i in (0, 1)]
        a, b = (middle, b) if inside(middle, edge) else (a, middle)
    return [tuple(b)] + points[first:]


def routes(folder):
    """The routes outside the areas where legs begin and end: within them nobody said which way was taken."""
    found, areas = {}, {}

    def walk(value):
        if isinstance(value, dict):
            properties = value.get("properties") or {}
            if value.get("type") == "Feature" and properties.get("role") == "route_coords":
                points = [metres(c[1], c[0]) for c in value["geometry"]["coordinates"]]
                found[properties["leg"]] = (MODES.get(properties["mode"], properties["mode"].lower()), points)
            if value.get("type") == "Feature" and properties.get("role") in ("start_loc", "end_loc"):
                edge = [metres(c[1], c[0]) for c in value["geometry"]["coordinates"][0]]
                areas[(properties["leg"], properties["role"])] = edge
            for part in value.values():
                walk(part)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for part in value:
                walk(part)

    for name in sorted(glob.glob(f"{folder}/*.geojson")):
        with open(name) as file:
            walk(json.load(file))
    result = {}
    for leg, (mode, points) in found.items():
        if (leg, "start_loc") in areas:
            points = outside(points, areas[(leg, "start_loc")])
        if (leg, "end_loc") in areas:
            points = outside(points[::-1], areas[(leg, "end_loc")])[::-1]
        result[leg] = Route(mode, points)
    return result


class Fix:
    __slots__ = ("time", "place", "report", "speed", "from_satellites")

    def __init__(self, row, android=False):
        self.time = float(row["unix_s"])
        self.place = metres(float(row["latitude_deg"]), float(row["longitude_deg"]))
        self.report = float(row["horizontal_accuracy_m"] or "nan")
        self.speed = float(row["speed_mps"] or -1)
        # A receiver stamps a whole second of satellites' time, a network the instant of its answer; iPhones give a speed instead.
        self.from_satellites = abs(self.time - round(self.time)) < 0.011 if android else self.speed >= 0


def load(travel):
    runs = list(csv.DictReader(open(f"{travel}/runs.csv")))
    legs = list(csv.DictReader(open(f"{travel}/legs.csv")))
    ways = {timeline: routes(f"{travel}/routes/{timeline}") for timeline in {run["timeline"] for run in runs}}
    parts = []
    for run in runs:
        start, end = float(run["start"]), float(run["end"])
        names = [f"{travel}/fixes/{run['timeline']}.{run['phone']}.{int(start) + d}.csv" for d in (0, -1, 1, -2, 2)]
        name = next((name for name in names if os.path.exists(name)), None)
        if name is None:
            continue
        fixes = [Fix(row, run["os"] == "android") for row in csv.DictReader(open(name))]
        # Seconds since the receiver's last start: Android gives fixes each second while it runs.
        begun, last = {}, None
        for fix in sorted((fix for fix in fixes if fix.from_satellites), key=lambda fix: fix.time):
            if last is None or fix.time - last > 10:
                first = fix.time
            begun[fix], last = fix.time - first, fix.time
        for leg in legs:
            first, last = float(leg["start"]), float(leg["end"])
            way = ways[run["timeline"]].get(leg["leg"])
            if leg["timeline"] != run["timeline"] or way is None or first < start - 60 or last > end + 60:
                continue
            own = [fix for fix in fixes if first <= fix.time <= last]
            if own:
                parts.append({"run": run, "leg": (run["timeline"], first), "mode": way.mode, "way": way, "fixes": own, "begun": begun})
    roads.mark(parts, satellite)
    return parts


def satellite(part):
    return [fix for fix in part["fixes"] if fix.from_satellites]


def across_tables(parts):
    print("\n## Satellite fixes: distances across the route, m\n")
    print("| Timeline | Phone | Setting | Mode | Fixes | 50 / 68 / 95 % | Held % |\n|---|---|---|---|---|---|---|")
    groups = defaultdict(list)
    for part in parts:
        config = part["run"]["config"]
        if part["run"]["os"] == "ios" and config.startswith("MA"):
            continue
        for fix in satellite(part):
            distance = part["way"].across(fix.place)
            if distance is None:
                continue
            groups[(part["run"]["timeline"], part["run"]["os"], config, part["mode"])].append((distance, fix.report))
            # What is on the phone's map says nothing of satellites.
            if fix in part["on_map"]:
                continue
            part.setdefault("across", []).append(distance)
            part.setdefault("reports", []).append(fix.report)
    for key, values in sorted(groups.items()):
        if len(values) < 60:
            continue
        held = 100 * sum(d <= r for d, r in values) / len(values)
        print("| " + " | ".join(key) + f" | {len(values)} | {three([d for d, _ in values])} | {held:.0f} |")


def leg_factors(parts):
    """The size of a leg's errors about the mean of the same phone, timeline, mode and setting."""
    sized = [part for part in parts if len(part.get("across", [])) >= 60]
    cells = defaultdict(list)
    for part in sized:
        run = part["run"]
        part["size"] = math.log(percentile(part["across"], 68))
        cells[(run["timeline"], run["phone"], run["config"], part["mode"])].append(part)
    factors = []
    for cell in cells.values():
        if len(cell) >= 3:
            mean = statistics.fmean(part["size"] for part in cell)
            for part in cell:
                factors.append((part, (part["size"] - mean) * math.sqrt(len(cell) / (len(cell) - 1))))
    print("\n## The factor of a leg, from 68 % errors\n")

    def spread(name, chosen):
        if chosen:
            print(f"- {name}: {len(chosen)} legs of a phone, log-deviation {math.sqrt(statistics.fmean(f * f for f in chosen)):.2f}")

    for system in ("ios", "android"):
        chosen = [(part, f) for part, f in factors if part["run"]["os"] == system]
        spread(f"{system}, all", [f for _, f in chosen])
        spread(f"{system}, in vehicles", [f for part, f in chosen if part["mode"] in VEHICLES])
        spread(f"{system}, elsewhere", [f for part, f in chosen if part["mode"] not in VEHICLES])
        # The slope of the mean report (at most 65 m, so that a lost fix does not decide) on the error, on logarithms.
        own = [part for part in sized if part["run"]["os"] == system]
        x = [part["size"] for part in own]
        y = [math.log(statistics.fmean(min(r, 65) for r in part["reports"])) for part in own]
        if len(x) > 5:
            slope = statistics.linear_regression(x, y).slope
            print(f"- {system}: the mean report rises with the power {slope:.2f} of the error, over {len(x)} legs")
    together = defaultdict(list)
    for part, factor in factors:
        together[(part["leg"], part["run"]["os"])].append(factor)
    for systems in (("ios", "android"), ("ios",)):
        pairs = [pair for (_, s), group in together.items() if s in systems for pair in itertools.combinations(group, 2)]
        if not pairs:
            continue
        top = statistics.fmean(a * b for a, b in pairs)
        bottom = statistics.fmean((a * a + b * b) / 2 for a, b in pairs)
        print(f"- two phones of {' or '.join(systems)} on one leg: {len(pairs)} pairs, correlation {top / bottom:.2f}")


def phone_beside(parts):
    """Two iPhones in one place: what they differ by is no fault of the route."""
    print("\n## Two iPhones side by side: difference of their satellite fixes over the root of 2, m\n")
    print("Without positions on the phone's map of roads.\n")
    by_leg = defaultdict(list)
    for part in parts:
        if part["run"]["os"] == "ios" and len(satellite(part)) >= 60:
            by_leg[part["leg"]].append(part)
    groups = defaultdict(list)
    indicators = defaultdict(list)
    for group in by_leg.values():
        for one, other in itertools.combinations(sorted(group, key=lambda part: part["run"]["phone"]), 2):
            seen = {round(fix.time): fix for fix in satellite(one)}
            track = satellite(other)
            distances = {}
            for before, fix, after in zip(track, track[1:], track[2:]):
                match = seen.get(round(fix.time))
                span = after.time - before.time
                if match is None or span <= 0 or match in one["on_map"] or fix in other["on_map"]:
                    continue
                velocity = [(after.place[i] - before.place[i]) / span for i in (0, 1)]
                speed = math.hypot(*velocity)
                if speed <= 1:
                    continue
                offset = [match.place[i] - fix.place[i] - velocity[i] * (match.time - fix.time) for i in (0, 1)]
                across = (offset[0] * velocity[1] - offset[1] * velocity[0]) / speed
                groups[(one["leg"][0], one["mode"])].append(abs(across) / math.sqrt(2))
                distances[round(fix.time)] = math.hypot(*offset)
            if len(distances) >= 30 and one["mode"] in VEHICLES:
                limit = 3 * statistics.median(distances.values())
                indicators[one["leg"]].append({t: d > limit for t, d in distances.items()})
    print("| Timeline | Mode | Seconds | across, 50 / 68 / 95 % |\n|---|---|---|---|")
    for key, values in sorted(groups.items()):
        print("| " + " | ".join(key) + f" | {len(values)} | {three(values)} |")
    flags = [series for found in indicators.values() for series in found]
    line = []
    for lag in (2, 5, 10, 20):
        both = product = 0.0
        square = 0.0
        for series in flags:
            mean = statistics.fmean(series.values())
            for time, flag in series.items():
                later = series.get(time + lag)
                if later is not None:
                    product += (flag - mean) * (later - mean)
                    square += mean * (1 - mean)
                    both += 1
        line.append(f"{product / square:.2f} after {lag} s")
    share = statistics.fmean(statistics.fmean(series.values()) for series in flags)
    print(f"\nIn vehicles {100 * share:.0f} % of seconds differ by more than three times the median; correlation of that: {', '.join(line)}.")


def on_foot(parts):
    """Two iPhones that walk: what both are off the line by, and what they differ by."""
    by_leg = defaultdict(list)
    for part in parts:
        if part["run"]["os"] == "ios" and part["mode"] == "walking":
            by_leg[part["leg"]].append(part)
    pairs = []
    for group in by_leg.values():
        for one, other in itertools.combinations(group, 2):
            seen = {round(fix.time): one["way"].signed(fix.place) for fix in satellite(one)}
            for fix in satellite(other):
                (first, second) = (seen.get(round(fix.time)), other["way"].signed(fix.place))
                if first is not None and second is not None:
                    pairs.append((first, second))
    both, apart = [abs(a + b) / 2 for a, b in pairs], [abs(a - b) / math.sqrt(2) for a, b in pairs]
    print(f"\nOn foot, {len(pairs)} seconds, 50 / 68 / 95 %. The middle of both is {three(both)} m off the line. Their difference over the root of 2 is {three(apart)} m. Correlation: {statistics.correlation(*zip(*pairs)):.2f}.")


def beside_the_line(parts):
    """What all days are off the line by at the same 60 m of it: the way that was taken, not the receivers."""
    groups = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for part in parts:
        run = part["run"]
        # Not where networks answer, nor the first fixes after a start.
        if run["config"].startswith("MA") if run["os"] == "ios" else run["config"] == "HAMFDC":
            continue
        for fix in satellite(part):
            signed = None if run["os"] == "android" and part["begun"][fix] <= 30 else part["way"].signed(fix.place)
            if signed is not None and abs(signed) < 100:
                groups[(run["timeline"], run["os"], part["mode"])][(id(part["way"]), part["way"].along(fix.place) // 60)][part["leg"]].append(signed)

    def beside(places, without=None):
        products = []
        for days in places.values():
            means = [statistics.fmean(values) for leg, values in days.items() if leg != without]
            products += [a * b for a, b in itertools.combinations(means, 2)]
        return math.sqrt(max(0, statistics.fmean(products))) if products else None

    print("\n## How far from the line carriers go\n")
    print("The root of the covariance of two days' distances from the line at one place, above 0 left of it. The range leaves out a day at a time.\n")
    print("| Timeline | Phone | Mode | Places of 60 m | All distances, m | Beside the line, m | A day left out |\n|---|---|---|---|---|---|---|")
    for key, places in sorted(groups.items()):
        days = {leg for own in places.values() for leg in own}
        found, rest = beside(places), [beside(places, day) for day in days]
        if found is None or len(days) < 3 or None in rest:
            continue
        whole = math.sqrt(statistics.fmean(statistics.fmean(v) ** 2 for own in places.values() for v in own.values()))
        print("| " + " | ".join(key) + f" | {len(places)} | {whole:.1f} | {found:.1f} | {min(rest):.1f} to {max(rest):.1f} |")


def starts(parts):
    """Nexus: fixes polled each 30 s, each the first after a start, against settled ones."""
    print("\n## First fixes after a start (Nexus 6)\n")
    rows = []
    for part in parts:
        if part["run"]["os"] == "android" and part["run"]["config"] != "MAMFDC":
            for fix in satellite(part):
                distance = part["way"].across(fix.place)
                if distance is not None:
                    rows.append((part["leg"], part["mode"], part["run"]["config"] == "HAMFDC", part["begun"][fix],
                                 math.log(max(distance, 0.3)), math.log(max(fix.report, 0.3))))

    def compare(chosen, settled):
        found = defaultdict(list)
        for mode in {row[1] for row in chosen}:
            first, later = [r for r in chosen if r[1] == mode], [r for r in settled if r[1] == mode]
            if len(first) >= 8 and len(later) >= 8:
                for column in (4, 5):
                    x, y = [r[column] for r in first], [r[column] for r in later]
                    found[column].append((len(x), statistics.fmean(x) - statistics.fmean(y), statistics.pvariance(x) - statistics.pvariance(y)))
        return [sum(n * value[k] for n, *value in found[column]) / sum(n for n, *_ in found[column]) for column, k in ((4, 0), (4, 1), (5, 0))]

    random.seed(1)
    print("| Timeline | Polled fixes, settled ones | Multiplier | 90 % | Log-deviation | 90 % | Report rises with its power |\n|---|---|---|---|---|---|---|")
    for name in sorted({row[0][0] for row in rows}):
        own = [row for row in rows if row[0][0] == name and row[1] != "walking"]
        first = [row for row in own if row[2] and row[3] <= 0.5]
        later = [row for row in own if row[3] > 90 and not row[2]] or [row for row in own if row[3] > 0.5]
        values = []
        for _ in range(400):
            sample = []
            for group in (first, later):
                by = defaultdict(list)
                for row in group:
                    by[row[0]].append(row)
                sample.append([row for leg in random.choices(list(by.values()), k=len(by)) for row in leg])
            try:
                values.append(compare(*sample))
            except ZeroDivisionError:
                continue
        mean, variance, report = compare(first, later)
        means, variances = [v[0] for v in values], [max(v[1], 0) for v in values]
        print(f"| {name} | {len(first)}, {len(later)} | {math.exp(mean):.1f} | {math.exp(percentile(means, 5)):.1f} to {math.exp(percentile(means, 95)):.1f} |"
              f" {math.sqrt(max(variance, 0)):.2f} | {math.sqrt(percentile(variances, 5)):.2f} to {math.sqrt(percentile(variances, 95)):.2f} | {report / mean:.1f} |")
    print("\n| Since the start, s | In vehicles: fixes, 50 / 95 %, m |\n|---|---|")
    vehicles = [row for row in rows if row[1] in VEHICLES]
    for low, high in ((-1, 0.5), (0.5, 12), (12, 30), (30, 60), (60, 120), (120, 400)):
        own = [math.exp(row[4]) for row in vehicles if low < row[3] <= high]
        print(f"| {max(low, 0):g} to {high:g} | {len(own)}, {percentile(own, 50):.1f} / {percentile(own, 95):.1f} |")


def predicted(folder):
    """95 % errors of the validator's tables, measured over predicted: positions from networks and, on Android, from both."""
    print("\n## 95 % across the route, all positions\n")
    print("| Phone | Timeline | Setting | Mode | Measured, m | Predicted, m | Factor | Within 1.5 |\n|---|---|---|---|---|---|---|---|")
    device = timeline = None
    held, all_of = defaultdict(int), defaultdict(int)
    for line in open(os.path.join(folder, "measured-phones-tables.md")):
        if line.startswith("### Validation of "):
            device = line.split()[-1]
        if line.startswith("#### "):
            timeline = line[5:].split(",")[0].replace("\\", "") if "errors across the route" in line else None
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if timeline is None or len(cells) != 8 or not cells[4][:1].isdigit() or not cells[5][:1].isdigit():
            continue
        setting, mode = cells[0].replace("\\", ""), cells[1]
        measured, guess = float(cells[4].replace(",", "")), float(cells[5].replace(",", ""))
        # Balanced positions come from Wi-Fi, but for the Nexus' each second.
        kind = "Wi-Fi" if setting.startswith("MA") and not (device == "nexus-6" and setting == "MAHFDC") else "satellites"
        good = max(measured / guess, guess / measured) <= 1.5
        all_of[kind] += 1
        held[kind] += good
        print(f"| {device} | {timeline.split('_')[0]} | {setting} | {mode} | {measured:g} | {guess:g} | {measured / guess:.2f} | {'yes' if good else 'no'} |")
    for kind in sorted(all_of):
        print(f"\nSettings for {kind}: {held[kind]} of {all_of[kind]} within a factor of 1.5.")


def pixel_walk(folder):
    """A walk with a Pixel 7 (Android 14): network and fused positions against the satellites' beside them."""
    print("\n## A walk with a Pixel 7\n")
    fixes = defaultdict(list)
    for name in sorted(glob.glob(f"{folder}/*.txt")):
        for row in csv.reader(open(name)):
            if row and row[0] == "Fix":
                fixes[row[1]].append((float(row[8]) / 1000, metres(float(row[2]), float(row[3])), float(row[6])))
    track = sorted(fixes["GPS"])
    times = [fix[0] for fix in track]
    for provider, name in (("NLP", "network"), ("FLP", "fused")):
        errors, held = [], 0
        for time, place, report in fixes[provider]:
            k = bisect_left(times, time)
            if k in (0, len(times)):
                continue
            share = (time - times[k - 1]) / (times[k] - times[k - 1])
            truth = [track[k - 1][1][i] + share * (track[k][1][i] - track[k - 1][1][i]) for i in (0, 1)]
            errors.append(math.dist(place, truth))
            held += errors[-1] <= report
        print(f"- {name}: {len(errors)} positions, 50 / 68 / 95 % {three(errors)} m off the satellites'; the radius holds {100 * held / len(errors):.0f} %")


GRADES = [("up to 100", 0, 100), ("165", 100, 200), ("200 to 500", 200, 500), ("500 to 1500", 500, 1500), ("more", 1500, 1e9)]


def begins_without_wifi(part):
    """Off freeways: a cell's positions for more than a quarter of a leg."""
    return part["mode"] != "car" and sum(fix.report > 1500 for fix in part["fixes"]) > 0.25 * len(part["fixes"])


def beside_satellites(parts):
    """Positions of the iPhones that asked for 100 m, against the satellite fixes of the phone beside: timeline, report, speed, error,
    along the way, across it, whether in a vehicle; and all legs of such phones."""
    rows = []
    asked = []
    for part in parts:
        if part["run"]["os"] != "ios" or not part["run"]["config"].startswith("MA"):
            continue
        beside = [
            [fix for fix in satellite(other) if fix.report <= 30]
            for other in parts
            if other["leg"] == part["leg"] and other["run"]["os"] == "ios" and other["run"]["config"][:2] in ("HA", "AC")
        ]
        track = max(beside, key=len, default=[])
        asked.append(part)
        if len(track) <= 50:
            continue
        times = [fix.time for fix in track]
        for fix in part["fixes"]:
            k = bisect_left(times, fix.time)
            if k in (0, len(times)) or times[k] - times[k - 1] > 10:
                continue
            share = (fix.time - times[k - 1]) / (times[k] - times[k - 1])
            truth = [track[k - 1].place[i] + share * (track[k].place[i] - track[k - 1].place[i]) for i in (0, 1)]
            first, last = track[bisect_left(times, fix.time - 5)], track[min(bisect_left(times, fix.time + 5), len(track) - 1)]
            velocity = [(last.place[i] - first.place[i]) / max(last.time - first.time, 1) for i in (0, 1)]
            speed = math.hypot(*velocity)
            offset = [fix.place[i] - truth[i] for i in (0, 1)]
            along = (offset[0] * velocity[0] + offset[1] * velocity[1]) / max(speed, 1e-6)
            across = (offset[0] * velocity[1] - offset[1] * velocity[0]) / max(speed, 1e-6)
            rows.append((part["leg"][0], fix.report, speed, math.hypot(*offset), along, across, part["mode"] in VEHICLES))
    return rows, asked


def wifi(parts):
    """Positions of the iPhones that asked for 100 m."""
    print("\n## iPhones at 100 m\n")
    rows, asked = beside_satellites(parts)
    names = sorted({row[0] for row in rows})
    print("| Timeline | Speed m/s | Positions | Share of reports of " + " / ".join(g[0] for g in GRADES) + " m, % | Error 50 / 68 / 95 %, m |\n|---|---|---|---|---|")
    for timelines in [names] + [[name] for name in names]:
        for low, high in ((0, 15), (15, 20), (20, 60)):
            chosen = [row for row in rows if row[0] in timelines and low <= row[2] < high]
            if len(chosen) < 20:
                continue
            shares = " / ".join(f"{100 * sum(g[1] < r[1] <= g[2] for r in chosen) / len(chosen):.1f}" for g in GRADES)
            label = "all" if len(timelines) > 1 else timelines[0]
            print(f"| {label} | {low} to {high} | {len(chosen)} | {shares} | {three([r[3] for r in chosen])} |")
    for label, inside in (("all, in vehicles", True), ("all, elsewhere", False)):
        chosen = [row for row in rows if row[2] < 15 and row[6] is inside]
        shares = " / ".join(f"{100 * sum(g[1] < r[1] <= g[2] for r in chosen) / len(chosen):.1f}" for g in GRADES)
        print(f"| {label} | 0 to 15 | {len(chosen)} | {shares} | {three([r[3] for r in chosen])} |")
    print("\n| Timeline | Speed m/s | Reports of up to 100 m | Error 50 / 68 / 95 %, m | along the way | across it |\n|---|---|---|---|---|---|")
    for timelines in [names] + [[name] for name in names]:
        for low, high in ((0, 3), (3, 15)):
            chosen = [row for row in rows if row[0] in timelines and low <= row[2] < high and row[1] <= 100]
            label = "all" if len(timelines) > 1 else timelines[0]
            columns = " | ".join(three([abs(size(row)) for row in chosen]) for size in (lambda row: row[3], lambda row: row[4], lambda row: row[5]))
            print(f"| {label} | {low} to {high} | {len(chosen)} | {columns} |")
    print("\n| Report, m | Positions | Error over report, median, log-deviation | Lag above 20 m/s, s, median | Ratio without the lag |\n|---|---|---|---|---|")
    for name, low, high in GRADES:
        chosen = [row for row in rows if low < row[1] <= high and row[3] > 0]
        fast = [row for row in chosen if row[2] >= 20]
        ratios = [row[3] / row[1] for row in chosen]
        lag = statistics.median(-row[4] / row[2] for row in fast)
        rest = [r for r in (math.hypot(row[4] + lag * row[2], row[5]) / row[1] for row in chosen) if r > 0]
        print(
            f"| {name} | {len(chosen)} | {statistics.median(ratios):.2f}, {statistics.pstdev(map(math.log, ratios)):.2f} | {lag:.1f} |"
            f" {statistics.median(rest):.2f}, {statistics.pstdev(map(math.log, rest)):.2f} |")
    fast = [row for row in rows if row[2] >= 20]
    print(f"\nAbove 20 m/s positions lag {statistics.median(-row[4] / row[2] for row in fast):.1f} s in the median of {len(fast)}.")
    slow = [part for part in asked if part["mode"] != "car"]
    late = [part for part in slow if begins_without_wifi(part)]
    print(f"Off freeways {len(late)} of {len(slow)} phones on legs had cell positions for more than a quarter of their fixes.")
    for part in late:
        first = part["fixes"][0].time
        found = next(fix.time for fix in part["fixes"] if fix.report <= 165)
        others = sum(other["run"]["phone"] == part["run"]["phone"] and other["leg"][0] == part["leg"][0] and other["leg"][1] < part["leg"][1]
                     and other["mode"] == part["mode"] for other in asked)
        print(f"{part['run']['phone']}, {part['mode']}: the first position from Wi-Fi after {found - first:.0f} s; "
              f"{sum(f.report > 1500 for f in part['fixes'] if f.time > found)} cell positions after it; earlier days of this phone on this leg at 100 m: {others}.")


def resting(folder):
    """Positions from Wi-Fi of iPhones that lay still, through a filter of 1 m: how they scatter, by time between them."""
    print("\n## iPhones at rest at 100 m\n")
    middles, sizes, squares = [], [], defaultdict(list)
    for run, fixes in nights(folder, ("100m_lowpwr",)):
        fixes = [fix for fix in fixes if fix.report <= 100]
        middles.append([statistics.median(fix.place[axis] for fix in fixes) for axis in (0, 1)])
        # A position stands until the next one comes.
        lasts = [b.time - a.time for a, b in zip(fixes, fixes[1:])] + [float(run["end"]) - fixes[-1].time]
        mean = [statistics.fmean((fix.place[axis] for fix in fixes), lasts) for axis in (0, 1)]
        sizes.append(math.log(statistics.fmean((math.dist(fix.place, mean) ** 2 / 2 for fix in fixes), lasts)) / 2)
        for index, a in enumerate(fixes):
            for b in fixes[index + 1 :]:
                lag = next((lag for lag in LAGS if 0.75 * lag <= b.time - a.time < 1.3 * lag), None)
                if lag:
                    squares[lag].append(sum((a.place[axis] - b.place[axis]) ** 2 for axis in (0, 1)) / 4)
    for lag in LAGS:
        print(f"- {lag} s apart: {math.sqrt(statistics.fmean(squares[lag])):.1f} m per axis, from {len(squares[lag])} pairs")
    spread = [statistics.stdev(middle[axis] for middle in middles) for axis in (0, 1)]
    print(f"- The middles of {len(middles)} nights spread by {spread[0]:.1f} m east and {spread[1]:.1f} m north.")
    print(f"- Through a night positions scatter by {math.exp(statistics.fmean(sizes)):.1f} m per axis, with a log-deviation of "
          f"{statistics.stdev(sizes):.2f} between {len(sizes)} nights of phones.")


def nights(folder, settings):
    """Runs of iPhones at rest in settings whose names begin so, with their positions."""
    for run in csv.DictReader(open(f"{folder}/runs.csv")):
        start, end = float(run["start"]), float(run["end"])
        names = [f"{folder}/fixes/{run['timeline']}.{run['phone']}.{int(start) + d}.csv" for d in (0, -1, 1, -2, 2)]
        name = next((name for name in names if os.path.exists(name)), None)
        if run["os"] == "ios" and run["config"].startswith(settings) and name:
            yield run, [fix for fix in map(Fix, csv.DictReader(open(name))) if start <= fix.time <= end]


SINCE = [("up to 4.5 s", 4.5), ("to 8 s", 8), ("to 1 min", 60), ("to 10 min", 600), ("to 1 h", 3600), ("later", math.inf)]


def settling(folder):
    """iPhones at rest that asked for satellites: their first position from them, how positions settle, and by which steps."""
    print("\n## Satellites at rest indoors (iPhone 6)\n")
    print("Runs at best accuracy and 10 m. The last 20 s of a run are left out, in which phones are picked up. Errors are against the median of "
          "the runs' last positions, all in one home.\n")
    runs = [(run, [fix for fix in fixes if fix.speed >= 0 and fix.time < float(run["end"]) - 20]) for run, fixes in nights(folder, ("best", "10m"))]
    print("| Timeline | Runs | First position from satellites after, s: median | Longest |\n|---|---|---|---|")
    for name in sorted({run["timeline"] for run, _ in runs}):
        first = [fixes[0].time - float(run["start"]) if fixes else math.inf for run, fixes in runs if run["timeline"] == name]
        print(f"| {name} | {len(first)} | {statistics.median(first):.1f} | {max(first):.1f} |")
    middle = [statistics.median(fixes[-1].place[axis] for _, fixes in runs if fixes) for axis in (0, 1)]
    errors, steps = defaultdict(list), []
    for run, fixes in runs:
        for fix in fixes:
            age = next(name for name, limit in SINCE if fix.time - float(run["start"]) < limit)
            errors[age].append(math.dist(fix.place, middle) ** 2 / 2)
        errors["the last of a run"] += [math.dist(fix.place, middle) ** 2 / 2 for fix in fixes[-1:]]
        steps += [math.dist(a.place, b.place) for a, b in zip(fixes, fixes[1:])
                  if b.time - float(run["start"]) > 60 and a.report == b.report == 10]
    print("\n| Since the start | Positions | Error per axis, m |\n|---|---|---|")
    for name in [name for name, _ in SINCE] + ["the last of a run"]:
        print(f"| {name} | {len(errors[name])} | {math.sqrt(statistics.fmean(errors[name])):.1f} |")
    near = sum(4.9 <= step < 5.3 for step in steps)
    print(f"\nAfter the first minute {near} of {len(steps)} steps between positions of 10 m are of 4.9 to 5.3 m, "
          f"{sum(step < 4.9 for step in steps)} are shorter.")


def tracking(folder):
    """How long iPhones that were always on kept tracking where they rested, as fixes through a filter of 1 m show."""
    print("\n## iPhones always on, at rest\n")
    legs = list(csv.DictReader(open(f"{folder}/travel/legs.csv")))
    for place, kind in (("at home", "stationary"), ("between legs, in libraries", "travel")):
        rest = tracked = fixes = 0.0
        for run in csv.DictReader(open(f"{folder}/{kind}/runs.csv")):
            often = run["config"] in ("ACCURACY_CONTROL", "best_high_accuracy_high_frequency_stationary")
            start, end = float(run["start"]), float(run["end"])
            stem = f"{folder}/{kind}/fixes/{run['timeline']}.{run['phone']}"
            name = next((f"{stem}.{int(start) + d}.csv" for d in (0, -1, 1, -2, 2) if os.path.exists(f"{stem}.{int(start) + d}.csv")), None)
            if run["os"] != "ios" or not often or name is None:
                continue
            own = sorted((float(leg["start"]), float(leg["end"])) for leg in legs if leg["timeline"] == run["timeline"]
                         and start <= float(leg["start"]) and float(leg["end"]) <= end)
            spans = [(start, end)] if kind == "stationary" else [(a[1], b[0]) for a, b in zip(own, own[1:]) if b[0] - a[1] > 900]
            times = sorted(t for t in (float(row["unix_s"]) for row in csv.DictReader(open(name))) if start <= t <= end)
            stretches = []
            for time in times:
                if stretches and time - stretches[-1][1] < 300:
                    stretches[-1] = (stretches[-1][0], time, stretches[-1][2] + 1)
                else:
                    stretches.append((time, time, 1))
            for low, high in spans:
                rest += high - low
                tracked += sum(max(0, min(b, high) - max(a, low)) for a, b, count in stretches if count >= 4)
                fixes += sum(low <= time <= high for time in times)
        print(f"- {place}: {tracked / 3600:.1f} of {rest / 3600:.1f} h with fixes less than 5 min apart ({100 * tracked / rest:.1f} %); "
              f"{tracked / fixes:.0f} s of them for each fix")


# Doze's windows last up to 10 min (AOSP), and a position may come 5 min after; phones that lie still have dozed off after 70 min.
WINDOW, AWAKE = 15 * 60, 70 * 60


def long_stretches(times):
    """Parts of a night at rest with positions for longer than a window of Doze: the phone was picked up or carried."""
    stretches = []
    for time in times:
        if time >= AWAKE:
            if stretches and time - stretches[-1][-1] < 20 * 60:
                stretches[-1].append(time)
            else:
                stretches.append([time])
    return [(own[0], own[-1]) for own in stretches if own[-1] - own[0] > WINDOW]


def pairs(times):
    """Positions within 3 s of the one before, once the first minute is over."""
    return [b for a, b in zip(times, times[1:]) if b - a < 3 and b > 60]


def deliveries(folder):
    """How many positions an hour phones at rest were given: over whole runs, at their beginning, and undisturbed."""
    print("\n## Deliveries at rest\n")
    print("A pair is a position within 3 s of the one before, after the first minute. A long stretch has positions for over 15 min, less than "
          "20 min apart, after the first 70 min of a Nexus: longer than Doze's windows. Undisturbed counts leave out pairs, and long stretches "
          "with their time.\n")
    print("| Phone | Setting | Runs | An hour | In the first hour | In the first minute | Runs with 5 pairs in the first hour | "
          "Runs with a long stretch | An hour, undisturbed |\n|---|---|---|---|---|---|---|---|---|")
    groups = defaultdict(list)
    for run in csv.DictReader(open(f"{folder}/runs.csv")):
        start, end = float(run["start"]), float(run["end"])
        names = [f"{folder}/fixes/{run['timeline']}.{run['phone']}.{int(start) + d}.csv" for d in (0, -1, 1, -2, 2)]
        name = next((name for name in names if os.path.exists(name)), None)
        if name:
            times = sorted(float(row["unix_s"]) - start for row in csv.DictReader(open(name)))
            times = [t for t in times if 0 <= t <= end - start]
            android = run["os"] == "android"
            stretches, twice = (long_stretches(times), pairs(times)) if android else ([], [])
            hours = (end - start - sum(high - low for low, high in stretches)) / 3600
            alone = len(times) - len([t for t in times if any(low <= t <= high for low, high in stretches)])
            alone -= len([t for t in twice if not any(low <= t <= high for low, high in stretches)])
            groups[(run["os"], run["config"])].append(
                (len(times) / (end - start) * 3600, sum(t <= 3600 for t in times), sum(t <= 60 for t in times),
                 sum(t <= 3600 for t in twice) >= 5, bool(stretches), alone / hours, float(run["run"].rsplit(".", 1)[1])))
    for (system, setting), rates in sorted(groups.items()):
        means = [statistics.fmean(rate[k] for rate in rates) for k in (0, 1, 2, 5)]
        twice, stretched = (sum(rate[k] for rate in rates) if system == "android" else "-" for k in (3, 4))
        print(f"| {system} | {setting} | {len(rates)} | {means[0]:.1f} | {means[1]:.1f} | {means[2]:.1f} | {twice} | {stretched} | "
              f"{f'{means[3]:.1f}' if system == 'android' else '-'} |")
    return {setting: {rate[6]: rate[5] for rate in rates} for (system, setting), rates in groups.items() if system == "android"}


def polled(folder):
    """Positions an hour of a Nexus that asks each 30 s, by setting and start: at least 25 s apart, since sooner ones come from requests of others."""
    rates = defaultdict(dict)
    for run in csv.DictReader(open(f"{folder}/runs.csv")):
        start, end = float(run["start"]), float(run["end"])
        name = f"{folder}/fixes/{run['timeline']}.{run['phone']}.{run['run'].rsplit('.', 1)[1]}.csv"
        if run["os"] == "android" and run["config"] in ("HAMFDC", "MAMFDC") and os.path.exists(name):
            last, count = -math.inf, 0
            for time in sorted(float(row["unix_s"]) for row in csv.DictReader(open(name))):
                if start <= time <= end and time - last >= 25:
                    last, count = time, count + 1
            rates[run["config"]][float(run["run"].rsplit(".", 1)[1])] = count / (end - start) * 3600
    return rates


# Departures that count as late, in minutes.
LATE = 7


def sessions(folder):
    """When duty-cycled phones began and ended to record a trip, and how often they were given positions on the move and after it."""
    print("\n## When recording begins and ends (duty-cycled settings)\n")
    print("A trip is recorded from the first to the last of four positions and more, each less than 5 min after the other. Minutes are from its first leg on, and from its last.\n")
    print("| Phone | Timeline | Setting | Trips | Begins after, min: median | Mean | After 7 min or never | Ends after, min: median | Positions a second, on legs | Then |\n|---|---|---|---|---|---|---|---|---|---|")
    legs = list(csv.DictReader(open(f"{folder}/travel/legs.csv")))
    groups = defaultdict(list)
    for run in csv.DictReader(open(f"{folder}/travel/runs.csv")):
        start, end = float(run["start"]), float(run["end"])
        stem = f"{folder}/travel/fixes/{run['timeline']}.{run['phone']}"
        name = next((f"{stem}.{int(start) + d}.csv" for d in (0, -1, 1, -2, 2) if os.path.exists(f"{stem}.{int(start) + d}.csv")), None)
        if name is None or not run["config"].endswith("DC"):
            continue
        times = sorted(t for t in (float(row["unix_s"]) for row in csv.DictReader(open(name))) if start <= t <= end)
        stretches = []
        for time in times:
            if stretches and time - stretches[-1][-1] < 300:
                stretches[-1].append(time)
            else:
                stretches.append([time])
        stretches = [own for own in stretches if len(own) >= 4]
        trips = []
        for low, high in sorted((float(leg["start"]), float(leg["end"])) for leg in legs if leg["timeline"] == run["timeline"]
                                and start - 60 <= float(leg["start"]) and float(leg["end"]) <= end + 60):
            if trips and low - trips[-1][1] < 900:
                trips[-1][1] = high
            else:
                trips.append([low, high])
        for low, high in trips:
            own = [stretch for stretch in stretches if stretch[0] < high and stretch[-1] > low]
            if not own:
                groups[(run["os"], run["timeline"], run["config"])].append((math.inf, None, None, (high - low) / 60, low == trips[0][0]))
                continue
            first, last = max(low, own[0][0]), own[-1][-1]
            moving = sum(first <= t <= high for stretch in own for t in stretch) / max(1, high - first)
            after = sum(t > high for t in own[-1]) / (last - high) if last > high + 60 else None
            groups[(run["os"], run["timeline"], run["config"])].append(((first - low) / 60, (last - high) / 60, moving, after, low == trips[0][0]))
    for (system, timeline, setting), trips in sorted(groups.items()):
        seen = [trip for trip in trips if trip[1] is not None]
        late = sum(trip[0] >= 7 for trip in trips)
        then = [trip[3] for trip in seen if trip[3] is not None]
        print(f"| {system} | {timeline.split('_')[0]} | {setting} | {len(trips)} | {statistics.median(t[0] for t in trips):.1f} | {statistics.fmean(t[0] for t in seen):.1f} | {late} |"
              f" {statistics.median(t[1] for t in seen):.1f} | {statistics.fmean(t[2] for t in seen):.2f} | {f'{statistics.fmean(then):.2f}' if then else '-'} |")
    print()
    for timeline in sorted({key[1] for key in groups}):
        missed(timeline.split("_")[0], [trip for key, trips in groups.items() if key[:2] == ("ios", timeline) for trip in trips])
    everything = [trip for key, trips in groups.items() if key[0] == "ios" for trip in trips]
    missed("all", everything)
    firsts, later = ([trip for trip in everything if trip[4] is first] for first in (True, False))
    print(f"- ios: {sum(trip[0] >= LATE for trip in firsts)} of {len(firsts)} trips that a recording begins with are noticed that late, and "
          f"{sum(trip[0] >= LATE for trip in later)} of {len(later)} after an hour of it or more.")


def missed(name, trips):
    """Which share of departures is missed, and for how long in the mean of an exponential, from those that are late."""
    delays = [trip[0] for trip in trips]
    late = [trip for trip in trips if trip[0] >= LATE]
    # A trip that was never noticed says that its departure was missed to the trip's end.
    known = sum(trip[1] is not None for trip in late)
    mean = sum((trip[0] if trip[1] is not None else trip[3]) - LATE for trip in late) / known
    usual = statistics.median(delay for delay in delays if delay < LATE)
    share = len(late) / len(trips) * math.exp((LATE - usual) / mean)
    print(f"- ios, {name}: {len(late)} of {len(trips)} departures are noticed after {LATE} min or never, the others after {usual:.1f} min in the median. "
          f"Misses last {mean:.1f} min in the mean; {100 * share:.0f} % of departures are missed.")


def over_days(pairs):
    """The 90 % range of predicted over measured with days drawn anew; `None` for less than three days.

    - pairs: of each run when it began, what was measured and what is predicted. Runs that begin within an hour are of one day.
    """
    days, first = [], -math.inf
    for start, measured, guess in sorted(pairs):
        if start - first > 3600:
            first = start
            days.append([])
        days[-1].append((measured, guess))
    if len(days) < 3:
        return None
    draws = random.Random(1)
    ratios = []
    for _ in range(2000):
        chosen = [pair for day in draws.choices(days, k=len(days)) for pair in day]
        ratios.append(sum(guess for _, guess in chosen) / sum(measured for measured, _ in chosen))
    return percentile(ratios, 5), percentile(ratios, 95)


def counts(results, undisturbed):
    """Positions an hour and departures, measured and predicted, of settings with recorded positions."""
    print("\n## Deliveries and departures, measured and predicted\n")
    print("On the Nexus at rest the measured count is the undisturbed one, without what doubled positions and phones that were picked up added "
          "([above](#deliveries-at-rest)). Polled each 30 s, its positions count 25 s and more apart. The count of all stands behind it. "
          "The 90 % range draws days anew; less than three days have none. Departures are means, measured over runs and predicted over seeds.\n")
    print("| Timeline | Phone | Setting | An hour, measured | Predicted | Predicted over measured | 90 % over days | Within 30 % | Within by days | "
          "Departure noticed after, min, measured | Predicted |\n|---|---|---|---|---|---|---|---|---|---|---|")
    good = all_of = disturbed = unclear = few = 0
    near = lambda ratio: 0.7 <= ratio <= 1.3
    def mean(row, key):
        return (row.get(key) or {}).get("mean")
    for result in results:
        for row in result["configurations"]:
            measured, guess = mean(row, "measured_fixes_per_min"), mean(row, "predicted_fixes_per_min")
            if measured is None:
                continue
            shown = f"{60 * measured:.1f}"
            disturbed += near(guess / measured)
            runs = [(float(run["run"].rsplit(".", 1)[1]), run["measured_fixes_per_min"], statistics.fmean(run["predicted_fixes_per_min"]))
                    for run in row["runs"] if run["measured_fixes_per_min"] is not None]
            if result["device"] == "nexus-6" and row["configuration"] in undisturbed:
                own = undisturbed[row["configuration"]]
                runs = [(start, own[start] / 60, guess) for start, _, guess in runs]
                measured = statistics.fmean(own for _, own, _ in runs)
                shown = f"{60 * measured:.1f} ({shown})"
            span = over_days(runs)
            good, all_of = good + near(guess / measured), all_of + 1
            by_days = None if span is None else span[0] <= 1.3 and span[1] >= 0.7
            unclear += not near(guess / measured) and by_days is True
            few += not near(guess / measured) and by_days is None
            delays = [mean(row, key) if row["configuration"].endswith("DC") else None for key in ("measured_start_delay_min", "predicted_start_delay_min")]
            cells = " | ".join("-" if delay is None else f"{delay:.1f}" for delay in delays)
            timeline = row["timeline"].replace("sfba_", "").split("_")[0]
            print(f"| {timeline} | {result['device']} | {row['configuration']} | {shown} | {60 * guess:.1f} | {guess / measured:.2f} | "
                  f"{'-' if span is None else f'{span[0]:.2f} to {span[1]:.2f}'} | {'yes' if near(guess / measured) else 'no'} | "
                  f"{'-' if by_days is None else 'yes' if by_days else 'no'} | {cells} |")
    print(f"\nWithin 30 %: {good} of {all_of} settings; {unclear} more may be, by their days, and {few} have less than three days. "
          f"{disturbed} are with the disturbed counts.")
    departures(results)


def departures(results):
    """The mean over all departures of a phone that records trips, measured and predicted."""
    for result in results[:2]:
        rows = [row for row in result["configurations"] if row["configuration"].endswith("DC") and row["measured_start_delay_min"]]
        weights = [row["measured_start_delay_min"]["count"] for row in rows]
        means = [sum(weight * row[key]["mean"] for weight, row in zip(weights, rows)) / sum(weights)
                 for key in ("measured_start_delay_min", "predicted_start_delay_min")]
        print(f"\n{result['device']}, mean over {sum(weights)} runs: departures noticed after {means[0]:.1f} min, predicted {means[1]:.1f} min.")


LAGS = (60, 120, 240, 480, 900, 3600, 7200, 14400)


def mixture():
    """What 95 % over 50 % of |N(0, 1)| exp(0.4 z) is when a share p is multiplied by k: 6 to 7 in vehicles, 3.7 elsewhere."""
    random.seed(1)
    print("\n## Outliers that make the tails\n")
    for p, k in ((0, 1), (0.12, 4), (0.17, 4), (0.22, 4)):
        sample = [abs(random.gauss(0, 1)) * math.exp(random.gauss(0, 0.4)) * (k if random.random() < p else 1) for _ in range(100_000)]
        print(f"- a share of {p} multiplied by {k}: 95 % over 50 % is {percentile(sample, 95) / percentile(sample, 50):.1f}")


def printed(option):
    """What another script printed into a file."""
    for name in (word.removeprefix(option) for word in sys.argv if word.startswith(option)):
        with open(name) as file:
            print(f"\n{file.read()}", end="")


def main():
    results = [json.load(open(name)) for name in sys.argv[2:] if not name.startswith("--")]
    if [result["device"] for result in results] != ["iphone-6", "nexus-6"] * 2:
        sys.exit(__doc__)
    parts = load(os.path.join(sys.argv[1], "travel"))
    print("Made by `python3 reports/validation/position-errors.py ../shared/data/mobilitynet`, with the `--format json` of")
    print("`geojoule validate ../shared/data/mobilitynet/travel` and `stationary`, for both phones.")
    across_tables(parts)
    leg_factors(parts)
    shares = roads.table(parts, satellite, percentile)
    phone_beside(parts)
    on_foot(parts)
    beside_the_line(parts)
    starts(parts)
    wifi(parts)
    resting(os.path.join(sys.argv[1], "stationary"))
    settling(os.path.join(sys.argv[1], "stationary"))
    tracking(sys.argv[1])
    undisturbed = deliveries(os.path.join(sys.argv[1], "stationary"))
    sessions(sys.argv[1])
    counts(results, {**undisturbed, **polled(os.path.join(sys.argv[1], "travel"))})
    mixture()
    printed("--tails=")
    printed("--report=")
    pixel_walk(os.path.join(sys.argv[1], "..", "pixel7_gnsslogger"))
    satellites_alone(results, parts, shares)
    printed("--left-out=")
    freeway(results)
    predicted(os.path.dirname(os.path.abspath(__file__)))


def between(row, low, high):
    return "-" if row[low] is None else f"{row[low]:.1f} to {row[high]:.1f}"


def medians(parts):
    """Errors across the route of satellites' positions by phone, timeline, setting, mode and leg; `None` for all of one."""
    names = {"ios": "iphone-6", "android": "nexus-6"}
    found = defaultdict(lambda: defaultdict(list))
    for part in parts:
        run, mode = part["run"], part["mode"].replace("-", "").replace("bicycle", "bicycling")
        if run["os"] == "ios" and run["config"].startswith("MA"):
            continue
        own = [distance for distance in (part["way"].across(fix.place) for fix in satellite(part)) if distance is not None]
        for timeline, setting, way in ((run["timeline"], run["config"], mode), (None, None, mode), (run["timeline"], None, None), (None, None, None)):
            found[(names[run["os"]], timeline, setting, way)][part["leg"]] += own
    return found


def over_legs(legs):
    """The 90 % range of the median with legs drawn anew; `None` for less than three."""
    legs = [sorted(leg)[::max(1, len(leg) // 200)] for leg in legs.values() if leg]
    if len(legs) < 3:
        return None
    draws = random.Random(1)
    sizes = sorted(statistics.median(sum(draws.choices(legs, k=len(legs)), [])) for _ in range(400))
    return sizes[20], sizes[379]


def satellites_alone(results, parts, shares):
    """50 and 95 % errors of satellite positions, by cell and pooled, with what legs leave open."""
    print("\n## Satellites alone: 95 % across the route\n")
    print("Ranges of measured errors draw legs anew; less than three legs have none. The last column says which positions are mostly "
          "[on the phone's map of roads](#positions-on-the-phones-map-of-roads).\n")
    print("| Timeline | Phone | Setting | Mode | Legs | Fixes | Measured, m | 90 % over legs | Predicted, m | Seeds | Factor | Within 1.5 | Within by legs | "
          "Median measured, m | 90 % over legs | Predicted, m | Within 1.5 | By legs | On the map |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    counts = defaultdict(lambda: [0] * 8)
    distances = medians(parts)
    open_to = lambda low, high, guess: low / 1.5 <= guess <= high * 1.5
    for result in results:
        for row in result["satellites"]:
            measured, guess = row["measured"], row["predicted"]
            if measured is None or guess is None:
                continue
            names = [row["timeline"].split("_")[0] if row["timeline"] else "both", result["device"], row["configuration"] or "all", row["mode"] or "all"]
            factor = measured["p95_m"] / guess["p95_m"]
            good = max(factor, 1 / factor) <= 1.5
            middle = measured["p50_m"] / guess["p50_m"]
            is_near = max(middle, 1 / middle) <= 1.5
            low, high = row["measured_p95_range90_low_m"], row["measured_p95_range90_high_m"]
            span = over_legs(distances[(result["device"], row["timeline"], row["configuration"], row["mode"])])
            # Whether any figure of the range is within the factor.
            open_by_legs = None if low is None else open_to(low, high, guess["p95_m"])
            middle_open = None if span is None else open_to(*span, guess["p50_m"])
            on_map = row["configuration"] is not None and any(
                share > 0.5 for key, share in shares.items() if (key[0], key[2], {"e-scooter": "escooter", "bicycle": "bicycling"}.get(key[3], key[3]))
                == (names[0], names[2], names[3]) and key[1].startswith("ios") == (result["device"] == "iphone-6"))
            kind = ("settings and modes" if row["configuration"] else "phones and modes" if row["mode"]
                    else "phones and timelines" if row["timeline"] else "phones")
            for place, fact in enumerate((good, not good and open_by_legs is True and not on_map, not good and open_by_legs is None, not good and on_map, True,
                                          is_near, good and is_near, not is_near and middle_open is True and not on_map)):
                counts[kind][place] += fact
            word = lambda fact: "-" if fact is None else "yes" if fact else "no"
            print("| " + " | ".join(names) + f" | {row['legs']} | {measured['fixes']} | {measured['p95_m']:.1f} |"
                  f" {between(row, 'measured_p95_range90_low_m', 'measured_p95_range90_high_m')} | {guess['p95_m']:.1f} |"
                  f" {between(row, 'predicted_p95_least_m', 'predicted_p95_largest_m')} | {factor:.2f} | {word(good)} | {word(open_by_legs)} |"
                  f" {measured['p50_m']:.1f} | {'-' if span is None else f'{span[0]:.1f} to {span[1]:.1f}'} | {guess['p50_m']:.1f} | {word(is_near)} |"
                  f" {word(middle_open)} | {'yes' if on_map else '-'} |")
    for kind, (good, unclear, few, on_map, count, middles, both, may) in counts.items():
        print(f"\nOf {kind}, {good} of {count} are within a factor of 1.5 at 95 %; {unclear} more may be, by their legs, {few} have less than three legs, "
              f"and {on_map} are mostly on the map. Medians are in {middles}, {may} more may be by their legs; both figures are in {both}.")


def freeway(results):
    """Legs by car on the long trips at 100 m: freeways for two thirds of their way."""
    print("\n## Freeway legs at 100 m (iPhone 6, `car_scooter...`)\n")
    print("| Filter | Legs | 95 % measured, m | 90 % over legs | Predicted, m | Seeds | Factor | Measured " + " / ".join(g[0] for g in GRADES) + " m, % | Predicted, % | Largest difference, points |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for row in next((result["errors"] for result in results if result["device"] == "iphone-6"), []):
        if not row["timeline"].startswith("car_scooter") or row["mode"] != "car" or not row["configuration"].startswith("MA"):
            continue
        measured, guess = row["measured"], row["predicted"]
        shares = [side["reported_shares"] for side in (measured, guess)]
        text = [" / ".join(f"{100 * share:.0f}" for share in side) for side in shares]
        print(f"| {'1 m' if row['configuration'] == 'MAHFDC' else '30 m'} | {row['legs']} | {measured['p95_m']:.0f} |"
              f" {between(row, 'measured_p95_range90_low_m', 'measured_p95_range90_high_m')} | {guess['p95_m']:.0f} |"
              f" {between(row, 'predicted_p95_least_m', 'predicted_p95_largest_m')} | {measured['p95_m'] / guess['p95_m']:.2f} |"
              f" {text[0]} | {text[1]} | {100 * max(abs(a - b) for a, b in zip(*shares)):.0f} |")


if __name__ == "__main__":
    if "--page" in sys.argv:
        page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "position-errors.md")
        with contextlib.redirect_stdout(io.StringIO()) as text:
            main()
        with open(page) as file:
            kept = file.read().split("\n---\n")[0]
        with open(page, "w") as file:
            file.write(kept + "\n---\n\n" + text.getvalue())
    else:
        main()
