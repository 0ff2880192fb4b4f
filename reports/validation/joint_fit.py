"""The pieces of a profile that a joint fit of battery levels gives; for refit.py and leave-one-out.py."""
import json
import math
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
# Positions from Wi-Fi on trips come each 6.9 s in the mean (docs/sources.md, A2).
WIFI_INTERVAL = 6.9


def value(text, section, key, part="mean"):
    """The mean of a profile's key, or another part, in the unit that the profile has."""
    body = re.search(rf"^{section}:\n((?:  .*\n)+)", text, re.M).group(1)
    return float(re.search(rf"^  {key}: {{.*?{part}: ([\d.e-]+)", body, re.M).group(1))


def fitted(tool, folders, device, place, *options):
    """Fits and returns two files: what the program prints for a profile, and what follows from its table of parameters."""
    printed, table, more = (os.path.join(place, name) for name in ("printed.yml", "fit.json", "more.yml"))
    joint = [word for folder in folders for word in ("--joint", folder)]
    before = os.path.join(HERE, "mobilitynet", f"{device}-before.yml")
    done = subprocess.run(
        [tool, "fit", "power", *joint, "--device", before, *options, "--yaml", printed, "--json", table, "--quiet"],
        capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    with open(table) as file:
        rows = {row[0]: row for row in json.load(file)["sections"][0]["tables"][0]["rows"]}
    with open(os.path.join(HERE, "..", "..", "profiles", "devices", f"{device}.yml")) as file:
        profile = file.read()
    with open(printed) as file:
        correlations = [line for line in file if "processor.location_session" in line and "wifi_session" not in line]
    with open(more, "w") as file:
        file.write(following(rows, profile, correlations))
    return printed, more


def handling(place, mapping, device):
    """The mapping with the time that the diary's code takes on an Android in a fit: `handling_time`, beside the profile's `delivery_time`.

    - place: the folder that `fitted` wrote to.
    """
    with open(os.path.join(place, "fit.json")) as file:
        rows = {row[0]: row for row in json.load(file)["sections"][0]["tables"][0]["rows"]}
    if "app.storing" not in rows:
        return mapping
    with open(os.path.join(HERE, "..", "..", "profiles", "devices", f"{device}.yml")) as file:
        profile = file.read()
    storing, reading = (max(0, float(rows[name][1]) / value(profile, "processor", "active") * 1000
                            - value(profile, "processor", "delivery_time") / 1000) for name in ("app.storing", "app.storing_and_reading"))

    def line(text):
        # Always on, and each 30 s, it stores positions; on trips it also reads them again, each second.
        both = "kind: android_trip_tracking" in text and "interval: 1 s" in text
        return re.sub(r"handling_time: [\d.]+ s", f"handling_time: {reading if both else storing:.2f} s", text)
    return "".join(line(text) for text in mapping.splitlines(keepends=True))


def following(rows, profile, correlations):
    """The gauge, the app's work, and how phones, days and runs differ."""
    def lognormal(*names):
        """Mean and deviation of a product."""
        medians, spreads = [], []
        for name in names:
            median = float(rows[name][1])
            medians.append(math.log(median))
            spreads.append(math.log(float(rows[name][2].split(" to ")[1]) / median) / 1.96)
        variance = sum(spread ** 2 for spread in spreads)
        mean = math.exp(sum(medians) + variance / 2)
        return mean, mean * math.sqrt(math.exp(variance) - 1)

    sections = {}

    def add(section, key, mean, deviation, unit="", scale=1, learned=100):
        low, high = (mean / (1 + deviation / mean) ** 4, mean * (1 + deviation / mean) ** 4) if mean > 0 else (0, 4 * deviation)
        if section == "discrepancy":
            # A profile's most.
            high = min(high, 2 if key == "rest" else 1)
        trust = "fitted" if learned >= 50 else "estimate"
        note = "" if learned >= 50 else f"; mostly its prior: the data give {learned:.0f} % of its precision"
        numbers = [f"{number * scale:.4g}{unit}" for number in (mean, deviation, low, high)]
        sections.setdefault(section, []).append(
            f"  {key}: {{mean: {numbers[0]}, deviation: {numbers[1]}, range: [{numbers[2]}, {numbers[3]}], "
            f'distribution: lognormal, trust: {trust}, source: "joint fit{note}"}}')

    add("battery", "gauge_plateau", max(1e-4, float(rows["gauge.hold"][1]) / 100), float(rows["gauge.hold_deviation"][1]) / 100)
    if "app.deliveries" in rows:
        active = value(profile, "processor", "active") / 1000
        add("processor", "wifi_session", *lognormal("processor.location_session"), " mW", 1000)
        add("processor", "delivery_time", *(part / active for part in lognormal("app.deliveries")), " ms", 1000,
            float(rows["app.deliveries"][4]))
        add("processor", "wifi_fix", *(WIFI_INTERVAL * part for part in lognormal("wifi.positions_on_trips")), " mJ", 1000,
            float(rows["wifi.positions_on_trips"][4]))
    if "share_dozing" in rows:
        parts = [lognormal("share_dozing", "processor.location_session"),
                 lognormal("share_dozing", "gnss.tracking_strong", "acquiring_over_tracking")]
        add("processor", "dozing_session", sum(part[0] for part in parts), max(part[1] for part in parts), " mW", 1000)
        watt_hours = value(profile, "battery", "energy") * value(profile, "battery", "health")
        add("battery", "gauge_first_drop", *(part / watt_hours for part in lognormal("first_hour_at_rest")))
    for kind in ("phone", "occasion", "run", "rest", "location"):
        row = rows[f"{kind}_deviation"]
        low, high = (float(end) for end in row[2].split(" to "))
        add("discrepancy", kind, float(row[1]), float(row[1]) * math.log(high / low) / (2 * 1.96))
    # What the fit leaves open of a session with its receiver, in strong signal. How well that is known is an estimate.
    (session, one), (receiver, other) = lognormal("processor.location_session"), lognormal("gnss.tracking_strong")
    common = next((float(re.search(r"value: ([-\d.]+)", line)[1]) for line in correlations if "gnss.tracking_strong" in line), 0)
    left = math.sqrt(one ** 2 + other ** 2 + 2 * common * one * other) / (session + receiver)
    add("discrepancy", "tracking", left, 0.3 * left)
    text = "".join(f"{section}:\n" + "\n".join(lines) + "\n" for section, lines in sections.items())
    if "app.deliveries" in rows:
        twins = [line.replace("processor.location_session", "processor.wifi_session") for line in correlations]
        twins.append('  - {between: [processor.location_session, processor.wifi_session], value: 0.99, source: "joint fit"}\n')
        text += "correlations:\n" + "".join(twins)
    return text
