#!/usr/bin/env python3
"""What the powerlog of an iPhone 13 Pro Max says, and how well a profile of it predicts its hours.

Usage: python3 reports/validation/powerlog.py ../shared/data/iphone_13_pro_max profiles/devices/iphone-13-pro-max.yml
"""
import csv
import math
import re
import statistics
import sys
from collections import defaultdict
from pathlib import Path

CLIENTS = {
    "com.apple.routined.Routine", "com.life360.safetymap", "locationd", "routined", "com.apple.icloud.FindMyDevice", "GPS",
    "com.waze.iphone", "geod", "com.apple.findmy.findmylocated", "com.apple.SafetyMonitor.SafetyMonitorLocationBundle",
}
SYSTEM = {"com.apple.routined.Routine", "locationd", "routined", "com.apple.icloud.FindMyDevice", "geod"}
PROCESSOR = {"CPU", "DRAM", "RestOfSOC", "APSOCBaseIOReport"}
DISPLAY = "DisplayDynamic"
RADIOS = {"BB", "BB-Pssi", "WiFi-Data", "WiFi-Idle", "BTIT", "Bluetooth", "NetworkWake"}


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share / 100 * len(values)))]


def slope(x, y):
    fit = statistics.linear_regression(x, y)
    return fit.slope, statistics.correlation(x, y)


def value(texts, key, default=None):
    """The mean of a key of the profile, else of its parent; powers in mW."""
    section, name = key.split(".")
    for text in texts:
        block = re.search(rf"^{section}:\n((?: .*\n)*)", text, re.M)
        found = block and re.search(rf"^  {name}: {{mean: ([\d.]+)(?: mW)?,", block.group(1), re.M)
        if found:
            return float(found.group(1))
    if default is not None:
        return default
    raise SystemExit(f"no {key} in the profile: add it, or name another profile")


def readings(path):
    return [
        (float(row["unix_s"]), float(row["accumulated_system_load_mWs"]), float(row["level_percent"]), row["is_charging"] == "1")
        for row in csv.DictReader(open(path / "battery.csv"))]


def load_of_hour(rows, start):
    """Mean load by the gauge in an hour off the charger, mW; None where it is not known."""
    energy = known = 0.0
    for before, after in zip(rows, rows[1:]):
        time, load = after[0] - before[0], after[1] - before[1]
        overlap = min(after[0], start + 3600) - max(before[0], start)
        if overlap <= 0:
            continue
        if before[3] or after[3]:
            return None
        if load >= 0 and load / time < 15_000:
            energy, known = energy + load * overlap / time, known + overlap
    return energy / known if known > 1800 else None


def battery(path):
    rows = readings(path)
    discharges, gaps, part = [], [], rows[:1]
    for before, after in zip(rows, rows[1:]):
        time, load = after[0] - before[0], after[1] - before[1]
        good = time > 0 and not before[3] and not after[3] and load >= 0 and load / time < 15_000 and after[2] <= before[2]
        if good and time > 3600:
            gaps.append((time / 3600, load / time, before[2] - after[2]))
        if good:
            part.append(after)
            continue
        discharges.append(part)
        part = [after]
    discharges.append(part)
    steps = [(after[0] - before[0], after[1] - before[1]) for before, after in zip(rows, rows[1:]) if not before[3] and not after[3]]
    known = [(time, load) for time, load in steps if 0 < time <= 3600 and 0 <= load <= 15_000 * time]
    per_percent = [((p[-1][1] - p[0][1]) / 3600 / (p[0][2] - p[-1][2]), p[0][2] - p[-1][2]) for p in discharges if p and p[0][2] - p[-1][2] >= 10]
    singles = [v for v, _ in per_percent]
    weighted = sum(v * drop for v, drop in per_percent) / sum(drop for _, drop in per_percent)
    print("\n## The whole phone, by its gauge\n")
    print(f"- Load off the charger: {sum(s[1] for s in known) / sum(s[0] for s in known):.0f} mW in the mean of {sum(s[0] for s in known) / 3600:.0f} h. `geojoule import` says the same.")
    print(f"- Load per percent of battery: {weighted:.0f} mWh (quartiles {percentile(singles, 25):.0f} to {percentile(singles, 75):.0f}) over {len(singles)} discharges of ten points and more.")
    # What the maker declares, and the health that the phone shows.
    whole = 4325 * 3.85 * 0.86 / 100
    print(f"- By design and health (4325 mAh at 3.85 V, 86 %) a percent is {whole:.0f} mWh: the gauge has {weighted / whole:.2f} of that.")
    hours = sum(g[0] for g in gaps)
    quiet = sorted(gaps, key=lambda g: g[1])
    mean = lambda some: sum(g[0] * g[1] for g in some) / sum(g[0] for g in some)
    by_fall = lambda some: weighted * sum(g[2] for g in some) / sum(g[0] for g in some)
    total, quarter = 0.0, 0.0
    for length, load, _ in quiet:
        total += length
        if total <= hours / 4:
            quarter = load
    print(f"- Gaps of more than an hour off the charger: {len(gaps)}, {hours:.0f} h, {sum(g[2] for g in gaps) / hours:.2f} %/h; load {mean(gaps):.0f} mW in the mean over the time, a quarter of the time under {quarter:.0f} mW.")
    near = [g for g in gaps if g[0] * g[1] / weighted - g[2] <= 2]
    print(f"- By their fall, at {weighted:.0f} mWh per percent, gaps have a load of {by_fall(gaps):.0f} mW. In {len(gaps) - len(near)} of them the load stands for over 2 points more than the gauge fell; the others have {mean(near):.0f} mW, by their fall {by_fall(near):.0f}.")


