#!/bin/sh
# Prints the table of docs/benchmarks.md: processor time, medians of interleaved rounds. Called by `make bench`, which builds the
# Swift part. Peers that are missing are 'not installed'. Fails when GeoJoule, plain C++, ns-3 and SimPy do not agree on the joules
# of the day without noise, or the fits on what they found.
set -eu
LC_ALL=C
OPENBLAS_NUM_THREADS=1
export LC_ALL OPENBLAS_NUM_THREADS
cd "$(dirname "$0")/.."

rounds=${ROUNDS:-9}
build=${BUILD:-.build/release}
site=Benchmarks/.venv
figures=$(mktemp -d)
trap 'rm -rf "$figures"' EXIT
say() { echo "bench: $1" >&2; }

for program in PhoneDayBenchmark DayBenchmark FitBenchmark geojoule; do
  [ -x "$build/$program" ] || { say "error: $build/$program is missing; run \`make bench\`"; exit 1; }
done

# The peers, with whichever compiler and Python there are.
peers=
compiler=
for candidate in ${CXX:-} c++ g++ clang++; do
  if command -v "$candidate" >/dev/null 2>&1; then compiler=$candidate && break; fi
done
mkdir -p Benchmarks/build
# Without contraction the sums have the same bits as Swift's on every processor.
compiled() { # PEER LIBRARY...
  peer=$1
  shift
  [ -n "$compiler" ] && "$compiler" -O2 -std=c++17 -ffp-contract=off -o "Benchmarks/build/$peer" \
    "Benchmarks/$peer/phone_day.cpp" "$@" 2>"$figures/compiler" && peers="$peers $peer"
}
compiled cpp || say "plain C++ could not be built"
# Versions of ns-3 (Debian: libns3-dev) differ in what their libraries are called.
ns3=$(find /usr/lib /usr/local/lib /opt/homebrew/lib -name 'libns3*core*.so' -o -name 'libns3*core*.dylib' 2>/dev/null | head -n 1)
if [ -n "$ns3" ]; then compiled ns3 "$ns3" || say "ns-3 could not be built"; fi

# Python's packages in a folder of their own: a virtual environment, or a plain folder where Python has no venv module.
python=python3
[ -x "$site/bin/python" ] || python3 -m venv "$site" >/dev/null 2>&1 || true
[ -x "$site/bin/python" ] && python=$site/bin/python
has() { # MODULE REQUIREMENT
  PYTHONPATH=$site/site "$python" -c "import $1" >/dev/null 2>&1 && return
  "$python" -m pip install --quiet --target "$site/site" "$2" >/dev/null 2>&1 &&
    PYTHONPATH=$site/site "$python" -c "import $1" >/dev/null 2>&1
}
if has simpy 'simpy>=4.1,<5'; then peers="$peers simpy"; fi
scipy=
if has scipy.optimize 'scipy>=1.11,<2'; then scipy=scipy; fi

day() { # PEER OPTION...
  peer=$1
  shift
  case $peer in
    kernel) "$build/PhoneDayBenchmark" "$@" ;;
    cpp | ns3) "Benchmarks/build/$peer" "$@" ;;
    simpy) PYTHONPATH=$site/site "$python" Benchmarks/simpy/phone_day.py "$@" ;;
  esac
}
# Of three rounds the middle one: the first draws the phones of the predicted range.
program() { "$build/DayBenchmark" --rounds 3 "$@"; }
fit() { # NAME
  if [ "$1" = fit ]; then "$build/FitBenchmark" "$figures/rows" 1; else
    PYTHONPATH=$site/site "$python" Benchmarks/scipy/fit.py "$figures/rows" 1
  fi
}

