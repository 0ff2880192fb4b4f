"""Reference values for the fits of formulas.

    python3 Tests/EstimationTests/Reference/formula_values.py

Made with SciPy 1.17.1 and lmfit 1.3.4. The data come from low-discrepancy sequences, which the tests compute for themselves.
"""

import lmfit
import numpy as np
from scipy import optimize, stats

GOLDEN, ROOT = 0.6180339887498949, 0.4142135623730951


def sequence(n, step):
    return np.modf(0.5 + step * np.arange(1, n + 1))[0]


def show(name, *numbers):
    print(name, ", ".join(repr(float(x)) for x in np.hstack(numbers)))


def curve(name, function, x, y, start, **options):
    values, covariance = optimize.curve_fit(
        function, x, y, start, ftol=1e-15, xtol=1e-15, gtol=1e-15, maxfev=100000, **options
    )
    show(name, values, np.sqrt(np.diag(covariance)))


def profiles(name, function, start, x, y):
    """Where the F test at 5 % stops: profile intervals."""
    model = lmfit.Parameters()
    for key, value in start.items():
        model.add(key, value)
    fitter = lmfit.Minimizer(lambda p: function(x, **p.valuesdict()) - y, model)
    found = fitter.minimize(method="leastsq", ftol=1e-15, xtol=1e-15)
    ends = lmfit.conf_interval(fitter, found, sigmas=[0.95], maxiter=2000)
    for key in start:
        show(f"{name} {key}", [ends[key][0][1], found.params[key].value, ends[key][2][1]])


n = 61
u, z = sequence(n, GOLDEN), stats.norm.ppf(sequence(n, ROOT))
x = 3.1 + 17 * u

logarithm = lambda x, a, b: a + b * np.log10(x)
curve("logarithm", logarithm, x, 4.7 + 1.9 * np.log10(x) + 0.13 * z, [1, 1])

power = lambda x, a, b: a * x**b
weights = 0.4 + u
curve(
    "power law with weights", power, x, 0.83 * x**1.37 + 0.7 * z / np.sqrt(weights), [1, 1], sigma=1 / np.sqrt(weights)
)

logistic = lambda x, height, middle, width: height / (1 + np.exp(-(x - middle) / width))
y = logistic(x, 21.7, 11.3, 1.9) + 0.61 * z
curve("logistic", logistic, x, y, [20, 10, 2])
profiles("logistic profile", logistic, {"height": 20, "middle": 10, "width": 2}, x, y)
curve("logistic with a ceiling", logistic, x, y, [20, 10, 2], bounds=([0, 0, 0], [21.5, 30, 9]))

saturation = lambda x, b1, b2: b1 * (1 - np.exp(-b2 * x))
short = 0.21 * x
y = saturation(short, 7.3, 0.41) + 0.05 * z
curve("saturation", saturation, short, y, [5, 0.5])
profiles("saturation profile", saturation, {"b1": 5, "b2": 0.5}, short, y)

both = lambda xy, a, b, c: a * np.exp(-b * xy[0]) + c * np.sqrt(xy[1])
v = sequence(n, np.sqrt(3) - 1)
y = both([u, v], 3.3, 2.1, 1.7) + 0.07 * z
curve("two columns", both, np.array([u, v]), y, [1, 1, 1])

squared = lambda x, a, b: a - b * x
curve("transformed response", squared, x, np.log(np.exp(2.1 - 0.17 * x + 0.06 * z)), [1, 1])