def hours_of(path):
    energy = defaultdict(lambda: defaultdict(float))
    for row in csv.DictReader(open(path / "component_energy.csv")):
        if int(row["interval_s"]) == 3600:
            energy[float(row["start_unix_s"])][(row["consumer"], row["component"])] += float(row["energy_uWh"]) / 1000
    return [(time, energy[time]) for time in sorted(energy)]


def total(hour, component=None, consumers=None, components=None):
    return sum(
        v for (consumer, name), v in hour.items()
        if (component is None or name == component) and (consumers is None or consumer in consumers) and (components is None or name in components))


def classes_of(hours):
    dark = [h for h in hours if total(h, DISPLAY) == 0]
    return {
        "asleep: no display, no receiver": [h for h in dark if total(h, "GPS") == 0],
        "located: receiver, no display": [h for h in dark if total(h, "GPS") > 0],
        "all without display": dark,
    }


def later(hours):
    """Fitted to the hours of the first half without display, judged on those of the second."""
    half = len(hours) // 2
    first = classes_of(hours[:half])["all without display"]
    second = classes_of(hours[half:])
    gps = [total(h, "GPS") for h in first]
    own = statistics.linear_regression(gps, [total(h) for h in first])

    def known(hour):
        return total(hour, "GPS") + total(hour, components=RADIOS) + total(hour, "CPU")

    cpu = [total(h, "CPU") for h in first]
    rest = statistics.linear_regression(cpu, [total(h) - known(h) for h in first])
    print(f"\n## Later hours\n\nFitted to {len(first)} hours without display among the first {half}, judged on {len(second['all without display'])} among the last {len(hours) - half}.\n")
    print(f"- Receiver only: {own.intercept:.1f} mW, and {own.slope:.1f} times the energy of the receiver.")
    print(f"- Components: receiver, radios and processor as the hour has them; beside them {rest.intercept:.1f} mW, and {rest.slope:.2f} times the energy of the processor.\n")
    print("| Hours | Number | Measured, mW (standard error) | Receiver only, mW | Off by, % | Components, mW | Off by, % (standard error) | Of it known components, mW |\n|---|---|---|---|---|---|---|---|")
    for name, chosen in second.items():
        found = [total(h) for h in chosen]
        measured = statistics.fmean(found)
        error = statistics.stdev(found) / len(found) ** 0.5
        one = statistics.fmean(own.intercept + own.slope * total(h, "GPS") for h in chosen)
        each = [known(h) + rest.intercept + rest.slope * total(h, "CPU") for h in chosen]
        two = statistics.fmean(each)
        spread = statistics.stdev(e - f for e, f in zip(each, found)) / len(found) ** 0.5
        print(f"| {name} | {len(chosen)} | {measured:.0f} ({error:.0f}) | {one:.0f} | {100 * (one / measured - 1):+.0f} | {two:.0f} | {100 * (two / measured - 1):+.0f} ({100 * spread / measured:.0f}) | {statistics.fmean(known(h) for h in chosen):.0f} |")
    print("\n| Component, mW in hours without display | First half | Second half |\n|---|---|---|")
    dark = second["all without display"]
    for name, parts in (("receiver", {"GPS"}), ("baseband, `BB`", {"BB"}), ("baseband, `BB-Pssi`", {"BB-Pssi"}), ("Wi-Fi and Bluetooth", RADIOS - {"BB", "BB-Pssi"}), ("processor", {"CPU"})):
        print(f"| {name} | {statistics.fmean(total(h, components=parts) for h in first):.1f} | {statistics.fmean(total(h, components=parts) for h in dark):.1f} |")


