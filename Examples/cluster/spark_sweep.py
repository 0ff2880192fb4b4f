"""Runs a sweep on Apache Spark: spark-submit spark_sweep.py PLAN RESULT [--batch ITEMS] [--parts FOLDER]

Items are piped through 'geojoule sweep --stdin'. A task that fails is tried again by Spark, which keeps the output of one
attempt only. The program and the plan with its files have to be at the same paths on every worker. --parts may be an
object store that Spark can write to; then fetch the parts and merge them yourself.
"""

import argparse
import glob
import os
import shlex
import subprocess
import sys
import tempfile

from pyspark.sql import SparkSession

TOOL = os.environ.get("GEOJOULE", "geojoule")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("plan")
    parser.add_argument("result")
    parser.add_argument("--batch", type=int, default=16, help="items for a start of the program")
    parser.add_argument("--parts", help="folder for the parts; it must not exist (default: a temporary one)")
    parser.add_argument("--master", help="Spark's master, such as 'local[*,4]' (default: that of spark-submit)")
    options = parser.parse_args()

    plan = os.path.abspath(options.plan)
    listed = subprocess.run([TOOL, "sweep", plan, "--list-items"], stdout=subprocess.PIPE, check=True).stdout
    items = listed.decode().split()

    builder = SparkSession.builder.appName("geojoule sweep")
    if options.master:
        builder = builder.master(options.master)
    spark = builder.getOrCreate()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.parts or os.path.join(temporary, "parts")
        command = shlex.join([TOOL, "sweep", plan, "--stdin"])
        slices = max(1, len(items) // options.batch)
        lines = spark.sparkContext.parallelize(items, slices).pipe(command, env=dict(os.environ), checkCode=True)
        lines.saveAsTextFile(folder)
        spark.stop()
        if "://" in folder:
            return 0
        parts = sorted(glob.glob(os.path.join(folder, "part-*")))
        return subprocess.run([TOOL, "merge", *parts, "--output", options.result]).returncode


if __name__ == "__main__":
    sys.exit(main())
