#!/usr/bin/env python3
"""Each component with a published measured power against the profiles, alone.

Usage: python3 reports/validation/components.py profiles/devices ../shared/data
"""
import csv
import math
import re
import statistics
import sys
from pathlib import Path

UNITS = {"": 1.0, "W": 1000.0, "mW": 1.0, "J": 1000.0, "mJ": 1.0, "mW/(Mbit/s)": 1.0}


def load(folder, name):
    text = (folder / f"{name}.yml").read_text()
    values, section = {}, ""
    for line in text.splitlines():
        if re.match(r"^[a-z_]+:$", line):
            section = line[:-1]
        found = re.match(r"^  ([a-z_]+): \{mean: ([\d.]+) ?(\S*), deviation: ([\d.]+) ?(\S*),.*?distribution: (\w+)", line)
        if found and found.group(3) in UNITS:
            mean, deviation = float(found.group(2)) * UNITS[found.group(3)], float(found.group(4)) * UNITS[found.group(5)]
            values[f"{section}.{found.group(1)}"] = (mean, deviation, found.group(6))
    parent = re.search(r"^inherits: (\S+)", text, re.M)
    return {**load(folder, parent.group(1)), **values} if parent else values


def central(mean, deviation, distribution):
    """The central 90 % of a value."""
    if distribution == "lognormal":
        spread = math.sqrt(math.log(1 + (deviation / mean) ** 2))
        middle = math.log(mean) - spread * spread / 2
        return math.exp(middle - 1.645 * spread), math.exp(middle + 1.645 * spread)
    return max(0, mean - 1.645 * deviation), mean + 1.645 * deviation


def product(values, keys):
    """A value, or the product of two, as `value*multiplier`."""
    parts = [values[key] for key in keys.split("*")]
    mean = math.prod(part[0] for part in parts)
    deviation = mean * math.sqrt(math.prod(1 + (part[1] / part[0]) ** 2 for part in parts) - 1)
    return parts[0] if len(parts) == 1 else (mean, deviation, "lognormal")