def split(hours, session):
    """What an hour asleep draws, and what one with the receiver draws beyond that and beyond receiver and session."""
    classes = classes_of(hours)
    asleep, located = (classes[name] for name in list(classes)[:2])
    rest = statistics.fmean(total(h) for h in asleep)
    return rest, statistics.fmean(total(h) - total(h, "GPS") * (1 + session) for h in located) - rest


def split_table(hours, session, profile):
    half = len(hours) // 2
    print("\n## The split by class\n\n| From | Hours asleep, mW | On the move beyond that, receiver and session, mW | Later hours: asleep, off by % (standard errors) | located |\n|---|---|---|---|---|")
    later_classes = classes_of(hours[half:])
    for name, (rest, move) in (
            ("first half", split(hours[:half], session)), ("all hours", split(hours, session)), ("the profile", profile), ("one power for all hours", (51, 0))):
        cells = []
        for chosen, extra in zip(list(later_classes.values())[:2], (0, move)):
            found = [total(h) for h in chosen]
            measured, error = statistics.fmean(found), statistics.stdev(found) / len(found) ** 0.5
            predicted = rest + extra + statistics.fmean(total(h, "GPS") for h in chosen) * (1 + session)
            cells.append(f"{100 * (predicted / measured - 1):+.0f} ({(predicted - measured) / error:+.1f})")
        print(f"| {name} | {rest:.0f} | {move:.0f} | {cells[0]} | {cells[1]} |")


def without_bare(hours):
    """What hours draw whose log has more than three components."""
    full = classes_of([h for h in hours if total(h, DISPLAY) > 0 or len({part for _, part in h}) > 3])
    parts = []
    for name, chosen in list(full.items())[:2]:
        found = [total(h) for h in chosen]
        parts.append(f"{name.split(':')[0]} {statistics.fmean(found):.0f} ({statistics.stdev(found) / len(found) ** 0.5:.0f}) mW in {len(found)} hours")
    return "Without them: " + ", ".join(parts) + "."


def hour_ranges(hours, session, profile, deviation):
    """How many single hours lie in the range of a phone's mean, and in one that has the scatter of the first half's hours."""
    rest, move = profile

    def ratios(some):
        return [math.log(total(h) / (rest + (move if total(h, "GPS") > 0 else 0) + total(h, "GPS") * (1 + session)))
                for h in classes_of(some)["all without display"]]
    bare = [total(h) for h in classes_of(hours)["all without display"] if len({part for _, part in h}) <= 3]
    half = len(hours) // 2
    first, second = ratios(hours[:half]), ratios(hours[half:])
    scatter = math.sqrt(statistics.fmean(r * r for r in first))
    print(f"\n## Single hours\n\n{len(bare)} hours without display have entries of three components or fewer: {min(bare):.1f} to {max(bare):.1f} mW, which no whole "
          "phone draws. They count here. " + without_bare(hours) + "\n\n| 90 % range, as a factor either way | Of | Hours held |\n|---|---|---|")
    for name, spread, some in (("what the profile says of a phone's mean", deviation, first + second),
                               ("the scatter of the first half's hours", scatter, second)):
        width = 1.645 * spread
        print(f"| {math.exp(width):.2f}: {name} | {'all hours' if some is not second else 'later hours'} | "
              f"{sum(abs(r) <= width for r in some)} of {len(some)} ({100 * sum(abs(r) <= width for r in some) / len(some):.0f} %) |")


