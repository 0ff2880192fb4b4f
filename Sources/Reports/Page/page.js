(() => {
  "use strict";
  const make = (name, parent, text) => {
    const element = document.createElement(name);
    if (text) element.textContent = text;
    if (parent) parent.append(element);
    return element;
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    const cells = [...table.tHead.rows[0].cells];
    cells.forEach((cell, column) => {
      const button = make("button");
      button.type = "button";
      button.append(...cell.childNodes);
      cell.append(button);
      button.addEventListener("click", () => {
        const down = cell.getAttribute("aria-sort") === "ascending";
        for (const other of cells) other.removeAttribute("aria-sort");
        cell.setAttribute("aria-sort", down ? "descending" : "ascending");
        for (const body of table.tBodies) {
          const rows = [...body.rows].filter((row) => row.className !== "group").map((row, order) => {
            const text = row.cells[column].dataset.v ?? row.cells[column].textContent.trim();
            return { row, order, text, number: Number(text), missing: text === "" || text === "-" };
          });
          rows.sort((a, b) => {
            if (a.missing || b.missing) return a.missing - b.missing || a.order - b.order;
            const numbers = !Number.isNaN(a.number) && !Number.isNaN(b.number);
            const order = numbers ? a.number - b.number : a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
            return (down ? -order : order) || a.order - b.order;
          });
          body.append(...rows.map((entry) => entry.row));
        }
      });
    });
  }
  const two = (value) => String(value).padStart(2, "0");
  const clock = (seconds, fine) => {
    const day = Math.floor(seconds / 86400), rest = seconds - day * 86400;
    const time = two(Math.floor(rest / 3600)) + ":" + two(Math.floor(rest / 60) % 60) + (fine ? ":" + two(Math.floor(rest) % 60) : "");
    return seconds === 86400 ? "24:00" + (fine ? ":00" : "") : day > 0 ? time + " +" + day : time;
  };
  const main = document.querySelector("main");
  const members = (row) => document.querySelectorAll('[data-row="' + row + '"]');
  const mark = (row) => {
    for (const old of document.querySelectorAll("[data-row].on")) old.classList.remove("on");
    main.classList.toggle("marking", row !== undefined);
    if (row !== undefined) for (const member of members(row)) member.classList.add("on");
  };
  for (const event of ["mouseover", "focusin"]) {
    main.addEventListener(event, (found) => mark(found.target.closest("[data-row]")?.dataset.row));
  }
  for (const event of ["mouseleave", "focusout"]) main.addEventListener(event, () => mark());
  for (const figure of document.querySelectorAll("figure")) {
    const named = [...figure.querySelectorAll("svg * > title")].map((title) => title.parentNode)
      .filter((shape) => shape.localName !== "text");
    const hasTime = figure.querySelector("svg[data-seconds]") !== null;
    if (!hasTime && named.length === 0) continue;
    const values = make("p");
    values.className = "values";
    values.setAttribute("role", "status");
    values.textContent = "Point at a " + (hasTime ? "curve, or move with the arrow keys, for the values at a time."
      : "mark, or reach it with the Tab key, for its values.");
    const caption = figure.querySelector("figcaption");
    if (caption) caption.before(values);
    else figure.append(values);
    // A mark and its label are one stop.
    const stops = new Map(named.map((shape) => {
      return [shape.ownerSVGElement.getAttribute("class") + shape.querySelector("title").textContent, shape];
    }).reverse());
    if (stops.size <= 400) for (const shape of stops.values()) {
      shape.setAttribute("tabindex", "0");
      shape.setAttribute("role", "img");
      shape.setAttribute("aria-label", shape.querySelector("title").textContent);
      shape.ownerSVGElement.setAttribute("role", "group");
    }
    for (const event of ["mouseover", "focusin"]) figure.addEventListener(event, (found) => {
      for (let shape = found.target; shape.ownerSVGElement; shape = shape.parentNode) {
        const title = shape.querySelector(":scope > title");
        if (title) values.textContent = title.textContent;
        if (title) return;
      }
    });
  }
  for (const table of document.querySelectorAll("table.sortable")) {
    const linked = [...table.querySelectorAll("tbody tr[data-row]")], bar = make("div");
    bar.className = "tools";
    if (linked.length > 3) {
      const label = make("label", bar, "Filter strategies "), field = make("input", label);
      for (const row of linked) row.tabIndex = 0;
      field.type = "search";
      field.addEventListener("input", () => {
        const words = field.value.toLowerCase().split(/[\s,]+/).filter((word) => word);
        for (const row of linked) {
          const text = row.textContent.toLowerCase();
          const out = words.length > 0 && !words.some((word) => text.includes(word));
          for (const member of members(row.dataset.row)) member.classList.toggle("out", out);
        }
      });
    }
    const most = Number(/most-(\d+)/.exec(table.className)?.[1] ?? 8);
    if (table.tHead.rows[0].cells.length > most) {
      const label = make("label", bar), box = make("input", label);
      box.type = "checkbox";
      label.append(" all columns");
      const follow = () => {
        for (const row of table.rows) [...row.cells].slice(most).forEach((cell) => { cell.hidden = !box.checked; });
      };
      box.addEventListener("change", follow);
      follow();
    }
    if (bar.firstChild) table.parentNode.before(bar);
  }
  for (const figure of document.querySelectorAll("figure.baselines")) {
    const sets = [...figure.querySelectorAll("g.whiskers")];
    const names = new Map(sets.map((set) => [set.dataset.base, set.dataset.name]));
    if (names.size < 2) continue;
    const bar = make("div"), label = make("label", bar, "Whiskers: ratio to "), choice = make("select", label);
    bar.className = "tools";
    for (const [base, name] of names) make("option", choice, name).value = base;
    choice.value = sets.find((set) => !set.hasAttribute("display")).dataset.base;
    choice.addEventListener("change", () => {
      for (const set of sets) {
        if (set.dataset.base === choice.value) set.removeAttribute("display");
        else set.setAttribute("display", "none");
      }
      const key = [...figure.querySelectorAll("text.note")].find((text) => text.textContent.startsWith("ratio to "));
      if (key) key.textContent = `ratio to ${names.get(choice.value)}`;
    });
    figure.prepend(bar);
  }
  for (const chart of document.querySelectorAll("svg[data-seconds]")) {
    const data = chart.dataset, figure = chart.closest("figure"), values = figure.querySelector("p.values");
    const from = Number(data.from), to = Number(data.to), seconds = Number(data.seconds);
    const curves = [...figure.querySelectorAll("g[data-levels]")].map((group) => {
      return { name: group.dataset.name, group, levels: group.dataset.levels.split(" ").map(Number) };
    });
    const line = document.createElementNS(chart.namespaceURI, "line");
    line.setAttribute("class", "cursor");
    line.setAttribute("y1", 12);
    line.setAttribute("y2", data.height);
    line.setAttribute("visibility", "hidden");
    chart.append(line);
    let at = 0;
    const show = (next) => {
      const view = chart.querySelector("svg.zoomable")?.viewBox.baseVal ?? { x: 0, width: seconds };
      at = Math.min(Math.max(next, 0), 1);
      const x = from + at * (to - from), share = (view.x + at * view.width) / seconds;
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
      line.setAttribute("visibility", "visible");
      const found = curves.filter((curve) => !curve.group.classList.contains("out")).map((curve) => {
        return [curve.name, curve.levels[Math.round(share * (curve.levels.length - 1))]];
      });
      if (data.unit === "%") found.sort((a, b) => a[1] - b[1]);
      const texts = found.slice(0, 12).map(([name, level]) => name + " " + level.toFixed(level < 10 ? 1 : 0) + " " + data.unit);
      values.textContent = clock(Number(data.begin) + share * seconds, view.width < 3600) + ": " + texts.join(", ")
        + (found.length > 12 ? ", and " + (found.length - 12) + " more" : "");
    };
    chart.tabIndex = 0;
    chart.addEventListener("pointermove", (event) => {
      const box = chart.getBoundingClientRect(), scale = chart.viewBox.baseVal.width / box.width;
      show(((event.clientX - box.left) * scale - from) / (to - from));
    });
    chart.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      show(at + (event.key === "ArrowLeft" ? -1 : 1) / 48);
    });
  }
  const steps = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 21600, 43200, 86400];
  for (const figure of document.querySelectorAll("figure.zoom")) {
    const views = [...figure.querySelectorAll("svg.zoomable")], first = views[0].parentNode.dataset;
    const span = Number(first.seconds), begin = Number(first.begin);
    const least = Math.min(span, Math.max(span / 400, 10));
    let from = 0, to = span;
    const bar = document.createElement("div");
    bar.className = "tools";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Zoom of the timeline; keys plus, minus, arrows and 0");
    const show = (start, length) => {
      length = Math.min(Math.max(length, least), span);
      from = Math.min(Math.max(start, 0), span - length);
      to = from + length;
      for (const view of views) {
        const { from: left, to: right, ticks } = Object.fromEntries(
          Object.entries(view.parentNode.dataset).map(([name, value]) => [name, Number(value)]));
        const step = steps.find((value) => length / value <= ticks) ?? 604800;
        view.setAttribute("viewBox", from + " 0 " + length + " " + view.getAttribute("height"));
        const old = [...view.parentNode.querySelectorAll("g.clock")];
        const model = old[0];
        if (!model) continue;
        for (let tick = Math.ceil((begin + from) / step) * step; tick <= begin + to; tick += step) {
          const mark = model.cloneNode(true), x = left + (tick - begin - from) / length * (right - left);
          const line = mark.querySelector("line"), text = mark.querySelector("text");
          line.setAttribute("x1", x);
          line.setAttribute("x2", x);
          text.textContent = clock(tick, step < 60);
          view.before(mark);
          const half = 3.6 * text.textContent.length, width = view.parentNode.viewBox.baseVal.width;
          text.setAttribute("x", Math.min(Math.max(x, half), width - half));
        }
        for (const mark of old) mark.remove();
      }
      status.textContent = clock(begin + from, length < 3600) + " to " + clock(begin + to, length < 3600);
    };
    const zoom = (factor, at = 0.5) => {
      const length = Math.min(Math.max((to - from) * factor, least), span);
      show(from + ((to - from) - length) * at, length);
    };
    const move = (share) => show(from + (to - from) * share, to - from);
    const actions = [
      ["Zoom in", () => zoom(0.5)], ["Zoom out", () => zoom(2)], ["Earlier", () => move(-0.5)],
      ["Later", () => move(0.5)], ["All", () => show(0, span)],
    ];
    for (const [name, act] of actions) {
      const button = make("button", bar, name);
      button.type = "button";
      button.addEventListener("click", act);
    }
    const status = make("span", bar);
    status.setAttribute("role", "status");
    const keys = {
      "+": 0, "=": 0, "-": 1, ArrowLeft: 2, ArrowRight: 3, 0: 4, Home: 4,
    };
    bar.addEventListener("keydown", (event) => {
      if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      actions[keys[event.key]][1]();
    });
    figure.prepend(bar);
    for (const view of views) {
      const place = (event) => {
        const box = view.getBoundingClientRect();
        return Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
      };
      const root = view.parentNode;
      root.addEventListener("wheel", (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        zoom(event.deltaY < 0 ? 0.7 : 1 / 0.7, place(event));
      }, { passive: false });
      root.addEventListener("pointerdown", (event) => {
        if (event.button !== 0 || to - from >= span) return;
        const start = from, grip = place(event);
        const drag = (moved) => show(start - (place(moved) - grip) * (to - from), to - from);
        const drop = () => {
          window.removeEventListener("pointermove", drag);
          window.removeEventListener("pointerup", drop);
        };
        window.addEventListener("pointermove", drag);
        window.addEventListener("pointerup", drop);
      });
    }
    show(0, span);
  }
})();
