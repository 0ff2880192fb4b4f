#!/usr/bin/env python3
"""Fits both phones' powers to their measured days and writes the values into profiles/devices, and the time of the diary's code into
the mapping of MobilityNet.

Usage: python3 reports/validation/refit.py GEOJOULE DATA, with DATA such as ../shared/data/mobilitynet
Days of other use are left out (fits.md). Sources and ranges of the profiles stay; a range that no longer holds its mean with two
deviations is widened to do so.
"""
import os
import re
import sys
import tempfile

import joint_fit

HERE = os.path.dirname(os.path.abspath(__file__))
PROFILES = os.path.join(HERE, "..", "..", "profiles", "devices")
MAPPING = os.path.join(HERE, "..", "..", "Sources", "Documents", "MeasuredDays", "mobilitynet.yml")
PHONES = {"iphone-6": "iPhone 6", "nexus-6": "Nexus 6"}
OTHER_USE = "unimodal"
SCALES = {"mW": 1e-3, "mJ": 1e-3, "ms": 1e-3}


def source(phone):
    return ("reports/validation/fits.md: geojoule fit power --joint on MobilityNet battery levels of "
            f"{phone}, 85 runs of three timelines (battery.csv SHA-256 0f036d10b808 and 75e2b8357457)")


def number(text):
    return float(re.match(r"[-\d.e]+", text.strip()).group())


def fields(line):
    return dict(re.findall(r"(mean|deviation|range|trust): (\[[^]]*\]|[^,}]+)", line))


def write(profile, piece, phone):
    lines, section = profile.split("\n"), ""
    values, correlations, part = {}, [], ""
    for line in piece.split("\n"):
        if re.match(r"^[a-z]+:$", line):
            part = line[:-1]
        elif line.startswith("  - {between") and part == "correlations":
            correlations.append(re.sub(r'source: ".*"', f'source: "{source(phone)}"', line))
        elif found := re.match(r"^  ([a-z_]+): {", line):
            values[f"{part}.{found[1]}"] = line
    result = []
    for line in lines:
        if found := re.match(r"^([a-z]+):", line):
            section = found[1]
            result.append(line)
            if section == "correlations":
                result += correlations
            continue
        if section == "correlations" and "geojoule fit power --joint" in line:
            continue
        found = re.match(r"^  ([a-z_]+): {", line)
        new = values.pop(f"{section}.{found[1]}", None) if found else None
        if new:
            old, fresh = fields(line), fields(new)
            unit = " " + fresh["mean"].split(" ")[1] if " " in fresh["mean"] else ""
            scale = SCALES.get(unit.strip(), 1)
            low, high = (number(text) * SCALES.get(text.split()[-1], 1) / scale for text in old["range"].strip("[]").split(","))
            middle, spread = number(fresh["mean"]), number(fresh["deviation"])
            low, high = min(low, round(middle / (1 + 2 * spread / middle), 4)), max(high, round(middle + 2 * spread, 4))
            line = re.sub(r"mean: [^,]+, deviation: [^,]+, range: \[[^]]*\]",
                          f"mean: {fresh['mean']}, deviation: {fresh['deviation']}, range: [{low:g}{unit}, {high:g}{unit}]", line)
            line = re.sub(r"trust: \w+", f"trust: {fresh['trust']}", line)
            note = re.search(r"; mostly its prior[^\"]*", new)
            line = re.sub(r'source: ".*"', f'source: "{source(phone)}{note[0] if note else ""}"', line)
        result.append(line)
    if values:
        sys.exit(f"{phone}: the profile has no {', '.join(values)}")
    return "\n".join(result)


def main():
    tool, data = sys.argv[1:]
    for device, phone in PHONES.items():
        with tempfile.TemporaryDirectory() as folder:
            pieces = joint_fit.fitted(tool, [f"{data}/stationary", f"{data}/travel"], device, folder, "--without", OTHER_USE)
            path = os.path.join(PROFILES, f"{device}.yml")
            with open(pieces[0]) as one, open(pieces[1]) as other, open(path) as old:
                text = write(old.read(), one.read() + other.read(), phone)
            with open(MAPPING) as old:
                mapping = joint_fit.handling(folder, old.read(), device)
        with open(path, "w") as file:
            file.write(text)
        with open(MAPPING, "w") as file:
            file.write(mapping)


if __name__ == "__main__":
    main()
