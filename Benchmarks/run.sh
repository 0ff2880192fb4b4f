#!/bin/sh
# Times the reference phone-day in GeoJoule, plain C++, ns-3 and SimPy, a fit beside SciPy's, the program itself, and sweeps.
# Called by `make bench`, which builds the Swift part. Fails when they do not agree on the joules of the day without
# noise, the fits on what they found, or a sweep with shared timelines on the bytes of one without.
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.."

rounds=9
swift_day=.build/release/PhoneDayBenchmark
cpp_day=Benchmarks/build/phone_day
ns3_day=Benchmarks/build/phone_day_ns3
site=Benchmarks/.venv
figures=$(mktemp -d)
trap 'rm -rf "$figures"' EXIT

say() { echo "bench: $1" >&2; }

[ -x "$swift_day" ] || { say "error: $swift_day is missing; run \`make bench\`"; exit 1; }
subjects="geojoule"

# Plain C++, with whichever compiler there is.
compiler=
for candidate in ${CXX:-} c++ g++ clang++; do
  if command -v "$candidate" >/dev/null 2>&1; then compiler=$candidate && break; fi
done
if [ -z "$compiler" ]; then
  say "no C++ compiler; the C++ part is skipped"
else
  mkdir -p Benchmarks/build
  # Without contraction the sums have the same bits as Swift's on every processor.
  if "$compiler" -O2 -std=c++17 -ffp-contract=off -o "$cpp_day" Benchmarks/cpp/phone_day.cpp; then
    subjects="$subjects cpp"
  else
    say "$compiler could not build Benchmarks/cpp/phone_day.cpp; the C++ part is skipped"
  fi
  # ns-3, where its headers are (Debian: libns3-dev). Versions differ in what their libraries are called.
  ns3=$(find /usr/lib /usr/local/lib /opt/homebrew/lib -name 'libns3*core*.so' -o -name 'libns3*core*.dylib' 2>/dev/null | head -n 1)
  if [ -n "$ns3" ] && "$compiler" -O2 -std=c++17 -ffp-contract=off -o "$ns3_day" Benchmarks/ns3/phone_day.cpp "$ns3" 2>/dev/null; then
    subjects="$subjects ns3"
  else
    say "no ns-3 to build with (Debian: libns3-dev); the ns-3 part is skipped"
  fi
fi

# SimPy, in a folder of its own: a virtual environment, or a plain folder where Python has no venv module.
has_simpy() { [ -n "$python" ] && PYTHONPATH=$site/site "$python" -c 'import simpy' >/dev/null 2>&1; }
python=
if ! command -v python3 >/dev/null 2>&1; then
  say "no python3; the SimPy part is skipped"
else
  [ -x "$site/bin/python" ] && python=$site/bin/python
  if ! has_simpy; then
    say "installing SimPy in $site"
    if python3 -m venv "$site" >/dev/null 2>&1 && "$site/bin/python" -m pip install --quiet 'simpy>=4.1,<5' >/dev/null 2>&1; then
      python=$site/bin/python
    else
      python=python3
      python3 -m pip install --quiet --target "$site/site" 'simpy>=4.1,<5' >/dev/null 2>&1 || true
    fi
  fi
  if has_simpy; then
    subjects="$subjects simpy"
  else
    say "SimPy could not be installed (no pip or no network); the SimPy part is skipped"
  fi
fi

day() {
  subject=$1
  shift
  case $subject in
    geojoule) "$swift_day" "$@" ;;
    cpp) "$cpp_day" "$@" ;;
    ns3) "$ns3_day" "$@" ;;
    simpy) PYTHONPATH=$site/site "$python" Benchmarks/simpy/phone_day.py "$@" ;;
  esac
}

# 1. Without noise all must agree.
for subject in $subjects; do echo "name=$subject $(day "$subject" --no-noise)"; done >"$figures/exact"
awk '
  {
    for (i = 1; i <= NF; i++) { split($i, pair, "="); value[pair[1]] = pair[2] }
    if (NR == 1) { for (key in value) first[key] = value[key] }
    if (value["events"] != first["events"] || value["deliveries"] != first["deliveries"]) {
      printf "bench: error: %s counts %d events and %d deliveries, geojoule %d and %d\n", value["name"],
        value["events"], value["deliveries"], first["events"], first["deliveries"]
      bad = 1
    }
    split("gnss_J wifi_J cellular_J energy_J error_p95_m", keys, " ")
    for (k in keys) {
      key = keys[k]; gap = value[key] / first[key] - 1; if (gap < 0) gap = -gap
      if (!(gap <= 1e-9)) {
        printf "bench: error: %s of %s is %.12g, of geojoule %.12g\n", key, value["name"], value[key], first[key]
        bad = 1
      }
    }
  }
  END {
    if (bad) exit 1
    printf "Without noise: %d events, %d deliveries, %.6f J, p95 error %.4f m", first["events"], first["deliveries"],
      first["energy_J"], first["error_p95_m"]
    if (NR > 1) printf "; all %d agree to 1e-9", NR
    print ""
  }' "$figures/exact"