def main():
    data = Path(sys.argv[1])
    profile = Path(sys.argv[2])
    texts = [profile.read_text()]
    parent = re.search(r"^inherits: (\S+)", texts[0], re.M)
    if parent:
        texts.append((profile.parent / f"{parent.group(1)}.yml").read_text())
    print("# Powerlog of an iPhone 13 Pro Max\n\nMade by `python3 reports/validation/powerlog.py ../shared/data/iphone_13_pro_max profiles/devices/iphone-13-pro-max.yml`.")
    if (data / "battery.csv").exists():
        battery(data)
    timed = hours_of(data)
    hours = [hour for _, hour in timed]
    gps = [total(h, "GPS") for h in hours]
    some = [g for g in gps if g > 0]
    if (data / "battery.csv").exists():
        rows = readings(data)
        pairs = [(total(hour), load_of_hour(rows, time)) for time, hour in timed if total(hour, DISPLAY) > 0]
        pairs = [pair for pair in pairs if pair[1] is not None]
        print(f"- {len(pairs)} hours off the charger with the display on: components {statistics.fmean(p[0] for p in pairs):.0f} mW, load by the gauge {statistics.fmean(p[1] for p in pairs):.0f}.")
    print(f"\n## Components, {len(hours)} hours\n")
    print(f"- GPS: in {len(some)} hours; {percentile(some, 90):.0f} mWh at 90 %, {percentile(some, 95):.0f} at 95 %, {max(some):.0f} at most.")
    for name, parts in (("processor and memory", {"CPU", "DRAM"}), ("and the rest of the chip", PROCESSOR)):
        rise, r = slope(gps, [total(h, consumers=CLIENTS, components=parts) for h in hours])
        print(f"- Location's clients, {name}, per energy of the receiver: slope {rise:.2f}, r {r:.2f}.")
    print(f"- The system's own location, all components: {statistics.fmean(total(h, consumers=SYSTEM) for h in hours):.1f} mW in the mean, of it without the receiver {statistics.fmean(total(h, consumers=SYSTEM) - total(h, 'GPS', SYSTEM) for h in hours):.1f}; the locator app {statistics.fmean(total(h, consumers={'com.life360.safetymap'}) for h in hours):.1f}.")
    idle = sum(value(texts, key) for key in ("base.drain", "base.background_location", "processor.suspended", "wifi.power_save", "cellular.idle", "bluetooth.idle"))
    session, receiver = value(texts, "processor.location_session"), value(texts, "gnss.tracking_strong")
    travelling = value(texts, "base.travelling", 0)
    print(f"\n## The profile against the hours\n\nAlways on: {idle:.0f} mW; on the move, in hours with the receiver, {travelling:.0f} mW more. Receiver {receiver:.0f} mW, session {session:.0f} mW: each mWh of the receiver stands for {1 + session / receiver:.2f} mWh. Measured: sum of components.\n")
    print("| Hours | Number | Measured, mW (standard error) | Receiver, mW | Predicted, mW | Off by, % | In standard errors | Other consumers, mW | Their processor | Their Wi-Fi |\n|---|---|---|---|---|---|---|---|---|---|")
    for name, chosen in classes_of(hours).items():
        if len(chosen) < 2:
            continue
        found = [total(h) for h in chosen]
        measured, receiving = statistics.fmean(found), statistics.fmean(total(h, "GPS") for h in chosen)
        moving = sum(total(h, "GPS") > 0 for h in chosen) / len(chosen)
        predicted = idle + moving * travelling + receiving * (1 + session / receiver)
        error = statistics.stdev(found) / len(found) ** 0.5
        # What is not location's: other apps and the system.
        others = [statistics.fmean(total(h, consumers={"other"}, components=parts) for h in chosen) for parts in (None, PROCESSOR, {"WiFi-Data", "WiFi-Idle"})]
        print(f"| {name} | {len(chosen)} | {measured:.0f} ({error:.0f}) | {receiving:.1f} | {predicted:.0f} | {100 * (predicted / measured - 1):+.0f} | {(predicted - measured) / error:+.1f} | " + " | ".join(f"{v:.0f}" for v in others) + " |")
    split_table(hours, session / receiver, (idle, travelling))
    deviation = math.sqrt(sum(value(texts, f"discrepancy.{kind}") ** 2 for kind in ("phone", "occasion", "run")))
    hour_ranges(hours, session / receiver, (idle, travelling), deviation)
    later(hours)


if __name__ == "__main__":
    main()
