"""Runs a sweep on Dask workers: dask_sweep.py PLAN RESULT [--scheduler ADDRESS] [--batch ITEMS]

Without --scheduler the workers are processes of this machine. A batch whose worker dies, or whose program fails, is
given to another worker. Results come back to this process, so workers need no common disk, but the program and the plan
with its files at the same paths.
"""

import argparse
import os
import subprocess
import sys
import tempfile

from dask.distributed import Client, LocalCluster, as_completed

TOOL = os.environ.get("GEOJOULE", "geojoule")


def run_items(tool, plan, items):
    """The lines of some items; fails unless the program did all of them."""
    asked = "".join(f"{item}\n" for item in items)
    return subprocess.run(
        [tool, "sweep", plan, "--stdin"], input=asked.encode(), stdout=subprocess.PIPE, check=True
    ).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("plan")
    parser.add_argument("result")
    parser.add_argument("--scheduler", help="address of a Dask scheduler")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="without a scheduler")
    parser.add_argument("--batch", type=int, default=16, help="items for a start of the program")
    options = parser.parse_args()

    plan = os.path.abspath(options.plan)
    listed = subprocess.run([TOOL, "sweep", plan, "--list-items"], stdout=subprocess.PIPE, check=True).stdout
    items = [int(line) for line in listed.split()]
    batches = [items[first : first + options.batch] for first in range(0, len(items), options.batch)]

    if options.scheduler:
        client = Client(options.scheduler)
    else:
        client = Client(
            LocalCluster(n_workers=options.workers, threads_per_worker=1, processes=True, dashboard_address=None)
        )
    with client, tempfile.TemporaryDirectory() as folder:
        tasks = client.map(lambda batch: run_items(TOOL, plan, batch), batches, retries=5, pure=False)
        parts = []
        for task in as_completed(tasks):
            part = os.path.join(folder, f"part-{len(parts)}.jsonl")
            with open(part, "wb") as file:
                file.write(task.result())
            parts.append(part)
            task.release()
        return subprocess.run([TOOL, "merge", *parts, "--output", options.result]).returncode


if __name__ == "__main__":
    sys.exit(main())
