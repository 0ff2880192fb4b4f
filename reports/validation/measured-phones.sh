#!/bin/bash
# Makes the tables of measured-phones.md again: each stands between a comment with its command and one that says 'end'.
# Usage: bash reports/validation/measured-phones.sh GEOJOULE DATA, with DATA such as ../shared/data/mobilitynet
set -euo pipefail
tool=$(command -v "$1" || true)
[ -n "$tool" ] || tool=$1
tool=$(cd "$(dirname "$tool")" && pwd)/$(basename "$tool")
page=$(cd "$(dirname "$0")" && pwd)/measured-phones.md
cd "$2"
new=$(mktemp)
inside=0
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    '<!-- geojoule '*)
      inside=1
      echo "$line"
      words=${line#<!-- geojoule }
      # The words of a command hold no blanks.
      # shellcheck disable=SC2086
      "$tool" ${words% -->} --quiet
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
