"""GeoJoule: what a location strategy costs on a phone, and what it gives.

Each function calls the program `geojoule`, which comes with this package, and returns what it writes as pandas
DataFrames. Units are in the names of the columns; missing is NaN.

>>> import geojoule
>>> table = geojoule.compare(["continuous", "hundred-meters"], scenario="commute", seeds=8)
>>> table[["strategy", "drain_percent_per_hour", "error_p95_m"]]

What was wrong is an exception that carries the file, the line and the column (`InputError`).
"""

from importlib import metadata

from ._errors import GeoJouleError, GeoJouleWarning, InputError, InternalError, UsageError
from ._commands import (
    Option,
    advise,
    compare,
    deliveries,
    diagnose,
    fit,
    optimize,
    run,
    sensitivity,
    sweep,
    sweep_rows,
    timeline,
    validate,
)
from ._program import program, version
from ._tables import Advice, Comparison, Diagnosis, Fit, Optimization, Run, Sensitivity, Sweep, Table, Validation

try:
    __version__ = metadata.version("geojoule")
except metadata.PackageNotFoundError:  # used from a checkout
    __version__ = "0+checkout"

__all__ = [
    "Advice",
    "Comparison",
    "Diagnosis",
    "Fit",
    "GeoJouleError",
    "GeoJouleWarning",
    "InputError",
    "InternalError",
    "Optimization",
    "Option",
    "Run",
    "Sensitivity",
    "Sweep",
    "Table",
    "UsageError",
    "Validation",
    "advise",
    "compare",
    "deliveries",
    "diagnose",
    "fit",
    "optimize",
    "program",
    "run",
    "sensitivity",
    "sweep",
    "sweep_rows",
    "timeline",
    "validate",
    "version",
]
