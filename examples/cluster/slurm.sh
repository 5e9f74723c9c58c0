#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# A table as a Slurm array job, one shard for each task:
#
#   id=$(sbatch --parsable --array=1-64 slurm.sh fig2.table fig2.csv)
#   sbatch --dependency=afterok:$id --wrap 'dpcert table fig2.table --merge fig2.csv.? fig2.csv.?? -o fig2.csv'
#
# A requeued task continues where it stopped.
#SBATCH --job-name=dpcert-table
#SBATCH --cpus-per-task=4
#SBATCH --requeue
set -eu
spec=$1 result=$2
exec "${DPCERT:-dpcert}" table "$spec" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --resume -j "${SLURM_CPUS_PER_TASK:-1}" -o "$result.$SLURM_ARRAY_TASK_ID"
