#!/bin/bash
# Makes the tables of fits.md and fits-held-out.md: bash reports/validation/fits.sh GEOJOULE DATA KIND
# GEOJOULE is the program, DATA the folder mobilitynet, KIND one of travel, stationary, held-out, power, weak, details.
set -u
tool=$(command -v "$1" || true)
[ -n "$tool" ] || tool=$1
tool=$(realpath "$tool")
kind=$3
data=$2
settings=reports/validation/mobilitynet

# The fixes of one configuration on one kind of phone; a file's start differs from its run's by up to 2 s.
files() { # folder timeline-prefix os config
  awk -F, -v t="$2" -v os="$3" -v c="$4" 'index($2, t) == 1 && $3 == os && $7 == c { print $1 }' "$1/runs.csv" |
    while read -r run; do
      start=${run##*.}
      for second in 0 -1 1 -2 2; do
        file=$1/fixes/${run%.*}.$((start + second)).csv
        if [ -f "$file" ]; then
          echo "$file"
          break
        fi
      done
    done
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
print("|", " | ".join([sys.argv[1], f"{int(count.replace(',', '')):,}", worth or count, *quantiles, best[0], ks]), "|")
PY
  else
    echo "| $label | - | - | - | - | - | $(echo "$text" | sed 's/^.*error: //' | head -1) | |"
  fi
}

# From the repository, so that its files are called the same everywhere.
if [ "$kind" = power ]; then
  for device in iphone-6 nexus-6; do
    text=$("$tool" fit power --joint "$data/stationary" --joint "$data/travel" --without unimodal \
      --device "$settings/$device-before.yml" --format markdown --quiet) || exit 1
    echo
    echo "**$device: all days but those of other use**"
    echo
    echo "| Parameter | Value | 95 % interval | Unit | Learned, % |"
    echo "|---|---|---|---|---|"
    echo "$text" | awk -F ' *[|] *' '
      $2 == "Parameter" { inside = 1; next }
      inside && NF < 3 { exit }
      inside && $2 !~ /^-/ { gsub(/\\/, "", $2); printf "| `%s` | %s | %s | %s | %s |\n", $2, $3, $4, $5, $6 }'
    echo
    echo "**$device: profile values**"
    echo
    echo "| Key | Mean | Deviation | Learned, % |"
    echo "|---|---|---|---|"
    echo "$text" | awk -F ' *[|] *' '
      $2 == "Key" && $3 == "Mean" { inside = 1; next }
      inside && NF < 3 { exit }
      inside && $2 !~ /^-/ { gsub(/\\/, "", $2); printf "| `%s` | %s | %s | %s |\n", $2, $3, $4, $5 }'
  done
  exit
fi
if [ "$kind" = weak ]; then
  # With a prior of the factor whose log-deviation is 1.
  free=$(mktemp)
  trap 'rm -f "$found" "$free"' EXIT
  echo "| Phone | Factor of weak signal, let free | 95 % interval | Share of the time on, away | 95 % interval | Factor at a share of 0.75 |"
  echo "|---|---|---|---|---|---|"
  for device in iphone-6 nexus-6; do
    sed -E 's/(weak_multiplier: [{]mean: )[^,]*, deviation: [^,]*, range: [^]]*/\11.6487, deviation: 2.1612, range: [0.1, 3/' \
      "$settings/$device-before.yml" >"$free"
    "$tool" fit power --joint "$data/stationary" --joint "$data/travel" --without unimodal --device "$free" \
      --format markdown --quiet | awk -F ' *[|] *' -v device="$device" '
      { gsub(/\\/, "", $2) }
      $2 == "gnss.weak_multiplier" && !factor { factor = $3 " | " $4; split($3 " " $4, value, " ") }
      $2 == "share_on_away" { share = $3 " | " $4; scale = $3 / 0.75 }
      END {
        printf "| %s | %s | %s | %.2f (%.2f to %.2f) |\n", device, factor, share, scale * value[1], scale * value[2],
          scale * value[4] }'
  done
  exit
fi
if [ "$kind" = details ]; then
  timeline=unimodal_trip_car_bike_mtv_la
  folder=$data/travel
  echo
  echo "| Leg | fast, m | outlier probability | outlier multiplier | time constant, s |"
  echo "|---|---|---|---|---|"
  for pair in bicycle:suburb_bicycling car:suburb_city_driving_weekend; do
    leg=${pair##*:}
    # The names of runs hold no blanks.
    # shellcheck disable=SC2046
    "$tool" fit error $(files "$folder" $timeline ios ACCURACY_CONTROL) --route "$folder/routes/$timeline/$leg.geojson" \
      --legs "$folder/legs.csv" --leg "$leg" --trim 100m --as suburban --quiet |
      awk -v leg="${pair%%:*}" '
        /^(fast_|outlier_)/ { value[$1] = $2 " (" $4 " to " $6 ")" }
        END { printf "| %s | %s | %s | %s | %s |\n", leg, value["fast_deviation"], value["outlier_probability"],
          value["outlier_multiplier"], value["fast_time_constant"] }'
  done
  echo
  echo "| Reported, m | Held, % |"
  echo "|---|---|"
  # shellcheck disable=SC2046
  "$tool" fit calibration $(files "$folder" $timeline ios ACCURACY_CONTROL) \
    --route "$folder/routes/$timeline/suburb_bicycling.geojson" --legs "$folder/legs.csv" --leg suburb_bicycling \
    --trim 100m --quiet | awk '/^(5.00|10.0|all) / { printf "| %s | %s (%s to %s) |\n", $1, $4, $5, $7 }'
  echo
  echo "| Phone | Value | Here |"
  echo "|---|---|---|"
  for device in iphone-6 nexus-6; do
    "$tool" show "$device" | awk -v device="$device" '
      /^[a-z_]+:/ { section = $1; sub(":", ".", section) }
      /^  [a-z_]+: [{]mean: / { key = $1; sub(":", "", key); sub(",", "", $3); value[section key] = $3 }
      END {
        session = value["processor.location_session"]
        tracking = value["gnss.tracking_strong"]
        rest = value["base.drain"] + value["processor.suspended"] + value["wifi.power_save"] + value["cellular.idle"]
        printf "| %s | at rest | %.0f |\n", device, rest + value["bluetooth.idle"]
        printf "| %s | travelling | %.0f |\n", device, value["base.travelling"]
        if (device == "nexus-6")
          printf "| %s | session and receiver | %.0f to %.0f |\n", device,
            session + value["gnss.weak_multiplier"] * tracking, session + value["gnss.acquiring"]
        else {
          deliveries = value["processor.delivery_time"] * value["processor.active"] / 1000
          printf "| %s | a session | %.0f |\n", device, session
          printf "| %s | tracking and deliveries | %.0f + %.0f |\n", device, tracking, deliveries
          printf "| %s | plateau, %% | %.1f |\n", device, 100 * value["battery.gauge_plateau"]
        }
      }'
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
