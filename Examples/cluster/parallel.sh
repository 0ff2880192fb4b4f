#!/bin/sh
# Runs a sweep with GNU parallel (https://www.gnu.org/software/parallel/): parallel.sh PLAN RESULT [SHARDS]
#
# Each shard is a job of one core. A job that dies is started again and goes on where it was; so does this script when it
# is started again. For several machines name them in the variable PARALLEL, for instance
# PARALLEL='--sshloginfile machines', and keep RESULT on a disk that all of them see under the same path.
set -eu
plan=$(realpath "${1:?usage: parallel.sh PLAN RESULT [SHARDS]}")
result=${2:?usage: parallel.sh PLAN RESULT [SHARDS]}
shards=${3:-16}
geojoule=${GEOJOULE:-geojoule}
parts=$result.parts

mkdir -p "$parts"
# Other machines do not begin in this folder.
parts=$(realpath "$parts")
seq "$shards" | parallel --retries 5 --halt soon,fail=1 \
  "$geojoule" sweep "$plan" --shard "{}/$shards" --jobs 1 --quiet --output "$parts/part-{}.jsonl"
"$geojoule" merge "$parts"/part-*.jsonl --output "$result"
rm -r "$parts"
