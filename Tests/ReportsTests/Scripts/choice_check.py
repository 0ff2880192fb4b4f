"""Asks a page what a reader asks it, with its own controls, and prints its answer.

Usage: choice_check.py PAGE USE LIMIT SPAN HOURS LEVEL... ; prints a line for each LEVEL, which may be empty: the verdict. Then the
command of the last one, the verdict after opening the page anew with its fragment, and what the console says.
"""
import pathlib
import sys

from browser_check import Browser

SET = """
for (const [name, value] of arguments[0]) {
  const field = document.querySelector(`#choice [name=${name}]`);
  field.value = value;
  field.dispatchEvent(new Event("input", {bubbles: true}));
}
"""
VERDICT = "return document.querySelector('#choice').checkVisibility() ? document.querySelector('#choice .verdict').textContent : ''"


def main():
    page, use, limit, span, hours, *levels = sys.argv[1:]
    browser = Browser()
    try:
        browser.open(pathlib.Path(page).resolve().as_uri())
        for level in levels:
            browser.run(SET, [("use", use), ("span", span), ("limit", limit),
                              ("goal", "level" if level else ""), ("level", level), ("hours", hours)])
            print(browser.run(VERDICT))
        print(browser.run("return document.querySelector('#choice code').textContent"))
        address = browser.run("return location.href")
        browser.open("about:blank")
        browser.open(address)
        print(browser.run(VERDICT))
        print(browser.log())
    finally:
        browser.close()


main()