# 2. With noise, rounds interleaved so that a busy moment of the machine hits all alike.
say "timing $rounds rounds"
round=1
while [ "$round" -le "$rounds" ]; do
  for subject in $subjects; do
    days=30
    [ "$subject" = simpy ] && days=1
    day "$subject" --days "$days" --seed "$round" >>"$figures/$subject"
  done
  round=$((round + 1))
done
for subject in $subjects; do
  awk '{
    for (i = 1; i <= NF; i++) { split($i, pair, "="); value[pair[1]] = pair[2] }
    printf "%.17g %.17g\n", value["seconds"] / value["events"] * 1e9, value["days"] / value["seconds"]
  }' "$figures/$subject" | sort -n | awk -v name="$subject" '
    { nanoseconds[NR] = $1; rate[NR] = $2 }
    END { middle = int((NR + 1) / 2); print name, nanoseconds[middle], rate[middle], nanoseconds[1], nanoseconds[NR] }'
done >"$figures/kernel"
awk '
  BEGIN { printf "%-26s %12s %16s %14s %10s\n", "", "ns/event", "(range)", "phone-days/s", "time" }
  NR == 1 { first = $2 }
  {
    title["geojoule"] = "GeoJoule"; title["cpp"] = "C++ std::priority_queue"; title["ns3"] = "ns-3, its default scheduler"
    title["simpy"] = "SimPy, processes"
    printf "%-26s %12.2f %16s %14.1f %9.1fx\n", title[$1], $2, sprintf("%.2f-%.2f", $4, $5), $3, $2 / first
  }' "$figures/kernel"

# 2b. The program's own days, on one core, as `compare` runs them, beside the reference day, which models less.
whole_day=.build/release/DayBenchmark
if [ -x "$whole_day" ]; then
  say "timing whole days"
  "$whole_day" --rounds "$rounds" --seeds 2 --events >"$figures/days"
  "$whole_day" --rounds "$rounds" --seeds 2 --together --events >>"$figures/days"
  awk '
    BEGIN { printf "\n%-42s %10s %10s %10s\n", "A day", "ms", "events", "ns/event" }
    FNR == NR {
      for (i = 2; i <= NF; i++) { split($i, pair, "="); value[pair[1]] = pair[2] }
      name = $1 == "together" ? "the program, eight strategies together" : "the program, " $1
      printf "%-42s %10.2f %10d %10.0f\n", name, value["ms_per_day"], value["events"], value["ns_per_event"]
      next
    }
    FNR == 1 { print "Less in it: no drawn world, no location services, no app, one receiver, fixed surroundings" }
    {
      title["geojoule"] = "GeoJoule\047s kernel"; title["cpp"] = "C++"; title["ns3"] = "ns-3"; title["simpy"] = "SimPy"
      printf "%-42s %10.2f %10d %10.1f\n", "the reference day, " title[$1], 1000 / $3, 1e9 / $3 / $2, $2
    }
    END { print "" }' "$figures/days" "$figures/kernel"
  for days in 1 7 28; do
    "$swift_day" --measure "$whole_day" --population commuters --days "$days" --seeds 1 --rounds 1 \
      --strategies continuous,hundred-meters | awk -v days="$days" '{
        printf "%-42s %7.1f MiB\n", "a person\047s " days " days, peak memory", $2 }'
  done
  "$whole_day" --rounds "$rounds" --seeds 1 --population commuters --days 7 --together \
    --strategies continuous,hundred-meters | awk '{
      split($2, time, "="); printf "%-42s %7.1f ms\n", "a person\047s week, two strategies", time[2] * 14 }'
  if command -v valgrind >/dev/null 2>&1 && strip --strip-debug -o "$figures/day" "$whole_day" 2>/dev/null; then
    allocations() {
      valgrind --leak-check=no "$figures/day" --together --rounds 1 --seeds "$1" 2>&1 |
        sed -n 's/.*total heap usage: \([0-9,]*\) allocs.*/\1/p' | tr -d ,
    }
    events=$(awk '$1 == "together" { sub("events=", "", $4); print $4 }' "$figures/days")
    echo "$(allocations 1) $(allocations 2) $events" | awk '{
      printf "%-42s %7.0f, %.3f an event\n", "allocations a day, eight strategies", ($2 - $1) / 8, ($2 - $1) / 8 / $3 }'
  else
    say "no valgrind; allocations are not counted"
  fi
