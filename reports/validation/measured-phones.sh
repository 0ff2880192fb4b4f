#!/bin/bash
# Makes the tables of measured-phones-tables.md again, each between a comment with its command and one that says 'end', and from
# them the rows of measured-phones.md. Its table of days left out is made by leave-one-out.py.
# Usage: bash reports/validation/measured-phones.sh GEOJOULE DATA, with DATA such as ../shared/data/mobilitynet
set -euo pipefail
tool=$(command -v "$1" || true)
[ -n "$tool" ] || tool=$1
tool=$(cd "$(dirname "$tool")" && pwd)/$(basename "$tool")
folder=$(cd "$(dirname "$0")" && pwd)
tables=$folder/measured-phones-tables.md
page=$folder/measured-phones.md
cd "$2"
new=$(mktemp)
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
inside=0
count=0
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    '<!-- geojoule '*)
      inside=1
      count=$((count + 1))
      echo "$line"
      words=${line#<!-- geojoule }
      # The words of a command hold no blanks.
      # shellcheck disable=SC2086
      "$tool" ${words% -->} --quiet --json "$results/$count.json"
      ;;
    '<!-- scatter '*)
      inside=1
      echo "$line"
      python3 "$folder/run-scatter.py" .
      ;;
    '<!-- end -->')
      inside=0
      echo "$line"
      ;;
    *) [ $inside = 1 ] || printf '%s\n' "$line" ;;
  esac
done < "$tables" > "$new"
chmod 644 "$new"
mv "$new" "$tables"

# A row of the page for each table of the phone.
rows() { # device
  awk -F' *[|] *' -v device="$1" '
    function first(text) { sub(/,.*/, "", text); return text }
    function aims(text) {
      return text ~ /^every/ ? "near" : text ~ /^median/ ? "median" : text ~ /^worst/ ? "worst" : text ~ /hold/ ? "share" : \
        text ~ /factor/ ? "width" : text ~ /order/ ? "order" : text
    }
    /^<!-- geojoule / { split($0, w, " "); mine = index($0, "--device " device " ") > 0
      days = w[4] == "stationary" ? "at rest" : index($0, "unimodal") ? "`unimodal...`, 2 h" : "`car_scooter...`, 6 h"
      median = worst = drained = most = trips = rest = factor = near = held = "-"; part = missed = "" }
    !mine { next }
    $2 == "relative error, median" { median = $3 }
    $2 == "relative error, worst" { worst = first($3) }
    $2 == "drained, plateau included: error, median" { drained = $3 }
    $2 == "drained, plateau included: error, worst" { most = first($3) }
    $2 == "on trips: error of the rate, median" { trips = $3 }
    $2 == "at rest: error of the rate, median" { rest = $3 }
    $2 == "90 % ranges, plateau included: either way" { factor = $3; sub(/a factor of /, "", factor) }
    $2 == "within the error of the measurement" { near = $3; sub(/ \(.*/, "", near) }
    /^#### / { part = $0 }
    $3 == "not met" { missed = missed (missed ? ", " : "") aims($2) }
    $2 == "all" && part ~ /of 90 %$/ {
      held = $4 " of " $3 " (" $5 " %)"
      allRuns += $3; allHeld += $4
      if (days !~ /unimodal/) { runs += $3; inside += $4 }
    }
    /^<!-- end -->/ { printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", days, median, worst, drained, most, trips, rest, held, factor, near, missed ? missed : "none" }
    END {
      dashes = "| - | - | - | - | - | - |"
      printf "| all but `unimodal...` %s %d of %d (%.0f %%) | - | - | - |\n", dashes, inside, runs, 100 * inside / runs
      printf "| all %s %d of %d (%.0f %%) | - | - | - |\n", dashes, allHeld, allRuns, 100 * allHeld / allRuns
    }
  ' "$tables"
}
new=$(mktemp)
inside=0
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    '<!-- rows '*)
      inside=1
      echo "$line"
      echo "| Days | Median error | Worst | Drained: median | Worst | Trips | Rest | 90 % ranges hold | Factor | Near | Aims not met |"
      echo "|---|---|---|---|---|---|---|---|---|---|---|"
      device=${line#<!-- rows }
      rows "${device% -->}"
      ;;
    '<!-- end -->')
      inside=0
      echo "$line"
      ;;
    *) [ $inside = 1 ] || printf '%s\n' "$line" ;;
  esac
done < "$page" > "$new"
chmod 644 "$new"
mv "$new" "$page"
