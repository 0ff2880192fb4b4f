"""Opens pages in headless Chromium through its driver's own protocol and uses them as readers do.

Usage: browser_check.py PAGE... ; prints `ok NAME` or `fail NAME: DETAIL`, a line each.
"""
import functools
import http.server
import json
import pathlib
import socket
import subprocess
import sys
import threading
import time
import urllib.request


class Browser:
    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={self.port}", "--log-level=SEVERE"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                if self.call("GET", "/status")["ready"]:
                    break
            except OSError:
                time.sleep(0.1)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900"]
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = "/session/" + session["sessionId"]

    def call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method, data=data,
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())["value"]

    def command(self, name, parameters):
        return self.call("POST", self.session + "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def open(self, address, scripts=True):
        self.command("Emulation.setScriptExecutionDisabled", {"value": not scripts})
        self.call("POST", self.session + "/url", {"url": address})

    def log(self):
        return self.call("POST", self.session + "/se/log", {"type": "browser"})

    def run(self, script, *arguments):
        return self.call("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def keys(self, *keys):
        actions = [step for key in keys for step in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})]
        self.call("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def close(self):
        try:
            self.call("DELETE", self.session)
        finally:
            self.driver.kill()
            self.driver.wait()


class Blocking(http.server.SimpleHTTPRequestHandler):
    """Serves the page with a policy that forbids every style and every script, as some build servers do."""

    def end_headers(self):
        self.send_header("Content-Security-Policy", "default-src 'none'; sandbox")
        super().end_headers()

    def log_message(self, *arguments):
        pass


def check(name, passed, detail=""):
    print(("ok " if passed else "fail ") + name + ("" if passed else f": {detail}"), flush=True)


SNAPSHOT = """
const boxes = [...document.querySelectorAll('h1,h2,.finding,th,td,figure>svg')];
return {text: document.body.innerText, drawings: document.querySelectorAll('figure>svg').length,
  hidden: boxes.filter(b => b.checkVisibility() && !b.closest('details') && b.getBoundingClientRect().width === 0).length,
  ground: getComputedStyle(document.body).backgroundColor}
"""


def readable(browser, page, mode):
    seen = browser.run(SNAPSHOT)
    check(f"{page} {mode}: readable", len(seen["text"]) > 500 and seen["hidden"] == 0 and seen["drawings"] >= 2, seen)
    return seen


def sorting(browser, page):
    result = browser.run("""
      return [...document.querySelectorAll('table.sortable')].map(table => {
        const column = () => [...table.tBodies[0].rows].filter(r => r.cells.length > 1).map(r => r.cells[1].dataset.v ?? r.cells[1].textContent.trim());
        const head = table.tHead.rows[0].cells[1], button = head.querySelector('button');
        const start = column();
        button.click();
        const up = column(), upState = head.getAttribute('aria-sort');
        button.click();
        return {start, up, upState, down: column(), downState: head.getAttribute('aria-sort')};
      });""")
    def ordered(values):
        numbers = []
        for value in values:
            try:
                numbers.append(float(value))
            except ValueError:
                return values == sorted(values)
        return numbers == sorted(numbers)
    for index, table in enumerate(result):
        shown = [value for value in table["up"] if value not in ("", "-")]
        check(f"{page}: table {index} sorts", ordered(shown) and sorted(table["up"]) == sorted(table["start"])
              and table["upState"] == "ascending" and table["downState"] == "descending"
              and ordered([value for value in table["down"] if value not in ("", "-")][::-1]), table)


VIEW = "return document.querySelector('svg.zoomable').getAttribute('viewBox').split(' ').map(Number)"
STATUS = "return document.querySelector('.tools [role=status]').textContent"


def zooming(browser, page):
    if not browser.run("return document.querySelector('svg.zoomable') !== null"):
        return
    start = browser.run(VIEW)
    browser.run("document.querySelector('figure.zoom .tools button').focus()")
    browser.keys("\ue007")  # Enter presses the button that has the focus
    half = browser.run(VIEW)
    check(f"{page}: Enter on 'Zoom in' halves the view", half[2] == start[2] / 2, half)
    browser.keys("+", "+")
    eighth = browser.run(VIEW)
    check(f"{page}: the plus key zooms", eighth[2] == start[2] / 8, eighth)
    ticks = browser.run("return [...document.querySelectorAll('g.clock text')].map(t => t.textContent)")
    check(f"{page}: the axis follows", len(ticks) >= 3 and len(ticks) == len(browser.run(
        "return [...document.querySelectorAll('g.clock')]")), ticks)
    browser.keys("\ue014")  # right arrow
    moved = browser.run(VIEW)
    check(f"{page}: the arrow moves", moved[0] > eighth[0] and moved[2] == eighth[2], moved)
    said = browser.run(STATUS)
    check(f"{page}: the change is announced", " to " in said, said)
    for _ in range(30):
        browser.keys("+")
    check(f"{page}: zooming ends somewhere", browser.run(VIEW)[2] >= 9, browser.run(VIEW))
    browser.keys("0")
    check(f"{page}: 0 shows all", browser.run(VIEW) == start, browser.run(VIEW))


CONTROLS = "[...document.querySelectorAll('thead button, .tools button, summary, .scroll')].filter(e => e.checkVisibility())"


def tabbing(browser, page):
    browser.run("const top = document.querySelector('h1'); top.tabIndex = -1; top.focus()")
    for _ in range(800):
        browser.keys("\ue004")
        focus = browser.run("""
          const a = document.activeElement;
          a.dataset.reached = "";
          return {name: a === document.body ? "" : a.tagName + " " + a.textContent.slice(0, 20),
            outline: getComputedStyle(a).outlineStyle}""")
        if not focus["name"]:
            break
        if focus["outline"] == "none":
            check(f"{page}: focus can be seen", False, focus["name"])
            return
    missed = browser.run(f"return {CONTROLS}.filter(e => !('reached' in e.dataset)).map(e => e.textContent.slice(0, 20))")
    count = browser.run(f"return {CONTROLS}.length")
    check(f"{page}: Tab reaches every control", count > 5 and missed == [], missed)


def sorting_by_keyboard(browser, page):
    head = "[...document.querySelectorAll('table.sortable thead th:nth-child(2)')].find((cell) => cell.checkVisibility())"
    browser.run(f"{head}.querySelector('button').focus()")
    state = f"return {head}.getAttribute('aria-sort')"
    before = browser.run(state)
    browser.keys("\ue007")
    check(f"{page}: Enter sorts", browser.run(state) not in (None, before), before)


INSIDE = """
const wrong = [];
if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is wider than the screen");
for (const drawing of document.querySelectorAll("figure > svg")) {
  if (!drawing.getClientRects().length) continue;
  const edge = drawing.getBoundingClientRect(), texts = [...drawing.querySelectorAll("text")];
  const boxes = texts.map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() })).filter((t) => t.box.width > 0);
  for (const { text, box } of boxes) {
    if (box.left < edge.left - 0.5 || box.right > edge.right + 0.5 || box.top < edge.top - 0.5 || box.bottom > edge.bottom + 0.5)
      wrong.push("outside: " + text);
  }
  boxes.forEach((a, place) => {
    for (const b of boxes.slice(place + 1)) {
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (across > 1 && down > 4) wrong.push("over each other: " + a.text + " and " + b.text);
    }
  });
}
return wrong;
"""


def texts_inside(browser, page):
    for width in (1280, 390):
        browser.command("Emulation.setDeviceMetricsOverride",
                        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        wrong = browser.run(INSIDE)
        check(f"{page}: texts at {width} px lie inside their drawings, none over another", wrong == [], wrong[:5])
    browser.command("Emulation.clearDeviceMetricsOverride", {})


NAMELESS = """
const id = (name) => document.getElementById(name)?.textContent.trim();
return [...document.querySelectorAll("svg[role], [tabindex], button, input, select, table, figure")].filter((e) => {
  if (e.localName === "figure" || e.localName === "table")
    return !(e.closest("[aria-label]") ?? e.closest("section")?.querySelector("h2, summary"));
  const parts = (e.getAttribute("aria-labelledby") ?? "").split(" ").filter((part) => part);
  const name = e.getAttribute("aria-label") || (parts.length && parts.every(id) && parts.map(id).join(" "))
    || e.closest("label")?.textContent.trim() || e.textContent.trim();
  return !name;
}).map((e) => e.outerHTML.slice(0, 80));
"""


def names(browser, page):
    nameless = browser.run(NAMELESS)
    check(f"{page}: a screen reader has a name for every control and drawing", nameless == [], nameless[:5])


def values_on_focus(browser, page):
    silent = browser.run("""
      return [...document.querySelectorAll("figure")].filter((figure) => {
        const values = figure.querySelector("p.values");
        const stop = figure.querySelector("svg [tabindex], svg[tabindex]");
        if (!values || !stop || !stop.checkVisibility()) return false;
        const before = values.textContent;
        stop.focus();
        stop.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true, cancelable: true}));
        return values.textContent === before;
      }).map((figure) => figure.textContent.trim().slice(0, 60));""")
    check(f"{page}: values show on focus", silent == [], silent)
    missing = browser.run("""
      return [...document.querySelectorAll("figure")].filter((figure) => !figure.querySelector("p.values"))
        .map((figure) => figure.querySelector("svg title").textContent);""")
    check(f"{page}: every drawing has values, but the map", all("Map" in title for title in missing), missing)


def marking_and_filtering(browser, page):
    if not browser.run("return document.querySelector('tbody tr[data-row]') !== null"):
        return
    marked = browser.run("""
      const row = document.querySelector("tbody tr[data-row]"), name = row.dataset.row;
      row.dispatchEvent(new MouseEvent("mouseover", {bubbles: true}));
      const on = [...document.querySelectorAll("svg [data-row].on")].every((shape) => shape.dataset.row === name);
      const count = document.querySelectorAll("svg [data-row].on").length;
      const dim = document.querySelector("main").classList.contains("marking");
      document.querySelector("main").dispatchEvent(new MouseEvent("mouseleave"));
      return {on, count, dim, left: document.querySelectorAll(".on").length};""")
    check(f"{page}: a row under the pointer is marked in the charts",
          marked["on"] and marked["count"] > 0 and marked["dim"] and marked["left"] == 0, marked)
    filtered = browser.run("""
      const field = document.querySelector(".tools input[type=search]");
      if (!field) return null;
      const rows = [...document.querySelectorAll("tbody tr[data-row]")].filter((row) => row.checkVisibility());
      field.value = rows[0].cells[0].textContent.replace("★", "").trim();
      field.dispatchEvent(new Event("input"));
      const out = rows.filter((row) => !row.checkVisibility());
      const shapes = [...document.querySelectorAll("svg [data-row]")].filter((shape) => {
        return out.some((row) => row.dataset.row === shape.dataset.row) && shape.getClientRects().length > 0;
      });
      const result = {out: out.length, all: rows.length, first: rows[0].checkVisibility(), shapes: shapes.length};
      field.value = "";
      field.dispatchEvent(new Event("input"));
      return {...result, back: rows.every((row) => row.checkVisibility())};""")
    if filtered is not None:
        check(f"{page}: the filter hides rows in table and charts", 0 < filtered["out"] < filtered["all"]
              and filtered["first"] and filtered["shapes"] == 0 and filtered["back"], filtered)


def main():
    browser = Browser()
    try:
        for path in map(pathlib.Path, sys.argv[1:]):
            page = path.name
            browser.log()
            browser.open(path.resolve().as_uri())
            light = readable(browser, page, "scripts on")
            sorting(browser, page)
            sorting_by_keyboard(browser, page)
            zooming(browser, page)
            texts_inside(browser, page)
            names(browser, page)
            values_on_focus(browser, page)
            marking_and_filtering(browser, page)
            tabbing(browser, page)
            check(f"{page} scripts on: silent console", (entries := browser.log()) == [], entries)

            browser.command("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
            dark = browser.run(SNAPSHOT)
            check(f"{page}: light is white, dark is not", light["ground"] == "rgb(255, 255, 255)" != dark["ground"],
                  (light["ground"], dark["ground"]))
            browser.command("Emulation.setEmulatedMedia", {"media": "print", "features": []})
            check(f"{page}: print is white", browser.run(SNAPSHOT)["ground"] == "rgb(255, 255, 255)")
            browser.command("Emulation.setEmulatedMedia", {"media": "", "features": []})

            browser.open(path.resolve().as_uri(), scripts=False)
            time.sleep(0.3)
            readable(browser, page, "scripts off")
            check(f"{page} scripts off: silent console", (entries := browser.log()) == [], entries)

            handler = functools.partial(Blocking, directory=str(path.parent))
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            browser.open(f"http://127.0.0.1:{server.server_port}/{page}")
            bare = readable(browser, page, "all inline code blocked")
            check(f"{page}: blocked styles have no effect", bare["ground"] in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"), bare["ground"])
            black = browser.run("""
              return [...document.querySelectorAll('svg path, svg rect, svg circle')].filter(e => !e.closest('clipPath,pattern')
                && getComputedStyle(e).fill === 'rgb(0, 0, 0)' && !e.hasAttribute('fill')).length""")
            check(f"{page}: drawings keep their colours without a style sheet", black == 0, black)
            server.shutdown()
            # The server's policy refuses the page's one style and one script; nothing else may be wrong.
            refusals = [entry["message"] for entry in browser.log() if "favicon" not in entry["message"]]
            check(f"{page}: only the one style and the one script are refused",
                  len(refusals) == 2 and all("Content Security Policy" in text or "sandboxed" in text for text in refusals),
                  refusals)
    finally:
        browser.close()


if __name__ == "__main__":
    main()
