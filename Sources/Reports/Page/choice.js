(() => {
  "use strict";
  const choice = document.querySelector("#choice");
  const data = JSON.parse(document.querySelector("#choice-data").textContent);
  const field = Object.fromEntries([...choice.querySelectorAll("[name]")].map((input) => [input.name, input]));
  const part = (name) => choice.querySelector(name);
  const round = (value) => value === 0 ? "0" : value > 0 && value < 0.05 ? "< 0.1" : value.toFixed(value < 9.95 || (value > 99 && value < 99.95) ? 1 : 0);
  const pair = (value, other) => {
    for (let digits = 2; digits <= 6 && value !== other; digits += 1) {
      const texts = [value, other].map((part) => (digits === 2 ? round(part) : String(Number(part.toPrecision(digits)))));
      if (texts[0] !== texts[1]) return texts;
    }
    return [round(value), round(other)];
  };
  const percent = (value) => (value > 100 ? "> 100" : round(value));
  const fill = (select, entries) => {
    const old = select.value;
    select.replaceChildren(...entries.map(([value, text]) => new Option(text, value)));
    if (entries.some(([value]) => value === old)) select.value = old;
  };
  const number = (input, standard) => (Number(input.value) > 0 ? Number(input.value) : standard);
  const first = (rows, better) => rows.reduce((best, row) => (better(row, best) ? row : best));
  const list = (words) => words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " and " + words[words.length - 1];
  const names = (rows) => {
    const all = rows.map((row) => data.rows[row].name);
    if (all.length > 3) return all[0] + ", " + all[1] + " and " + (all.length - 2) + " more";
    return list(all);
  };
  const timeText = (hours) => {
    const minutes = Math.round(hours * 60), rest = minutes % 60, whole = Math.floor(minutes / 60);
    if (hours < 10 && minutes > 0) return [whole ? whole + " h" : "", rest ? rest + " min" : ""].filter(Boolean).join(" ");
    return Number(hours.toPrecision(3)) + " h";
  };
  const follow = () => {
    const use = field.use.value;
    field.span.closest("label").hidden = use !== "now";
    if (use !== "now") field.span.value = "";
    const limits = data.options.filter((option) => option.use === use && option.span === field.span.value);
    fill(field.limit, limits.map((option) => [option.limit, option.limit]));
    field.level.closest("label").hidden = field.goal.value === "";
  };
  const choose = (text) => {
    const words = text.split(":"), level = words.find((word) => word.endsWith("%"));
    const option = data.options.find((option) => option.need === words.filter((word) => word !== level).join(":"));
    if (!option) return;
    [field.use.value, field.span.value] = [option.use, option.span];
    field.goal.value = level ? "level" : "";
    if (level) field.level.value = parseFloat(level);
    follow();
    field.limit.value = option.limit;
  };
  const answer = (option, level, hours, factor) => {
    const of = (figures, row) => figures?.[option.rows.indexOf(row)];
    const share = (row) => of(option.shares, row) * 100;
    const battery = (row) => data.rows[row].drain * hours * factor;
    const cheaper = (row, other) => battery(row) < battery(other);
    const byBattery = (rows) => [...rows].sort((row, other) => battery(row) - battery(other) || row - other);
    // What the seeds tell apart, they tell apart at any hours and battery.
    const isEven = (row, other) => data.rows[row].even.includes(other);
    const apart = (row, other) => Math.abs(battery(row) - battery(other));
    const ties = (row, other) => row === other || apart(row, other) < 0.1 || (isEven(row, other) && apart(row, other) <= 1);
    const leader = (tied) => {
      const cheapest = first(tied, cheaper), cheap = tied.filter((row) => ties(row, cheapest));
      const largest = Math.max(...cheap.map(share));
      return first(cheap.filter((row) => largest - share(row) < data.unseen), cheaper);
    };
    const batteries = (rows) => {
      const texts = rows.map((row) => percent(battery(row)));
      if (new Set(texts).size === 1) return texts[0] + " %";
      return (texts.length > 3 ? texts[0] + " to " + texts[texts.length - 1] : list(texts)) + " %";
    };
    const cost = (row) => batteries([row]) + " of the battery in " + timeText(hours);
    const moving = (row) => of(option.moving, row);
    const gives = (row) => option.what + " " + round(share(row)) + " % of " + option.base
      + (moving(row) == null ? "" : " (moving: " + round(moving(row) * 100) + " %)");
    const has = (row) => "It has " + gives(row) + ".";
    const takes = (row) => [names([row]) + " takes " + cost(row) + ".", has(row)];
    const isUnsure = (row) => of(option.margins, row) != null && Math.abs(share(row) - level) < of(option.margins, row) * 100;
    const seeds = data.seeds + " seeds leave open whether ";
    const open = (rows, what) => rows.length === 0 ? [] : [seeds + names(byBattery(rows)) + " (" + batteries(byBattery(rows)) + ") "
      + (rows.length === 1 ? "is " : "are ") + what + "."];
    const openLevel = (row, cheaper) => {
      const isOpen = isUnsure(row), isOne = cheaper.length === 1;
      const verb = isOpen ? (isOne ? " does" : " do") : isOne ? " reaches it, too" : " reach it, too";
      const parts = (isOpen ? [names([row]) + " reaches it"] : []).concat(cheaper.length === 0 ? []
        : [(isOpen ? "the cheaper " : "") + names(cheaper) + " (" + batteries(cheaper) + ")" + verb]);
      return parts.length === 0 ? [] : [seeds + parts.join(", and whether ") + "."];
    };
    const tied = (rows, best) => {
      const others = byBattery(rows.filter((row) => row !== best));
      return others.length === 0 ? []
        : [names(others) + (others.length === 1 ? " ties" : " tie") + " with it, at " + batteries(others) + "."];
    };
    const top = first(option.rows, (row, best) => share(row) > share(best)), like = [top, ...option.like];
    const exact = leader(like);
    const by = exact === top ? ", by " + names([exact]) + "."
      : ". " + names([exact]) + " ties with it: " + round(share(exact)) + " %, at " + batteries([exact]) + ".";
    part(".most").textContent = "At most " + round(share(top)) + " % is reached" + by;
    part(".most").classList.toggle("over", level > share(top));
    if (!level && hours === data.hours && factor === 1) return option.verdict;
    const meeting = option.rows.filter((row) => share(row) >= (level || data.least) / 100 * 100);
    const cheapest = meeting.length === 0 ? -1 : first(meeting, cheaper);
    const same = meeting.filter((row) => row !== cheapest && ties(row, cheapest));
    const best = meeting.length === 0 ? -1 : leader([cheapest, ...same]);
    const ageless = option.rows.filter((row) => level && !meeting.includes(row) && of(option.ageless, row) * 100 >= level);
    const anyAge = ageless.length === 0 ? [] : [first(ageless, cheaper)]
      .filter((row) => best < 0 || battery(row) <= battery(best) * 2 / 3)
      .map((row) => "If positions may be old, " + names([row]) + " reaches " + round(of(option.ageless, row) * 100) + " %, at "
        + batteries([row]) + ".");
    if (option.rows.length === 1) {
      return [...takes(exact), ...(level > share(exact) ? ["That is less than " + round(level) + " %."] : []), ...anyAge].join(" ");
    }
    const own = (best) => option.rows.filter((row) => data.rows[row].isOwn && row !== best).flatMap(takes);
    const late = (row) => [of(option.length, row), of(option.late, row)].filter(Boolean);
    const leg = option.leg ? [option.leg] : [];
    const near = (wanted, most) => option.rows.filter((row) => level && !meeting.includes(row)
      && share(row) >= Math.max(wanted - 5, wanted / 2) && battery(row) <= most / 2);
    const nearest = (rows) => rows.length === 0 ? [] : [first(rows, (row, other) => share(row) > share(other))];
    if (best < 0) {
      const [wanted, most] = pair(level, share(top));
      const none = share(top) === 0 ? option.none + " ever has " + option.what.replace(/ (for|in)$/, "") + "."
        : level ? option.none + " has " + option.what + " " + wanted + " % of " + option.base + ". The most that any reaches is "
          + most + " %" + by
        : option.none + " is good enough. The most is " + gives(top) + by;
      const reaches = nearest(near(share(exact), battery(exact)))
        .map((row) => names([row]) + " reaches " + round(share(row)) + " %, at " + batteries([row]) + ".");
      const length = [of(option.length, exact)].filter(Boolean);
      const said = share(top) === 0 ? [] : [...reaches, ...length, ...(level ? openLevel(exact, []) : [])];
      return [...own(-1), none, ...said, ...leg, ...anyAge].join(" ");
    }
    if (level) {
      const unsure = byBattery(option.rows.filter((row) => !meeting.includes(row) && isUnsure(row) && cheaper(row, best)));
      const unclear = meeting.filter((row) => row !== cheapest && !ties(row, cheapest) && isEven(row, cheapest));
      const miss = nearest(near(level, battery(best)))
        .map((row) => names([row]) + " misses that by " + round(level - share(row)) + " points, at " + batteries([row]) + ".");
      return [...own(best), names([best]) + " is the cheapest that reaches " + round(level) + " %: " + cost(best) + ".", has(best),
        ...anyAge, ...tied([cheapest, ...same], best), ...late(best), ...open(unclear, "cheaper"), ...miss,
        ...openLevel(best, unsure)].join(" ");
    }
    const all = byBattery(option.rows), ends = [all[0], all[all.length - 1]];
    if (apart(...ends) <= 1) {
      const serving = like.filter((row) => meeting.includes(row)), best = leader(serving);
      return [...own(best), "All take about the same: " + batteries(ends).replace(" and ", " to ") + " of the battery in "
        + timeText(hours) + ".", names([best]) + " is the most exact: " + gives(best) + ".", ...tied(serving, best),
        ...late(best), ...open(option.unclear.filter((row) => meeting.includes(row)), "more exact"), ...leg].join(" ");
    }
    const value = (row) => share(row) - battery(row) * data.trade;
    const worth = first(meeting, (row, other) => value(row) > value(other));
    return [...own(worth), names([worth]) + " is the best value: " + cost(worth) + ".", has(worth), ...late(worth),
      "The command decides between strategies that tie."].join(" ");
  };
  const update = (event) => {
    follow();
    const option = data.options.find((option) => {
      return option.use === field.use.value && option.limit === field.limit.value && option.span === field.span.value;
    });
    if (!option) return;
    const level = field.goal.value ? Math.min(number(field.level, 90), 100) : 0, words = option.need.split(":");
    if (level) words.splice(2, 0, level + "%");
    const need = words.join(":"), hours = number(field.hours, data.hours);
    const own = Number(field.capacity.defaultValue), capacity = number(field.capacity, own);
    const isOther = data.capacity && capacity !== own;
    part(".verdict").textContent = answer(option, level, hours, isOther ? data.capacity / capacity : 1);
    part("p.about").textContent = isOther
      ? "The command has the phone's own battery; for this one write {inherits: " + data.device + ", battery: " + capacity
        + " Wh} to a file, and --device FILE." : "";
    part("code").textContent = data.command.replace(/ --(need|hours) \S+/g, "") + " --need " + need
      + (hours === data.hours ? "" : " --hours " + hours);
    const state = ["need=" + need.replace("%", "%25")];
    if (hours !== data.hours) state.push("hours=" + hours);
    if (isOther) state.push("capacity=" + capacity);
    if (event) history.replaceState(null, "", "#" + state.join("&"));
  };
  const read = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    for (const name of ["hours", "capacity"]) if (Number(state.get(name)) > 0) field[name].value = state.get(name);
    choose(state.get("need") ?? data.need);
    update();
  };
  fill(field.use, data.uses.map((use) => [use.name, use.text]));
  field.level.value = 90;
  choose(data.need);
  read();
  addEventListener("hashchange", read);
  for (const input of Object.values(field)) input.addEventListener("input", update);
  part("button").addEventListener("click", (event) => {
    getSelection().selectAllChildren(part("code"));
    navigator.clipboard?.writeText(part("code").textContent).then(() => { event.target.textContent = "Copied"; }, () => {});
  });
  choice.hidden = false;
})();
