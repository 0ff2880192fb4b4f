"""Positions that a phone puts on its own map of roads, found without knowing the map; for position-errors.py and vehicle-tails.py.

Satellites put two rides on one road metres apart. A phone that matches to its map puts them on one line. So a stretch of 10 m of a leg
coincides where the leg's mean distance from the route is within 0.3 m of that of two other legs there, of any phone of the kind. A position
is on the map where half of the five stretches around it or more coincide. Errors themselves play no part.
"""
import statistics
from collections import defaultdict

STRETCH, NEAR, OTHERS, AROUND = 10, 0.3, 2, 2


def coinciding(offsets):
    """Of distances left of the route by leg: for each leg whether two others are near; nothing where there are no two others."""
    return {leg: sum(abs(offset - other) < NEAR for name, other in offsets.items() if name != leg) >= OTHERS
            for leg, offset in offsets.items()} if len(offsets) > OTHERS else {}


def on_map(place, coincide):
    """Whether a stretch is on the map, from those around it that can tell."""
    known = [coincide[near] for near in range(place - AROUND, place + AROUND + 1) if near in coincide]
    return len(known) >= 2 and 2 * sum(known) >= len(known)


def mark(parts, satellite):
    """Gives each part the set of its positions that are on the map ("on_map"), and what share of its satellites' those are."""
    places, stretches = {}, defaultdict(lambda: defaultdict(dict))
    for index, part in enumerate(parts):
        run = part["run"]
        part["on_map"] = set()
        if run["os"] == "ios" and run["config"].startswith("MA"):
            continue
        own = defaultdict(list)
        for fix in satellite(part):
            offset = part["way"].signed(fix.place)
            if offset is not None:
                places[fix] = int(part["way"].along(fix.place) // STRETCH)
                own[places[fix]].append(offset)
        for place, offsets in own.items():
            # Phones that ride together share no error that is this small, but two of one leg are one witness of the way.
            stretches[(run["os"], run["timeline"], part["mode"])][place][index] = statistics.fmean(offsets)
    coincide = defaultdict(dict)
    for by_place in stretches.values():
        for place, offsets in by_place.items():
            for index in offsets:
                others = {other: offset for other, offset in offsets.items() if other == index or parts[other]["leg"] != parts[index]["leg"]}
                if index in (found := coinciding(others)):
                    coincide[index][place] = found[index]
    for index, part in enumerate(parts):
        part["on_map"] = {fix for fix in satellite(part) if fix in places and on_map(places[fix], coincide[index])}


def table(parts, satellite, percentile):
    """The shares, and errors across the route with and without those positions."""
    print("\n## Positions on the phone's map of roads\n")
    print(f"A stretch of {STRETCH} m of a leg coincides where its mean distance from the route is within {NEAR} m of that of two other legs. A position "
          "is on the map where half of the five stretches around it coincide. The Nexus, and modes on other ways, show what chance gives.\n")
    print("| Timeline | Phone | Setting | Mode | Legs | Fixes | On the map, %, by leg | On the map: 50 / 95 %, m | Others: 50 / 95 %, m |\n"
          "|---|---|---|---|---|---|---|---|---|")
    groups = defaultdict(list)
    for part in parts:
        if satellite(part) and not (part["run"]["os"] == "ios" and part["run"]["config"].startswith("MA")):
            groups[(part["run"]["timeline"].split("_")[0], part["run"]["phone"], part["run"]["config"], part["mode"])].append(part)
    shares = {}
    for key, legs in sorted(groups.items()):
        errors = ([], [])
        for part in legs:
            for fix in satellite(part):
                distance = part["way"].across(fix.place)
                if distance is not None:
                    errors[fix not in part["on_map"]].append(distance)
        count = sum(map(len, errors))
        if count < 60:
            continue
        shares[key] = len(errors[0]) / count
        cells = [f"{percentile(side, 50):.1f} / {percentile(side, 95):.1f}" if len(side) >= 30 else "-" for side in errors]
        by_leg = " ".join(f"{100 * len(part['on_map']) / len(satellite(part)):.0f}" for part in legs)
        print(f"| {' | '.join(key)} | {len(legs)} | {count} | {by_leg} | {cells[0]} | {cells[1]} |")
    return shares
