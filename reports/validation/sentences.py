#!/usr/bin/env python3
"""Numbers in the sentences of these pages that nothing computed: neither in a table or list of a script, nor in a profile or the rules.

Usage: python3 reports/validation/sentences.py
Prints PAGE:LINE and the numbers, and ends with 1 if there are any. What a script wrote stands in tables, between comments, or below
the line "Made by". Words, names in backticks, links and counts up to 12 are not judged.
"""
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
PAGES = ["measured-phones.md", "measured-phones-tables.md", "position-errors.md", "published.md", "android-profiles.md",
         "components.md", "fits.md", "fits-held-out.md", "modern-phones.md", "intervals.md", "../../docs/validation.md"]
# A paragraph that cites this page may name its numbers.
SOURCES = "docs/sources.md"
# Whose constants a sentence may name.
RULES = ["profiles/devices/*.yml", "Sources/Measured/Validation/*.swift", "Sources/Documents/MeasuredDays/*.swift",
         "Sources/Analysis/Validation/*.swift"]
NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w]|\.\d)")


def plain(line):
    """Without code, addresses, dates and versions."""
    line = re.sub(r"`[^`]*`", "", line)
    line = re.sub(r"\]\([^)]*\)", "]", line)
    line = re.sub(r"\b\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December)\b", "", line)
    return re.sub(r"\b(iPhone|Nexus|Pixel|Galaxy|Android|iOS|Table|section|session|Part) \d+\b", "", line)


def paragraphs(lines):
    """Which lines belong together: a bullet or what stands between empty lines."""
    number, found = 0, []
    for line in lines:
        number += not line.strip() or line.startswith("- ")
        found.append(number)
    return found


def judged(path, known, sources):
    inside = code = False
    with open(path) as file:
        lines = file.read().splitlines()
    places = paragraphs(lines)
    citing = {place for place, line in zip(places, lines) if "sources.md" in line}
    for number, line in enumerate(lines, 1):
        if line.startswith("<!-- "):
            inside = not line.startswith("<!-- end")
        if line.startswith("Made by "):
            return
        code ^= line.startswith("```")
        if inside or code or line.startswith(("|", "#")):
            continue
        for text in NUMBER.findall(plain(line)):
            value = text.replace(",", "")
            if not (value.isdigit() and (int(value) <= 12 or 1990 <= int(value) <= 2030)) and value not in known \
                    and not (places[number - 1] in citing and value in sources):
                yield number, text


def computed(path):
    """Numbers of tables and of what a script wrote."""
    found, inside, made = set(), False, False
    with open(path) as file:
        lines = file.read().splitlines()
    for line in lines:
        if line.startswith("<!-- "):
            inside = not line.startswith("<!-- end")
        made = made or line.startswith("Made by ")
        if inside or made or line.startswith(("|", "Within ")):
            found.update(text.replace(",", "") for text in re.findall(r"\d[\d,]*(?:\.\d+)?", line))
    return found


def main():
    constants = set()
    for rule in RULES:
        for name in glob.glob(os.path.join(ROOT, rule)):
            with open(name) as file:
                constants.update(re.findall(r"\d+(?:\.\d+)?", file.read()))
    with open(os.path.join(ROOT, SOURCES)) as file:
        sources = set(re.findall(r"\d+(?:\.\d+)?", file.read()))
    wrong = 0
    for page in PAGES:
        path = os.path.join(HERE, page)
        for number, text in judged(path, computed(path) | constants, sources):
            print(f"{page}:{number}: {text}")
            wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
