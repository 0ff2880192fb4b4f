"""Reference values of the drive fits, from the logs of ../shared/data/drive_tests with NumPy and SciPy only.

    python3 drive_reference.py /path/to/shared/data/drive_tests

Nothing of GeoJoule is used: rows of one time stamp are merged, the way is added up in steps of 10 m on the sphere, cell changes
are counted between known cells less than 30 s apart, and lg(rate) is regressed on the received power by ordinary least squares
and by maximum likelihood with a Gauss-Markov process and white noise (Cholesky of the full covariance).
"""

import csv
import glob
import math
import os
import sys
from datetime import datetime, timezone

import numpy as np
from scipy import optimize, stats


def earth(lat, lon):
    a, f = 6378137.0, 1 / 298.257223563
    e2 = f * (2 - f)
    phi, lam = math.radians(lat), math.radians(lon)
    n = a / math.sqrt(1 - e2 * math.sin(phi) ** 2)
    return np.array([n * math.cos(phi) * math.cos(lam), n * math.cos(phi) * math.sin(lam), n * (1 - e2) * math.sin(phi)])


def number(text):
    return None if text in ("", "-", "2147483647") else float(text)


def mean(values):
    values = [v for v in values if v is not None]
    return sum(values) / len(values) if values else None


def read(path):
    rows = list(csv.DictReader(open(path)))
    seconds = []
    for row in rows:
        stamp = datetime.strptime(row["Timestamp"], "%Y.%m.%d_%H.%M.%S").replace(tzinfo=timezone.utc).timestamp()
        seconds.append((stamp, row))
    seconds.sort(key=lambda pair: pair[0])
    merged = []
    start = 0
    for i in range(len(seconds)):
        if i + 1 < len(seconds) and seconds[i + 1][0] == seconds[start][0]:
            continue
        group = [row for _, row in seconds[start : i + 1]]
        idle = all(row["State"] == "I" for row in group if row["State"] in ("I", "D", "VD"))
        merged.append(
            dict(
                time=seconds[start][0],
                place=earth(float(group[-1]["Latitude"]), float(group[-1]["Longitude"])),
                rsrp=mean([number(r["RSRP"]) for r in group]),
                snr=mean([number(r["SNR"]) for r in group]),
                dl=mean([number(r["DL_bitrate"]) for r in group]) * 1e3,
                mode=group[-1]["NetworkMode"],
                cell=group[-1]["RAWCELLID"],
                idle=idle,
            )
        )
        start = i + 1
    total, anchor = 0.0, None
    for second in merged:
        if anchor is None:
            anchor = second["place"]
        gap = float(np.linalg.norm(second["place"] - anchor))
        if gap >= 10:
            total += gap
            anchor = second["place"]
        second["way"] = total
    return rows, merged


def changes(seconds):
    return sum(
        1 for a, b in zip(seconds, seconds[1:]) if a["cell"] != b["cell"] and b["time"] - a["time"] <= 30
    )


def likelihood(times, drives, x, y):
    """Maximum of the Gaussian likelihood over deviation, time constant and white noise; slope profiled out."""
    apart = np.abs(times[:, None] - times[None, :])
    same = drives[:, None] == drives[None, :]
    design = np.stack([np.ones_like(x), x], axis=1)

    def solve(p):
        variance, time, white = math.exp(p[0]), math.exp(p[1]), math.exp(p[2])
        cov = variance * np.exp(-apart / time) * same + white * np.eye(len(x))
        factor = np.linalg.cholesky(cov)
        a, b = np.linalg.solve(factor, design), np.linalg.solve(factor, y)
        beta, *_ = np.linalg.lstsq(a, b, rcond=None)
        rest = b - a @ beta
        return np.log(np.diag(factor)).sum() + 0.5 * rest @ rest, beta, np.linalg.inv(a.T @ a)

    best = optimize.minimize(lambda p: solve(p)[0], [math.log(0.1), math.log(20), math.log(0.05)], method="Nelder-Mead",
                             options=dict(xatol=1e-3, fatol=1e-4, maxiter=400))
    _, beta, cov = solve(best.x)
    return beta, np.sqrt(np.diag(cov)), np.exp(best.x)


def main(folder):
    everything = []
    for path in sorted(glob.glob(os.path.join(folder, "*.csv"))):
        rows, seconds = read(path)
        n, km = changes(seconds), seconds[-1]["way"] / 1000
        line = f"{os.path.basename(path)}: rows {len(rows)}, seconds {len(seconds)}, km {km:.4f}, changes {n}"
        if km > 0.2:
            low = stats.chi2.ppf(0.025, 2 * n) / 2 / km if n else 0
            line += f", per km {n / km:.5f} ({low:.5f} to {stats.chi2.ppf(0.975, 2 * n + 2) / 2 / km:.5f})"
        print(line)
        modes = {}
        for a, b in zip(seconds, seconds[1:]):
            if b["time"] - a["time"] <= 30:
                modes[a["mode"]] = modes.get(a["mode"], 0) + b["time"] - a["time"]
        print("   seconds by mode", dict(sorted(modes.items())))
        everything.append(seconds)
    five = [(k, s) for k, seconds in enumerate(everything) for s in seconds if s["mode"] == "5G" and not s["idle"]]
    # As answers of the uplink would be, seconds without a transfer are left out: under 1 % of the fastest tenth.
    rates = sorted(s["dl"] for _, s in five)
    limit = 0.01 * rates[min(len(rates) - 1, len(rates) * 9 // 10)]
    five = [(k, s) for k, s in five if s["dl"] >= limit]
    x = np.array([(s["rsrp"] + 100) / 10 for _, s in five])
    y = np.log10([s["dl"] for _, s in five])
    slope, intercept = np.polyfit(x, y, 1)
    print(f"5G downlink: n {len(x)}, limit {limit:.1f}, OLS intercept {intercept:.6f}, slope {slope:.6f}, "
          f"scatter {np.std(y - intercept - slope * x, ddof=1):.6f}")
    # One drive, every fifth second: small enough for the full covariance.
    one = [(k, s) for k, s in five if k == 1][::5]
    x = np.array([(s["rsrp"] + 100) / 10 for _, s in one])
    y = np.log10([s["dl"] for _, s in one])
    beta, error, noise = likelihood(
        np.array([s["time"] for _, s in one]), np.array([k for k, _ in one]), x, y)
    slope, intercept = np.polyfit(x, y, 1)
    print(f"   second drive, every fifth second: n {len(x)}, OLS intercept {intercept:.6f}, slope {slope:.6f}")
    print(f"   ML with correlated noise: intercept {beta[0]:.4f} +- {error[0]:.4f}, slope {beta[1]:.4f} +- {error[1]:.4f}, "
          f"variance {noise[0]:.4f}, time {noise[1]:.1f} s, white {noise[2]:.4f}")


if __name__ == "__main__":
    main(sys.argv[1])
