"""Writes the tables of intervals.md from the counts of the long tests.

    reports/validation/intervals.py            (make intervals counts anew)

intervals.csv has a row per parameter and length: fit, parameter, length, time constant in samples (0 for independent samples),
data sets, held, refused, whether the method is conservative, first seed (empty where it was not written down). Rows of one cell,
from different seeds, add up.
"""

import math
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
LENGTHS = [5, 10, 20, 50, 100, 500]
# Of so few intervals no share is printed.
LEAST = 20


def cells():
    found = {}
    for line in (HERE / "intervals.csv").read_text().splitlines():
        fields = line.split(",")
        fit, rest = ",".join(fields[:-8]), fields[-8:]
        key = (fit, rest[0], float(rest[1]), float(rest[2]))
        found[key] = tuple(a + int(b) for a, b in zip(found.get(key, (0, 0, 0)), rest[3:6]))
    return found


def number(x):
    return f"{x:g}"


def text(length, column, time, sets, held, refused):
    notes = []
    if length != column:
        notes.append(("n/T = " if time else "n = ") + number(length))
    if refused == sets:
        return "refused"
    n = sets - refused
    if n < LEAST:
        return f"{100 * refused / sets:.0f} % refused" if refused else "-"
    share = held / n
    error = math.sqrt(max(share * (1 - share), 0.5 / n * (1 - 0.5 / n)) / n)
    value = f"{100 * share:.1f} ± {100 * error:.1f}"
    if share < (0.88 if length < 20 else 0.92):
        value = f"**{value}**"
    if refused:
        notes.append(f"{100 * refused / sets:.0f} % refused")
    return value + (f" ({', '.join(notes)})" if notes else "")


def table(found, isCorrelated):
    rows = {}
    for (fit, parameter, length, time), counts in found.items():
        if (time > 0) == isCorrelated:
            rows.setdefault((fit, parameter), []).append((length, time, counts))
    heading = "n / T" if isCorrelated else "n"
    lines = [
        f"| Fit | Parameter | Data sets | {heading} = " + " | ".join(str(x) for x in LENGTHS) + " |",
        "|" + "---|" * (3 + len(LENGTHS)),
    ]
    for (fit, parameter), all in sorted(rows.items(), key=lambda row: row[0][0]):
        columns = {x: [] for x in LENGTHS}
        for length, time, counts in sorted(all):
            column = min(LENGTHS, key=lambda x: abs(math.log(x / length)))
            columns[column].append(text(length, column, time, *counts))
        sets = sorted({counts[0] for _, _, counts in all})
        sizes = str(sets[0]) if len(sets) == 1 else f"{sets[0]} to {sets[-1]}"
        lines.append(
            f"| {fit} | {parameter} | {sizes} | " + " | ".join("; ".join(columns[x]) or "-" for x in LENGTHS) + " |"
        )
    return "\n".join(lines)


def runs():
    """Counts of all rows at once, by their first seed."""
    found = {}
    for line in (HERE / "intervals.csv").read_text().splitlines():
        fields = line.split(",")
        sets, held, refused = (int(x) for x in fields[-5:-2])
        rows, intervals, all_held = found.get(fields[-1], (0, 0, 0))
        found[fields[-1]] = (rows + 1, intervals + sets - refused, all_held + held)
    lines = ["| First seed | Rows | Intervals | Held |", "|---:|---:|---:|---:|"]
    for seed, (rows, intervals, held) in sorted(found.items()):
        if seed and rows > 1000:
            lines.append(f"| {seed} | {rows:,} | {intervals:,} | {100 * held / intervals:.1f} % |")
    return "\n".join(lines)


def filled(content, name, text):
    begin, end = f"<!-- {name}: written by intervals.py -->", f"<!-- end of {name} -->"
    return re.sub(re.escape(begin) + ".*?" + re.escape(end), lambda _: f"{begin}\n\n{text}\n\n{end}", content, flags=re.S)


def main():
    found = cells()
    page = HERE / "intervals.md"
    below = [
        f"- {fit}, {parameter}, {'n / T' if time else 'n'} = {number(length)}: {held} of {sets - refused}"
        for (fit, parameter, length, time), (sets, held, refused) in found.items()
        if refused * 2 < sets and held / (sets - refused) < (0.88 if length < 20 else 0.92)
    ]
    heading = f"Of {len(found)} cells these lie below the requirement:\n\n" if below else ""
    listed = heading + ("\n".join(below) or f"None of {len(found)} cells lies below the requirement.")
    content = page.read_text()
    for name, text in (
        ("correlated", table(found, True)), ("independent", table(found, False)), ("below", listed), ("runs", runs())
    ):
        content = filled(content, name, text)
    page.write_text(content)


main()
