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
  echo "$strategy reported, median: $(figure event_latency_p50_s 0 --strategy $strategy --scenario commute "${phone[@]}") s"
done

# lifetime STRATEGY DEVICE DIGITS: hours from a full battery to an empty one at the commute's mean drain.
lifetime() {
  figure drain_percent_per_hour 9 --strategy "$1" --device "$2" --scenario commute --seeds 20 --parameters fixed |
    awk -v digits="$3" '{ printf "%.*f", digits, 100 / $1 }'
}
echo "satellites, Wi-Fi and cells, HTC Dream: $(lifetime continuous htc-dream 1) h"
echo "satellites, Wi-Fi and cells, HTC Dream: $(lifetime hundred-meters htc-dream 0) h"
echo "satellites, Wi-Fi and cells, HTC Dream: $(lifetime kilometer htc-dream 0) h"
awk -v a="$(lifetime activity-gated nexus-6 6)" -v b="$(lifetime fused-high-accuracy nexus-6 6)" '
  BEGIN { printf "satellites only on the move: %.1f times\n", a / b }'
idle=$(lifetime none nexus-6 6)
for strategy in scan-60s.yml scan-300s.yml; do
  awk -v a="$(lifetime $strategy nexus-6 6)" -v b="$idle" -v name=$strategy '
    BEGIN { printf "%s shortens the lifetime by %.0f %%\n", name, 100 * (1 - a / b) }'
done
