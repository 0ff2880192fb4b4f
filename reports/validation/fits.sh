#!/bin/bash
# Makes the tables of fits.md and fits-held-out.md: bash reports/validation/fits.sh GEOJOULE DATA KIND
# GEOJOULE is the program, DATA the folder mobilitynet, KIND one of travel, stationary, held-out, power.
set -u
tool=$(realpath "$1")
kind=$3
data=$2
settings=reports/validation/mobilitynet

# The fixes of one configuration on one kind of phone.
files() { # folder timeline-prefix os config
  awk -F, -v t="$2" -v os="$3" -v c="$4" 'index($2, t) == 1 && $3 == os && $7 == c { print $1 }' "$1/runs.csv" |
    while read -r run; do [ -f "$1/fixes/$run.csv" ] && echo "$1/fixes/$run.csv"; done
}

found=$(mktemp)
trap 'rm -f "$found"' EXIT

row() { # label, then the arguments of fit error
  local label=$1 text
  shift
  if text=$("$tool" fit error "$@" --json "$found" 2>&1); then
    python3 - "$label" "$found" <<'PY'
import json, re, sys

fit = json.load(open(sys.argv[2]))
text = " ".join(fit["findings"])
quantiles = [re.search(r"([0-9.]+) m \(" + share, text).group(1) for share in ("50.0 %", "68.0 %", "95.0 %")]
models = fit["sections"][0]["tables"][0]
best = models["rows"][0]
ks = best[[column["name"] for column in models["columns"]].index("KS")]
samples = next(x["text"] for x in fit["sections"][1]["figures"] if x["name"] == "Samples")
count, _, worth = samples.partition(", effectively ")
print("|", " | ".join([sys.argv[1], f"{int(count):,}", worth or count, *quantiles, best[0], ks]), "|")
PY
  else
    echo "| $label | - | - | - | - | - | $(echo "$text" | sed 's/^.*error: //' | head -1) | |"
  fi
}

# From the repository, so that its files are called the same everywhere.
if [ "$kind" = power ]; then
  for device in iphone-6 nexus-6; do
    text=$("$tool" fit power --joint "$data/stationary" --joint "$data/travel" \
      --device "$settings/$device-before.yml" --json "$found" 2>&1) || { echo "$device: $text" >&2; exit 1; }
    echo
    echo "**$device: all days at once**"
    echo
    echo "| Parameter | Value | 95 % interval | Unit | Learned, % |"
    echo "|---|---|---|---|---|"
    python3 - "$found" <<'PY'
import json, sys

for name, *rest in json.load(open(sys.argv[1]))["sections"][0]["tables"][0]["rows"]:
    print("|", " | ".join([f"`{name}`", *rest]), "|")
PY
  done
  exit
fi
cd "$data" || exit 1

echo "| What | Fixes | worth | p50, m | p68, m | p95, m | Best model | KS p |"
echo "|---|---|---|---|---|---|---|---|"
case $kind in
  travel) timeline=unimodal_trip_car_bike_mtv_la; pairs="suburb_bicycling:suburb_bicycling suburb_city_driving_weekend:suburb_city_driving_weekend" ;;
  held-out) timeline=car_scooter_brex_san_jose; pairs="freeway_driving_weekday:freeway_driving_weekday city_escooter:bus_trip_with_e-scooter_access city_bus_rapid_transit:bus_trip_with_e-scooter_access" ;;
  *) timeline= ;;
esac
if [ -n "$timeline" ]; then
  for pair in $pairs; do
    for os in ios android; do
      for config in ACCURACY_CONTROL HAHFDC HAMFDC MAHFDC; do
        set -- $(files travel $timeline $os $config)
        [ $# -gt 0 ] || continue
        row "${pair%%:*}, $os, $config" "$@" --route "travel/routes/$timeline/${pair##*:}.geojson" \
          --legs travel/legs.csv --leg "${pair%%:*}" --trim 100m
      done
    done
  done
else
  for os in ios android; do
    for config in best_high_accuracy_high_frequency_stationary best_high_accuracy_medium_freq_stationary \
      10m_balanced_accuracy_high_frequency_stationary 100m_balanced_accuracy_medium_freq_stationary \
      100m_lowpwr_accuracy_high_frequency_stationary; do
      set -- $(files stationary sfba $os $config)
      [ $# -gt 0 ] || continue
      row "$os, $config" "$@" --scatter --drop-repeats
    done
  done
fi
