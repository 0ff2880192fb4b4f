#!/bin/bash
# Makes the tables of fits.md and fits-held-out.md: bash reports/validation/fits.sh GEOJOULE DATA KIND [PAGE]
# GEOJOULE is the program, DATA the folder mobilitynet, KIND one of travel, stationary, held-out, power; with power, PAGE is
# where a page of the fit that the profile rests on goes.
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

row() { # label, then the arguments of fit error
  local label=$1 text
  shift
  if text=$("$tool" fit error "$@" 2>&1); then
    echo "$text" | awk -v label="$label" '
      { gsub(/^ +/, "") ; all = all " " $0 }
      /^Model +AIC/ { getline; getline; getline; split($0, w, " "); winner = w[1]; ks = w[5] }
      /^Samples:/ && !n { n = $2; eff = $4 }
      END {
        match(all, /below [0-9.]+ m \(50.0 %\), [0-9.]+ m \(68.0 %\), [0-9.]+ m \(95.0 %\)/)
        split(substr(all, RSTART, RLENGTH), q, " ")
        sub(/,$/, "", n)
        printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", label, n, eff, q[2], q[6], q[10], winner, ks
      }'
  else
    echo "| $label | - | - | - | - | - | $(echo "$text" | sed 's/^.*error: //' | head -1) | |"
  fi
}

# Adds a column as the pages have it: watts in milliwatts, spreads in percent.
rounded() {
  awk -F' *[|] *' '{
    split($5, ends, " to ")
    if ($6 == "W") { factor = 1000; unit = "mW"; digits = 0 }
    else if ($6 == "%") { factor = 1; unit = "%"; digits = 1 }
    else { factor = 100; unit = "%"; digits = 0 }
    if ($4 == "-") text = "0, on its bound"
    else {
      number = "%." digits "f"
      text = sprintf(number " %s (" number " to " number ")", factor * $3, unit, factor * ends[1], factor * ends[2])
    }
    print $0 " " text " |"
  }'
}

# Powers from battery levels: a table of each fit's parameters, and what its own tests say.
power() { # label, then the arguments of fit power
  local label=$1 text
  shift
  text=$(COLUMNS=400 "$tool" fit power "$@" 2>&1) || { echo "$label: $text" >&2; exit 1; }
  echo
  echo "$label:"
  echo
  echo "| Parameter | Value | Standard error | 95 % interval | Unit | On the page |"
  echo "|---|---|---|---|---|---|"
  echo "$text" | sed -n '/^Parameter/,/intervals by/p' | sed -n 's/^\([a-z_.]*\)  *\([0-9.e-]*\)  *\([0-9.e-]*\)  *\([0-9.e-]*\) to \([0-9.e-]*\) *\([A-Za-z%]*\) *$/| \1 | \2 | \3 | \4 to \5 | \6 |/p' |
    rounded
  echo
  echo "$text" | grep -E "^[0-9]+ runs|Lack of fit|lies on|side by side|all devices drain" | grep -v "^#" | sed 's/^ */- /'
  echo "$text" | sed -n 's/^ *Likelihood: ln L \([0-9.-]*\).*/- likelihood \1/p' | head -1
}

