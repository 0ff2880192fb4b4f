#!/bin/bash
# Our side of the table in published.md. Usage, from anywhere: bash reports/validation/published.sh GEOJOULE
set -euo pipefail
tool=$(command -v "$1" || true)
[ -n "$tool" ] || tool=$1
tool=$(cd "$(dirname "$tool")" && pwd)/$(basename "$tool")
cd "$(dirname "$0")/published"

# figure COLUMN DIGITS ARGUMENTS...: a column of the first row of a comparison.
figure() {
  local column=$1 digits=$2
  shift 2
  "$tool" compare "$@" --format csv --quiet | awk -F, -v name="$column" -v digits="$digits" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
    NR == 2 { printf "%.*f", digits, $column }'
}

# upload SCENARIO COLUMN ARGUMENTS...: what one upload of a byte adds to a radio, in joules.
upload() {
  local day=$1 column=$2 with without
  shift 2
  with=$(figure "$column" 9 --scenario "$day" --strategy once.yml --seeds 1 --parameters fixed "$@")
  without=$(figure "$column" 9 --scenario "$day" --strategy silent.yml --seeds 1 --parameters fixed "$@")
  awk -v a="$with" -v b="$without" 'BEGIN { printf "%.2f J\n", a - b }'
}

echo "upload over LTE of 2012: $(upload minutes.yml cellular_J --device iphone-6 --network lte-2012)"
echo "upload over 3G, HTC Dream: $(upload minutes.yml cellular_J --device htc-dream --network 3g)"
echo "upload over 3G, Nexus One: $(upload minutes.yml cellular_J --device nexus-one --network 3g)"
echo "upload over Wi-Fi, HTC Dream: $(upload wifi-minutes.yml wifi_J --device htc-dream)"
echo "upload over Wi-Fi, Nexus One: $(upload wifi-minutes.yml wifi_J --device nexus-one)"

phone=(--device iphone-6 --seeds 40 --parameters fixed)
for day in commute hike drive-to-la; do
  always=$(figure energy_J 6 --strategy continuous --scenario "$day" "${phone[@]}")
  deferred=$(figure energy_J 6 --strategy deferred --scenario "$day" "${phone[@]}")
  awk -v day="$day" -v a="$always" -v b="$deferred" '
    BEGIN { printf "deferral saves %.0f %% of the whole phone on %s\n", 100 * (1 - b / a), day }'
done
for strategy in region-exits.yml visits; do
  echo "$strategy told, median: $(figure event_latency_p50_s 0 --strategy $strategy --scenario commute "${phone[@]}") s"
done
