"""The fit of Benchmarks/Fit with scipy.optimize.curve_fit: `fit.py FILE ROUNDS [jac]`, the same line of figures."""
import sys
import time

import numpy as np
from scipy.optimize import curve_fit

NAMES = ("floor", "amplitude", "time_constant")


def tail(x, floor, amplitude, time_constant):
    return floor + amplitude * np.exp(-x / time_constant)


def derivatives(x, floor, amplitude, time_constant):
    decay = np.exp(-x / time_constant)
    return np.column_stack((np.ones_like(x), decay, amplitude * decay * x / time_constant**2))


values = np.fromfile(sys.argv[1], dtype="<f8")
x, y = values[: values.size // 2], values[values.size // 2 :]
options = {"jac": derivatives} if sys.argv[3:] == ["jac"] else {}
# The start GeoJoule looks for itself, rounded.
start = (0.3, 1.2, 3.0)
seconds = []
for _ in range(int(sys.argv[2])):
    begin = time.process_time()
    found, covariance = curve_fit(tail, x, y, p0=start, **options)
    seconds.append(time.process_time() - begin)
seconds.sort()
fields = [f"seconds={seconds[len(seconds) // 2]}", f"fastest={seconds[0]}", f"slowest={seconds[-1]}"]
for name, value, error in zip(NAMES, found, np.sqrt(np.diag(covariance))):
    fields += [f"{name}={float(value)!r}", f"{name}_error={float(error)!r}"]
print(" ".join(fields))
