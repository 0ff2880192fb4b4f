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
    const share = (row) => option.shares[option.rows.indexOf(row)] * 100;
    const battery = (row) => data.rows[row].drain * hours * factor;
    const batteries = (rows) => {
      const texts = rows.map((row) => percent(battery(row)));
      if (new Set(texts).size === 1) return texts[0] + " %";
      return (texts.length > 3 ? texts[0] + " to " + texts[texts.length - 1] : list(texts)) + " %";
    };
    const cost = (rows) => batteries(rows) + " of the battery in " + timeText(hours);
    const moving = (row) => option.moving?.[option.rows.indexOf(row)];
    const gives = (row) => option.what + " " + round(share(row)) + " % of " + option.base
      + (moving(row) == null ? "" : " (" + round(moving(row) * 100) + " % of the moving time)");
    const open = (row, cheaper) => {
      const index = option.rows.indexOf(row), margin = option.margins[index];
      const isOpen = level && margin != null && Math.abs(option.shares[index] - level / 100) < margin;
      const ends = isOpen ? [" does", " do"] : [" reaches it, too", " reach it, too"];
      const parts = (isOpen ? ["whether " + names([row]) + " reaches it"] : []).concat(cheaper.length === 0 ? []
        : ["whether " + (isOpen ? "the cheaper " : "") + names(cheaper) + " (" + batteries(cheaper) + ")"
          + ends[cheaper.length === 1 ? 0 : 1]]);
      return parts.length === 0 ? [] : [data.seeds + " seeds leave open " + parts.join(", and ") + "."];
    };
    const takes = (row) => names([row]) + " takes " + cost([row]) + ", with " + gives(row) + ".";
    const top = first(option.rows, (row, best) => share(row) > share(best)), exact = option.exact;
    const by = exact === top ? ", by " + names([exact]) + "."
      : ". " + names([exact]) + " ties with it: " + round(share(exact)) + " %, at " + batteries([exact]) + ".";
    part(".most").textContent = "At most " + round(share(top)) + " % is reached" + by;
    part(".most").classList.toggle("over", level > share(top));
    if (!level && hours === data.hours && factor === 1) return option.verdict;
    const less = level > share(exact) ? " That is less than " + round(level) + " %." : "";
    if (option.rows.length === 1) return takes(exact) + less;
    const value = (row) => share(row) - battery(row) * data.trade;
    const meeting = option.rows.filter((row) => share(row) >= (level || data.least) / 100 * 100);
    const cheaper = (row, other) => battery(row) < battery(other);
    const cheapest = meeting.length === 0 ? -1 : first(meeting, cheaper);
    // Ties are those at the report's own hours and battery.
    const isAsReported = hours === data.hours && factor === 1;
    const cheap = meeting.filter((row) => row === cheapest || (isAsReported && data.rows[cheapest].alike.includes(row)));
    const largest = Math.max(...cheap.map(share));
    const best = meeting.length === 0 ? -1
      : level ? first(cheap.filter((row) => largest - share(row) < data.unseen), cheaper)
      : first(meeting, (row, other) => value(row) > value(other));
    const own = option.rows.filter((row) => data.rows[row].isOwn && row !== best).map(takes);
    if (best < 0) {
      const [wanted, most] = pair(level, share(top));
      own.push(share(top) === 0 ? "None of these ever has " + option.what.replace(/ (for|in)$/, "") + "."
        : level ? "None of these has " + option.what + " " + wanted + " % of " + option.base + ". The most that any reaches is "
        + most + " %" + by : "None of these is good enough. The most is " + gives(top) + by);
      const near = !level ? [] : option.rows.filter((row) => {
        const most = share(exact);
        return share(row) >= Math.max(most - 5, most / 2) && battery(row) <= battery(exact) / 2;
      });
      if (near.length > 0) {
        const row = first(near, (row, best) => share(row) > share(best));
        own.push(names([row]) + " reaches " + round(share(row)) + " %, at " + batteries([row]) + ".");
      }
      own.push(...open(exact, []), ...(option.leg ? [option.leg] : []));
      return own.join(" ");
    }
    const tied = (level ? cheap : []).filter((row) => row !== best)
      .sort((row, other) => battery(row) - battery(other) || row - other);
    const ties = tied.length === 0 ? []
      : [names(tied) + (tied.length === 1 ? " ties" : " tie") + " with it, at " + batteries(tied) + "."];
    const need = level ? "cheapest with " + option.what + " " + round(level) + " % of " + option.base : "best value";
    const near = !level ? [] : option.rows.filter((row) => {
      return !meeting.includes(row) && share(row) >= Math.max(level - 5, level / 2) && battery(row) <= battery(best) / 2;
    });
    const unsure = !level ? [] : option.rows.filter((row) => {
      const index = option.rows.indexOf(row), margin = option.margins[index];
      return !meeting.includes(row) && margin != null && level / 100 - option.shares[index] < margin
        && battery(row) < battery(best);
    }).sort((row, other) => battery(row) - battery(other) || row - other);
    const late = [option.late?.[option.rows.indexOf(best)]].filter(Boolean);
    const miss = near.length === 0 ? [] : [first(near, (row, other) => share(row) > share(other))].map((row) => {
      return names([row]) + " misses that by " + round(level - share(row)) + " points, at " + percent(battery(row)) + " %.";
    });
    return [...own, names([best]) + " is the " + need + ": " + cost([best]) + ", " + gives(best) + ".", ...ties, ...late,
      ...miss, ...open(best, unsure)].join(" ");
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
        + " Wh} to a file, and --device FILE."
      : hours !== data.hours ? "The command decides between strategies that tie." : "";
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
