#!/usr/bin/env python3
"""Which ratio of the reported and the true 68 % radius makes simulated radii hold as many errors across the route as measured ones.

Usage: python3 reports/validation/android-report.py GEOJOULE DATA
DATA is the folder mobilitynet. Settled satellite positions of the Nexus 6 count: polls each 30 s begin anew each time. Prints a table of
position-errors.md. Needs no library.
"""
import importlib
import math
import os
import sys
import tempfile

left = importlib.import_module("positions-left-out")
MEDIANS = (0.65, 0.8, 0.95, 1.1, 1.3, 1.6)


def crossing(shares, wanted):
    """The median at which a rising share is `wanted`, in the logarithm; `None` beyond the grid."""
    for (a, low), (b, high) in zip(shares, shares[1:]):
        if low <= wanted <= high:
            return math.exp(math.log(a) + (wanted - low) / (high - low) * math.log(b / a))
    return None


def main(tool, data):
    found = {}
    for median in MEDIANS:
        with tempfile.TemporaryDirectory() as place:
            own = left.profile("nexus-6", {r"(  report: {median: )": median}, place)
            for row in left.validated(tool, os.path.join(data, "travel"), own)["satellites"]:
                if row["configuration"] and row["measured"] and row["predicted"] and not row["configuration"].endswith("AMFDC"):
                    found.setdefault((row["configuration"], row["mode"]), []).append((median, row["predicted"]["held"], row["measured"]))
    print("## The radius that the Nexus reports\n")
    print("By `android-report.py`. Settled positions of satellites, across the route. Medians are of the report over the true radius of 68 %. At "
          "the last column's simulated radii hold as many errors as measured ones.\n")
    print("| Setting | Mode | Fixes | Held, measured, % | " + " | ".join(f"Held with {median}, %" for median in MEDIANS) + " | Equal at |")
    print("|---|---|---|---|" + "---|" * (len(MEDIANS) + 1))
    total = sum(rows[0][2]["fixes"] for rows in found.values())
    pooled = [(median, sum(rows[i][1] * rows[0][2]["fixes"] for rows in found.values()) / total) for i, median in enumerate(MEDIANS)]
    wanted = sum(rows[0][2]["held"] * rows[0][2]["fixes"] for rows in found.values()) / total
    lines = [(setting, mode, rows[0][2]["fixes"], rows[0][2]["held"], [(median, share) for median, share, _ in rows])
             for (setting, mode), rows in found.items()] + [("all", "all", total, wanted, pooled)]
    for setting, mode, fixes, held, shares in lines:
        equal = crossing(shares, held)
        print(f"| {setting} | {mode} | {fixes} | {100 * held:.0f} | " + " | ".join(f"{100 * share:.0f}" for _, share in shares)
              + f" | {'-' if equal is None else f'{equal:.2f}'} |")


if __name__ == "__main__":
    main(left.days.program(sys.argv[1]), os.path.abspath(sys.argv[2]))