else
  say "no $whole_day; whole days are not timed"
fi

# 3. A fit of three parameters to 100,000 rows by Levenberg and Marquardt's method, beside scipy.optimize.curve_fit on the
# same rows.
has_scipy() { PYTHONPATH=$site/site "$1" -c 'import scipy.optimize' >/dev/null 2>&1; }
swift_fit=.build/release/FitBenchmark
scipy_python=
if [ ! -x "$swift_fit" ]; then
  say "no $swift_fit; the fit is not timed"
elif ! command -v python3 >/dev/null 2>&1; then
  say "no python3; the fit is not timed"
else
  for candidate in ${python:+"$python"} python3; do
    if has_scipy "$candidate"; then scipy_python=$candidate && break; fi
  done
  if [ -z "$scipy_python" ]; then
    say "installing SciPy in $site"
    if [ -x "$site/bin/python" ]; then
      "$site/bin/python" -m pip install --quiet 'scipy>=1.11,<2' >/dev/null 2>&1 || true
      has_scipy "$site/bin/python" && scipy_python=$site/bin/python
    else
      python3 -m pip install --quiet --target "$site/site" 'scipy>=1.11,<2' >/dev/null 2>&1 || true
      has_scipy python3 && scipy_python=python3
    fi
  fi
  [ -n "$scipy_python" ] || say "SciPy could not be installed (no pip or no network); the fit is not compared"
  "$swift_fit" --write "$figures/rows"
  : >"$figures/fits"
  round=1
  while [ "$round" -le 3 ]; do
    echo "name=geojoule $("$swift_fit" "$figures/rows" "$rounds")" >>"$figures/fits"
    if [ -n "$scipy_python" ]; then
      for way in "" jac; do
        # shellcheck disable=SC2086 # no argument at all for the way without derivatives
        echo "name=scipy$way $(PYTHONPATH=$site/site "$scipy_python" Benchmarks/scipy/fit.py "$figures/rows" "$rounds" $way)" \
          >>"$figures/fits"
      done
    fi
    round=$((round + 1))
  done
  awk '
    {
      for (i = 1; i <= NF; i++) { split($i, pair, "="); value[pair[1]] = pair[2] }
      if (NR == 1) { for (key in value) first[key] = value[key] }
      n = split("floor amplitude time_constant floor_error amplitude_error time_constant_error", keys, " ")
      for (k = 1; k <= n; k++) {
        gap = value[keys[k]] / first[keys[k]] - 1; if (gap < 0) gap = -gap
        # Standard errors of differences and of exact derivatives agree less well than what is found.
        if (!(gap <= (keys[k] ~ /_error$/ ? 1e-4 : 1e-6))) {
          printf "bench: error: %s of %s is %.12g, of geojoule %.12g\n", keys[k], value["name"], value[keys[k]], first[keys[k]]
          bad = 1
        }
      }
      name = value["name"]
      if (!(name in best) || value["seconds"] < best[name]) best[name] = value["seconds"]
    }
    END {
      if (bad) exit 1
      printf "Fit of 3 parameters to 100,000 rows: %.6f, %.6f, %.6f", first["floor"], first["amplitude"], first["time_constant"]
      if ("scipy" in best) printf "; all agree to 1e-6"
      print ""
      title["geojoule"] = "GeoJoule (gsl_multifit_nlinear)"; title["scipy"] = "scipy.optimize.curve_fit"
      title["scipyjac"] = "the same with derivatives"
      split("geojoule scipy scipyjac", order, " ")
      for (k = 1; k <= 3; k++) if (order[k] in best)
        printf "%-42s %7.1f ms %9.1fx\n", title[order[k]], best[order[k]] * 1000, best[order[k]] / best["geojoule"]
    }' "$figures/fits"
fi

# 4. The program itself.
if [ -x .build/release/geojoule ]; then
  version=$("$swift_day" --time 21 .build/release/geojoule --version)
  compare=$("$swift_day" --time 3 .build/release/geojoule compare --scenario commute --seeds 100 --quiet \
    --csv "$figures/compare.csv" --html "$figures/compare.html")
  printf '%-42s %s\n' "geojoule --version" "$version" "geojoule compare, commute, 100 seeds" "$compare"
else
  say "no .build/release/geojoule; the program itself is not timed"
fi

