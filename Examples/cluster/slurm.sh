#!/bin/bash
#SBATCH --job-name=geojoule
#SBATCH --array=1-64
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=512M
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
# Runs a sweep as a Slurm job array, a shard per task:
#
#   sbatch --export=ALL,PLAN=plan.yml,PARTS=/shared/parts slurm.sh
#
# A task that is preempted or whose node fails is requeued and goes on where it was. Afterwards, or as a job with
# --dependency=afterok: geojoule merge /shared/parts/part-*.jsonl --output result.jsonl
set -euo pipefail
: "${PLAN:?name the plan in PLAN}" "${PARTS:?name a folder that all nodes see in PARTS}"
mkdir -p "$PARTS"
exec "${GEOJOULE:-geojoule}" sweep "$PLAN" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --jobs "${SLURM_CPUS_PER_TASK:-1}" --quiet \
  --output "$PARTS/part-$SLURM_ARRAY_TASK_ID.jsonl"