def shown(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def small_cores(data):
    """Power of a small core, median of its clocks, from Tensor G1 to G4."""
    found = []
    for name in ("gs101", "gs201", "zuma", "zumapro"):
        rows = list(csv.DictReader(open(data / "cpu_power" / f"{name}.results.csv")))
        first = min(int(row["CPU"]) for row in rows)
        found.append(statistics.median(float(row["Power (mW)"]) for row in rows if int(row["CPU"]) == first))
    return statistics.fmean(found)


# What, published figure in mW (mJ, mW per Mbit/s), where, device, keys added up and taken off, whether the value was taken from it.
ROWS = [
    ("GNSS, tracking", 112, "iPhone 13 Pro Max, powerlog, Apple's split (A9)", "modern-phone", ["gnss.tracking_strong"], [], "in part"),
    ("GNSS, tracking", 69, "u-blox MAX-M8Q, data sheet (A1)", "modern-phone", ["gnss.tracking_strong"], [], "no"),
    ("GNSS, tracking", 30, "Broadcom BCM4778, maker's claim (A1)", "modern-phone", ["gnss.tracking_strong"], [], "no"),
    ("GNSS, tracking", 47, "Pixel 7, declared (A9)", "pixel-7", ["gnss.tracking_strong"], [], "in part"),
    ("GNSS, tracking", 44, "17 Android profiles of 2013 to 2022, declared (A1)", "modern-phone", ["gnss.tracking_strong"], [], "no"),
    ("GNSS, acquiring", 185, "169 Android profiles of 2015 to 2022, declared (A1)", "modern-phone", ["gnss.acquiring"], [], "no"),
    ("GNSS, one power", 305, "Nexus 5, declared (A1)", "nexus-6", ["gnss.tracking_strong"], [], "no"),
    ("GNSS, on", 269, "Nexus One, PowerTutor, measured (A1)", "nexus-one", ["gnss.tracking_strong"], [], "yes"),
    ("GNSS, on", 280, "Samsung Captivate, ARO, measured (A1)", "htc-dream", ["gnss.tracking_strong"], [], "no"),
    ("Wi-Fi, power save", 30, "Galaxy S2, EnergyBox, measured (A2)", "iphone-6", ["wifi.power_save"], [], "no"),
    ("Wi-Fi, awake", 250, "Galaxy S2, EnergyBox, measured (A2)", "iphone-6", ["wifi.active"], [], "in part"),
    ("Wi-Fi, active", 403, "ARO, measured (A2)", "iphone-6", ["wifi.receive"], [], "no"),
    ("Wi-Fi, scan of 35 channels, mJ", 850, "Nexus 5, declared (A2)", "modern-phone", ["wifi.scan_full"], [], "in part"),
    ("Wi-Fi, receiving", 363, "Pixel 6 and 7, declared (A9)", "modern-phone", ["wifi.receive"], [], "no"),
    ("Wi-Fi, sending", 1739, "Pixel 6 and 7, declared (A9)", "modern-phone", ["wifi.transmit"], [], "no"),
    ("LTE, promotion", 1211, "Huang 2012, measured (A4)", "iphone-6", ["lte.promotion"], [], "in part"),
    ("LTE, tail", 1060, "Huang 2012, measured (A4)", "iphone-6", ["lte.long_drx"], [], "in part"),
    ("LTE, base of a transfer", 570, "Galaxy S20, SIGCOMM 2021, measured (A4)", "modern-phone", ["lte.transferring"], [], "no"),
    ("LTE, uplink, per Mbit/s", 76.7, "Galaxy S20, SIGCOMM 2021, measured (A4)", "modern-phone", ["lte.uplink"], [], "yes"),
    ("5G NSA, at low rates", 1443, "Galaxy S20, SIGCOMM 2021, measured (A4)", "modern-phone", ["nr_nsa.connected"], [], "in part"),
    ("5G SA, at low rates", 1100, "Galaxy S20, SIGCOMM 2021, measured (A4)", "modern-phone", ["nr_sa.connected"], [], "yes"),
    ("5G NSA, uplink in good signal, per Mbit/s", 13, "Galaxy S20 Ultra, SIGCOMM 2021, measured (A9)", "modern-phone", ["nr_nsa.uplink"], [], "no"),
    ("5G NSA, uplink in weak signal, per Mbit/s", 24, "Galaxy S20 Ultra, SIGCOMM 2021, measured (A9)", "modern-phone",
     ["nr_nsa.uplink*cellular.weak_transfer_multiplier"], [], "no"),
    ("Core, small, busy", "cores", "Tensor G1 to G4, freqbench, measured (A9)", "modern-phone", ["processor.active"], ["processor.awake_idle"], "yes"),
    ("Core, busy", 548, "Nexus One, PowerTutor, measured (A6)", "nexus-one", ["processor.active"], [], "yes"),
    ("Modem, idle", 20, "Huang 2012, measured paging (A4)", "iphone-6", ["cellular.idle"], [], "no"),
    ("Phone asleep, all parts", 51, "iPhone 13 Pro Max, powerlog, sum of components (A9)", "modern-phone",
     ["base.drain", "base.background_location", "processor.suspended", "wifi.power_save", "cellular.idle", "bluetooth.idle"], [], "yes"),
    ("Phone asleep, all parts", 73, "iPhone 13 Pro Max, gauge, quietest quarter (A9)", "modern-phone",
     ["base.drain", "base.background_location", "processor.suspended", "wifi.power_save", "cellular.idle", "bluetooth.idle"], [], "no"),
    ("Phone asleep, all parts", 51, "Pixel 7, declared (A9)", "pixel-7",
     ["base.drain", "base.background_location", "processor.suspended", "wifi.power_save", "cellular.idle", "bluetooth.idle"], [], "yes"),
]


def main():
    folder, data = Path(sys.argv[1]), Path(sys.argv[2])
    print("| Component | Published, mW | Source (docs/sources.md) | Profile | Value, mW | 90 % of draws | Off by, % | Within | Value taken from it |")
    print("|---|---|---|---|---|---|---|---|---|")
    inside = independent = independent_inside = count = 0
    for name, published, source, device, plus, minus, taken in ROWS:
        if published == "cores":
            published = small_cores(data)
        values = load(folder, device)
        parts = [product(values, keys) for keys in plus]
        if len(parts) == 1:
            low, high = central(*parts[0])
        else:
            mean, deviation = sum(p[0] for p in parts), math.sqrt(sum(p[1] ** 2 for p in parts))
            low, high = central(mean, deviation, "lognormal")
        less = sum(values[key][0] for key in minus)
        value, low, high = sum(p[0] for p in parts) - less, max(0, low - less), high - less
        within = low <= published <= high
        count, inside = count + 1, inside + within
        if taken.startswith("no"):
            independent, independent_inside = independent + 1, independent_inside + within
        print(f"| {name} | {shown(published)} | {source} | {device} | {shown(value)} | {shown(low)} to {shown(high)} | {100 * (value / published - 1):+.0f} | {'yes' if within else 'no'} | {taken} |")
    print(f"\nWithin 90 % of draws: {inside} of {count}; of those that the values were not taken from, {independent_inside} of {independent}.")


if __name__ == "__main__":
    main()