# 5. Sweeps: what sharing a timeline saves, what a second core saves, and the memory.
tool=.build/release/geojoule
if [ -x "$tool" ]; then
  plan() { # NAME STRATEGY SEEDS PARAMETERS AXIS
    printf 'scenarios: [commute]\ndevices: [modern-phone]\nstrategies: [%s]\nseeds: %s\nparameters: %s\naxes: [%s]\n' \
      "$2" "$3" "$4" "$5" >"$figures/$1.yml"
  }
  # What a run of a command takes: "SECONDS MIB".
  measured() { "$swift_day" --measure "$@"; }
  profiles='{device_value: processor.location_session, from: 20 mW, to: 119 mW, points: 100}'
  for parameters in fixed drawn; do
    for strategy in continuous distance-filter hundred-meters; do
      name=$parameters-$strategy
      plan "$name" "$strategy" 2 "$parameters" "$profiles"
      "$tool" sweep "$figures/$name.yml" --quiet >"$figures/shared.jsonl"
      "$tool" sweep "$figures/$name.yml" --quiet --no-sharing >"$figures/each.jsonl"
      cmp "$figures/shared.jsonl" "$figures/each.jsonl" || { say "error: sharing changed a result"; exit 1; }
      : >"$figures/profiles"
      round=1
      while [ "$round" -le 3 ]; do
        # The start of the program belongs to neither.
        echo "$(measured "$tool" sweep "$figures/$name.yml" --quiet --jobs 1) $(
          measured "$tool" sweep "$figures/$name.yml" --quiet --jobs 1 --no-sharing) $(
          measured "$tool" sweep "$figures/$name.yml" --list-items)" >>"$figures/profiles"
        round=$((round + 1))
      done
      awk -v name="$strategy, $parameters" '
        { shared[NR] = $1 - $5; each[NR] = $3 - $5 }
        function middle(list,   low, high, i) {
          low = list[1]; high = list[1]
          for (i = 2; i <= 3; i++) { if (list[i] < low) low = list[i]; if (list[i] > high) high = list[i] }
          return list[1] + list[2] + list[3] - low - high
        }
        END {
          printf "%-42s %7.1f ms %9.1f ms %7.1fx\n", "100 profiles, " name, middle(shared) * 1000, middle(each) * 1000,
            middle(each) / middle(shared)
        }' "$figures/profiles"
    done
  done

  plan cores "continuous, hundred-meters, distance-filter" 96 drawn ""
  : >"$figures/cores"
  round=1
  while [ "$round" -le 5 ]; do
    echo "$(measured "$tool" sweep "$figures/cores.yml" --quiet --jobs 1) $(
      measured "$tool" sweep "$figures/cores.yml" --quiet --jobs 2)" >>"$figures/cores"
    round=$((round + 1))
  done
  # What the machine gives: the same work done twice at once, each by a program of its own.
  "$tool" sweep "$figures/cores.yml" --quiet --jobs 1 >/dev/null &
  beside=$!
  both=$(measured "$tool" sweep "$figures/cores.yml" --quiet --jobs 1 | cut -d" " -f1)
  wait "$beside"
  awk -v both="$both" '{ if (NR == 1 || $1 < one) one = $1; if (NR == 1 || $3 < two) two = $3 }
    END {
      printf "%-42s %7.2f s  %9.2f s  %7.2fx\n", "sweep of 288 days, one worker and two", one, two, one / two
      printf "%-42s %7.2f s  %20.2fx\n", "two such sweeps at once, one worker each", both, 2 * one / both
    }' "$figures/cores"

  # Every strategy there is, on a hundred days.
  everything=$("$tool" list strategies --names | paste -s -d, -)
  plan catalogue "$everything" 100 drawn ""
  measured "$tool" sweep "$figures/catalogue.yml" --quiet --output "$figures/catalogue.jsonl" | awk -v days="$(
    echo "$everything" | awk -F, '{ print NF * 100 }')" '{
      printf "%-42s %7.1f s  %9.1f ms a day\n", "the whole catalogue, " days " days", $1, $1 * 1000 / days }'

  idle=$(measured "$tool" --version | cut -d" " -f2)
  for seeds in 20 200 2000; do
    plan memory "hundred-meters, significant-change" "$seeds" drawn ""
    peak=$(measured "$tool" sweep "$figures/memory.yml" --quiet --jobs 2 --output "$figures/memory-$seeds.jsonl" | cut -d" " -f2)
    echo "$seeds $peak $idle" | awk '{
      printf "%-42s %7.1f MiB above an idle start of %.1f MiB\n", "sweep of two strategies, " $1 " seeds", $2 - $3, $3 }'
  done
  for seeds in 8 80; do
    plan memory continuous "$seeds" drawn ""
    peak=$(measured "$tool" sweep "$figures/memory.yml" --quiet --jobs 2 --output "$figures/track-$seeds.jsonl" | cut -d" " -f2)
    echo "$seeds $peak $idle" | awk '{
      printf "%-42s %7.1f MiB above an idle start of %.1f MiB\n", "sweep of continuous, " $1 " seeds", $2 - $3, $3 }'
  done
else
  say "no .build/release/geojoule; sweeps are not timed"
fi