# From the repository, so that its files are called the same everywhere.
if [ "$kind" = power ]; then
  page=${4:-}
  rest=(--levels "$data/stationary/battery.csv" --runs "$data/stationary/runs.csv" --scenario "$settings/still.yml")
  high=best_high_accuracy_high_frequency_stationary
  medium=best_high_accuracy_medium_freq_stationary
  ten=10m_balanced_accuracy_high_frequency_stationary
  hundred=100m_balanced_accuracy_medium_freq_stationary
  low=100m_lowpwr_accuracy_high_frequency_stationary
  iphone=(--phones ios --device "$settings/iphone-6-before.yml"
    --strategy "$high=$settings/best-1m.yml" --strategy "$medium=$settings/best-30m.yml"
    --strategy "$ten=$settings/ten-meters-1m.yml" --strategy "$low=$settings/hundred-meters-1m.yml"
    --strategy "$hundred=$settings/hundred-meters-30m.yml" --devices-differ)
  routes=$data/travel/routes/unimodal_trip_car_bike_mtv_la
  trips=(--levels "$data/travel/battery.csv" --runs "$data/travel/runs.csv" --timeline sfba --timeline unimodal
    --strategy "ACCURACY_CONTROL=$settings/best-1m.yml" --strategy "POWER_CONTROL=$settings/power-control.yml"
    --legs "$data/travel/legs.csv" --route "$routes/suburb_bicycling.geojson"
    --route "$routes/suburb_city_driving_weekend.geojson")
  powers=(--fit processor.location_session --fit processor.wifi_session --fit gnss.acquiring --fit gnss.tracking_strong)
  power "iPhone 6, as if apps were suspended between positions from Wi-Fi" "${rest[@]}" \
    "${iphone[@]/before.yml/suspended.yml}" --fit processor.location_session --fit base.drain
  power "iPhone 6 at rest" "${rest[@]}" "${iphone[@]}" "${powers[@]}"
  power "iPhone 6 at rest and on trips, without an overhead of the trips" "${rest[@]}" "${iphone[@]}" "${trips[@]}" \
    "${powers[@]}"
  power "iPhone 6 at rest and on trips: what the profile takes" "${rest[@]}" "${iphone[@]}" "${trips[@]}" "${powers[@]}" \
    --trip-overhead ${page:+--html "$page"}
  android=(--phones android --device "$settings/nexus-6-before.yml" --strategy "$ten=$settings/power-control.yml"
    --strategy "$hundred=$settings/power-control.yml" --strategy "$medium=$settings/power-control.yml"
    --gauge first-drop --settling 1)
  power "Nexus 6 at rest, with the runs of a receiver that is asked for every second" "${rest[@]}" "${android[@]}" \
    --strategy "$high=$settings/best-1m.yml" --devices-differ --fit base.drain --fit processor.location_session \
    --fit gnss.acquiring
  power "Nexus 6 at rest, what is always on: what the profile takes" "${rest[@]}" "${android[@]}" --occasions-differ \
    --fit base.drain --fit processor.suspended --fit wifi.power_save --fit cellular.idle
  # With the services of Android and the measuring app's code: at rest and on the trips of the days of the fit.
  services() { # label, folder of the settings, further arguments
    local label=$1 files=$2
    shift 2
    power "$label" "${rest[@]}" --phones android --device "$settings/nexus-6-before.yml" --gauge first-drop --settling 1 \
      --strategy "$high=$files/fused-high-1s.yml" --strategy "$medium=$files/fused-high-30s.yml" \
      --strategy "$ten=$files/fused-balanced-1s.yml" --strategy "$hundred=$files/fused-balanced-30s.yml" \
      --strategy "$low=$files/fused-low-1s.yml" --fit base.drain --fit processor.suspended --fit wifi.power_save \
      --fit cellular.idle --fit processor.location_session --fit gnss.acquiring "$@"
  }
  on_trips() { # label, folder of the settings, further arguments
    local label=$1 files=$2
    shift 2
    services "$label" "$files" --levels "$data/travel/battery.csv" --runs "$data/travel/runs.csv" --timeline sfba \
      --timeline unimodal --legs "$data/travel/legs.csv" --route "$routes/suburb_bicycling.geojson" \
      --route "$routes/suburb_city_driving_weekend.geojson" --strategy "ACCURACY_CONTROL=$files/fused-high-1s.yml" \
      --strategy "HAHFDC=$files/fused-trip-high-1s.yml" --strategy "MAHFDC=$files/fused-trip-balanced-1s.yml" \
      --strategy "HAMFDC=$files/fused-trip-high-30s.yml" --strategy "POWER_CONTROL=$files/fused-passive.yml" \
      --fit gnss.tracking_strong --trip-overhead "$@"
  }
  services "Nexus 6 at rest, with the services of Android" "$settings" --occasions-differ
  on_trips "Nexus 6 at rest and on trips: the session and the receiver that the profile takes" "$settings" --occasions-differ
  # How long the app's code takes: the likelihood of a few pairs, storing a position and, on trips, storing and reading.
  echo
  echo "| Storing, s | On trips each 1 s, s | ln L | Runs differ by | Session | Tracking |"
  echo "|---|---|---|---|---|---|"
  for pair in 0:0 0:0.8 0.1:0.8 0.2:0.6 0.2:0.8 0.2:1 0.3:0.8; do
    folder=$(mktemp -d)
    for file in "$settings"/fused-*.yml; do
      sed -e "s/handling_time: 0.2 s/handling_time: ${pair%:*} s/" -e "s/handling_time: 0.8 s/handling_time: ${pair#*:} s/" \
        -e "s/handling_time: 0.22 s/handling_time: $(awk -v a="${pair%:*}" -v b="${pair#*:}" 'BEGIN { print a + (b - a) / 30 }') s/" \
        "$file" > "$folder/$(basename "$file")"
    done
    on_trips "$pair" "$folder" | awk -F' *[|] *' -v pair="$pair" '
      /^- likelihood/ { split($0, w, " "); likelihood = w[3] }
      $2 == "run_deviation" { runs = $7 }
      $2 == "processor.location_session" { session = $7 }
      $2 == "gnss.tracking_strong" { tracking = $7 }
      END { split(pair, p, ":"); printf "| %s | %s | %s | %s | %s | %s |\n", p[1], p[2], likelihood, runs, session, tracking }'
    rm -rf "$folder"
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