# What must agree: each of KEYS, to LIMIT, in all lines of FILE.
agree() { # FILE LIMIT KEYS
  awk -v limit="$2" -v keys="$3" '
    {
      for (i = 1; i <= NF; i++) { split($i, pair, "="); value[pair[1]] = pair[2] }
      n = split(keys, key, " ")
      for (k = 1; k <= n; k++) {
        if (NR == 1) first[k] = value[key[k]]
        gap = value[key[k]] / first[k] - 1
        if (!(gap * gap <= limit * limit)) {
          printf "bench: error: %s of %s is %.12g, of GeoJoule %.12g\n", key[k], value["name"], value[key[k]], first[k]
          bad = 1
        }
      }
    }
    END { exit bad }' "$figures/$1" >&2
}
for peer in kernel $peers; do echo "name=$peer $(day "$peer" --no-noise)"; done >"$figures/exact"
agree exact 1e-9 "events deliveries gnss_J wifi_J cellular_J energy_J error_p95_m"
"$build/FitBenchmark" --write "$figures/rows"
for name in fit $scipy; do echo "name=$name $(fit "$name")"; done >"$figures/found"
agree found 1e-6 "floor amplitude time_constant"
agree found 1e-4 "floor_error amplitude_error time_constant_error"

# Interleaved, so that a busy moment of the machine hits all alike. A line of "NAME VALUE" for each.
pick() { # NAME KEY FACTOR
  awk -v name="$1" -v key="$2" -v factor="$3" '{
    for (i = 1; i <= NF; i++) { split($i, pair, "="); if (pair[1] == key) printf "%s %.17g\n", name, pair[2] * factor }
  }'
}
say "timing $rounds rounds"
round=1
while [ "$round" -le "$rounds" ]; do
  program --seeds 2 --together | pick default ms_per_day 1
  program --seeds 2 --strategies continuous | pick continuous ms_per_day 1
  program --seeds 1 --population commuters --days 7 --together --strategies continuous,hundred-meters |
    pick week ms_per_day 14
  for peer in kernel $peers; do
    days=10
    [ "$peer" = simpy ] && days=1
    day "$peer" --days "$days" --seed "$round" | pick "$peer" seconds $((1000 / days))
  done
  for name in fit $scipy; do fit "$name" | pick "$name" seconds 1000; done
  "$build/PhoneDayBenchmark" --measure "$build/geojoule" --version | awk '{ print "start", $1 * 1000 }'
  round=$((round + 1))
done >"$figures/times"
program --seeds 2 --strategies all --together | pick catalogue ms_per_day 0.5 >>"$figures/times"
# In one arena of glibc: which thread frees a day's memory is chance, and another thread would take its own. The middle one of
# nine: one in ten takes 4 MiB more.
for days in $(yes '1 7 28' | head -n 9); do
  MALLOC_ARENA_MAX=1 "$build/PhoneDayBenchmark" --measure "$build/DayBenchmark" --rounds 1 --population commuters --days "$days" --seeds 1 \
    --strategies continuous,hundred-meters | awk -v days="$days" '{ print "memory" days, $2 }'
done >>"$figures/times"

sort -k1,1 -k2,2g "$figures/times" | awk '
  { value[$1, ++count[$1]] = $2 }
  function median(name) { return value[name, int((count[name] + 1) / 2)] }
  function row(title, result, aim) { printf "| %s | %s | %s |\n", title, result, aim }
  function ms(name, digits) { return sprintf("%." digits "f ms", median(name)) }
  function ratio(name, other, digits) {
    return name in count && other in count ? sprintf("%." digits "f", median(name) / median(other)) : "not installed"
  }
  END {
    print "| | Measured | Aim |\n|---|---:|---:|"
    row("default comparison, per strategy and day", ms("default", 1), "3 ms")
    row("`continuous`, a fix each second", ms("continuous", 1), "10 ms")
    row("the same comparison beside a plain C++ day", ratio("default", "cpp", 2), "0.8")
    row("catalogue, per day on two cores", ms("catalogue", 1), "2.5 ms")
    row("a person\047s week, `continuous` and `hundred-meters`", ms("week", 0), "100 ms")
    row("ns-3 beside the kernel", ratio("ns3", "kernel", 1), "not slower")
    row("SimPy beside the kernel", ratio("simpy", "kernel", 0), "not slower")
    row("`fit curve` on 100,000 rows beside SciPy", ratio("fit", "scipy", 1), "2")
    row("memory of 1, 7, 28 days", sprintf("%.1f, %.1f, %.1f MiB; %+.2f a day", median("memory1"), median("memory7"),
      median("memory28"), (median("memory28") - median("memory1")) / 27), "+ 0.12 a day")
    row("start of the program", ms("start", 1), "5 ms")
  }'
