/// The part of a page's script that answers what the reader asks: `Decision` and the sentences of `DecisionText`, from means over
/// the seeds. At the report's own hours and battery, a need without a level has the program's own sentences.
enum PageChoiceScript {
  static let text = """
    (() => {
      "use strict";
      const choice = document.querySelector("#choice");
      const data = JSON.parse(document.querySelector("#choice-data").textContent);
      const field = Object.fromEntries([...choice.querySelectorAll("[name]")].map((input) => [input.name, input]));
      const verdict = choice.querySelector(".verdict"), code = choice.querySelector("code");
      const percent = (value) => {
        return value > 100 ? "> 100" : value.toFixed(value < 9.95 || (value > 99 && value < 99.95) ? 1 : 0);
      };
      const fill = (select, entries) => {
        const old = select.value;
        select.replaceChildren(...entries.map(([value, text]) => new Option(text, value)));
        if (entries.some(([value]) => value === old)) select.value = old;
      };
      const number = (input, standard) => (Number(input.value) > 0 ? Number(input.value) : standard);
      const first = (rows, better) => rows.reduce((best, row) => (better(row, best) ? row : best));
      const names = (rows) => {
        const all = rows.map((row) => data.rows[row].name);
        if (all.length > 3) return all[0] + ", " + all[1] + " and " + (all.length - 2) + " more";
        return all.length < 2 ? all.join("") : all.slice(0, -1).join(", ") + " and " + all[all.length - 1];
      };
      fill(field.use, data.uses.map((use) => [use.name, use.text]));
      const found = () => data.options.find((option) => {
        return option.use === field.use.value && option.limit === field.limit.value && option.span === field.span.value;
      });
      const follow = () => {
        field.span.closest("label").hidden = field.use.value !== "now";
        if (field.use.value !== "now") field.span.value = "";
        const limits = data.options.filter((option) => option.use === field.use.value && option.span === field.span.value);
        fill(field.limit, limits.map((option) => [option.limit, option.limit]));
      };
      const choose = (text) => {
        const words = text.split(":"), level = words.find((word) => word.endsWith("%"));
        const option = data.options.find((option) => option.need === words.filter((word) => word !== level).join(":"));
        if (!option) return;
        field.use.value = option.use;
        field.span.value = option.span;
        follow();
        field.limit.value = option.limit;
        field.level.value = level ? Number(level.slice(0, -1)) : "";
      };
      const answer = (option, level) => {
        const hours = number(field.hours, data.hours), capacity = number(field.capacity, data.capacity);
        const factor = data.capacity ? data.capacity / capacity : 1;
        const share = (row) => option.shares[option.rows.indexOf(row)];
        const value = (row) => share(row) * 100 - hours * data.trade * data.rows[row].drain * factor;
        const exact = first(option.rows, (row, best) => share(row) > share(best));
        choice.querySelector(".most").textContent = percent(share(exact) * 100);
        const isStandard = hours === data.hours && factor === 1;
        if (!level && isStandard) return option.verdict;
        const need = option.what + " " + percent(level) + " % of " + option.base;
        const meeting = level ? option.rows.filter((row) => share(row) * 100 >= (level / 100) * 100) : option.rows;
        if (meeting.length === 0) {
          return "None has " + need + ". The most that any reaches is " + percent(share(exact) * 100) + " %, by " + names([exact]) + ".";
        }
        const best = level ? first(meeting, (row, other) => data.rows[row].drain < data.rows[other].drain)
          : first(meeting, (row, other) => value(row) > value(other));
        const ties = level ? meeting.filter((row) => data.rows[best].alike.includes(row)) : [];
        const time = hours === data.hours ? data.hoursText : hours + " h";
        return names([best, ...ties]) + (ties.length ? " are the " : " is the ") + (level ? "cheapest with " + need : "best value")
          + ": " + percent(data.rows[best].drain * hours * factor) + " % of the battery in " + time + ", "
          + option.what + " " + percent(share(best) * 100) + " % of " + option.base + ".";
      };
      const update = (event) => {
        follow();
        const option = found();
        if (!option) return;
        const level = Math.min(number(field.level, 0), 100), words = option.need.split(":");
        if (level) words.splice(2, 0, level + "%");
        verdict.textContent = answer(option, level);
        const need = words.join(":"), hours = number(field.hours, data.hours), capacity = number(field.capacity, data.capacity);
        const plain = data.command.replace(/ --(need|hours) \\S+/g, "");
        code.textContent = plain + " --need " + need + (hours === data.hours ? "" : " --hours " + hours);
        const state = ["need=" + need.replace("%", "%25")];
        if (hours !== data.hours) state.push("hours=" + hours);
        if (data.capacity && capacity !== Number(field.capacity.defaultValue)) state.push("capacity=" + capacity);
        if (event) history.replaceState(null, "", "#" + state.join("&"));
      };
      follow();
      choose(data.need);
      const state = Object.fromEntries(location.hash.slice(1).split("&").map((part) => part.split("=").map(decodeURIComponent)));
      for (const name of ["hours", "capacity"]) if (Number(state[name]) > 0 && !field[name].disabled) field[name].value = state[name];
      if (state.need) choose(state.need);
      for (const input of Object.values(field)) input.addEventListener("input", update);
      choice.querySelector("button").addEventListener("click", (event) => {
        getSelection().selectAllChildren(code);
        navigator.clipboard?.writeText(code.textContent).then(() => { event.target.textContent = "Copied"; }, () => {});
      });
      choice.hidden = false;
      update();
    })();
    """
}
