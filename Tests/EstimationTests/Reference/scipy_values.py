"""Reference values for the tests of Estimation.

    python3 Tests/EstimationTests/Reference/scipy_values.py

Made with SciPy 1.17.1. The data come from low-discrepancy sequences, which the tests compute for themselves.
"""

import numpy as np
from scipy import optimize, special, stats


def tight(function, start, args=(), disp=False):
    for _ in range(3):
        start = optimize.fmin(
            function, start, args=args, xtol=1e-13, ftol=1e-15, maxiter=50000, maxfun=50000, disp=False
        )
    return start


def sequence(n, step):
    return np.modf(0.5 + step * np.arange(1, n + 1))[0]


GOLDEN, ROOT = 0.6180339887498949, 0.4142135623730951


def errors(name, x, shape, scale):
    """From the observed information, differentiated by hand, at the maximum."""
    n, z = len(x), x / scale
    power = z**shape
    information = {
        "gamma": [
            [n * special.polygamma(1, shape), n / scale],
            [n / scale, 2 * np.sum(x) / scale**3 - n * shape / scale**2],
        ],
        "lognormal": [[2 * n / shape**2, 0], [0, n / (scale * shape) ** 2]],
        "weibull": [
            [n / shape**2 + np.sum(power * np.log(z) ** 2), n / scale - np.sum(power * (1 + shape * np.log(z))) / scale],
            [0, shape * (shape + 1) / scale**2 * np.sum(power) - n * shape / scale**2],
        ],
    }[name]
    information = np.triu(information) + np.triu(information, 1).T
    return np.sqrt(np.diag(np.linalg.inv(information)))


def show(name, *numbers):
    print(name, ", ".join(repr(float(x)) for x in np.hstack(numbers)))


def magnitudes():
    u, v = sequence(401, GOLDEN), sequence(401, ROOT)
    x = 4.3 * (-np.log1p(-u)) ** 0.7 * (1 + 0.5 * v)
    for name, law, order in [
        ("gamma", stats.gamma, [0, 2]),
        ("lognormal", stats.lognorm, [2, 0]),
        ("weibull", stats.weibull_min, [0, 2]),
    ]:
        fit = law.fit(x, floc=0, optimizer=tight)
        e = errors(name, x, fit[0], fit[2])
        show(name, [fit[i] for i in order], [e[i // 2] for i in order], np.sum(law.logpdf(x, *fit)))
        ks = stats.kstest(x, lambda t: law.cdf(t, *fit)).statistic
        z = np.sort(law.cdf(x, *fit))
        n = len(z)
        i = np.arange(1, n + 1)
        ad = -n - np.sum((2 * i - 1) / n * (np.log(z) + np.log1p(-z[::-1])))
        show(name + " distance", ks, ad)
    for name, law in [("rayleigh", stats.rayleigh), ("halfnorm", stats.halfnorm)]:
        fit = law.fit(x, floc=0)
        show(name, fit[1], np.sum(law.logpdf(x, *fit)))


def biased():
    z1, z2 = special.ndtri(sequence(301, GOLDEN)), special.ndtri(sequence(301, ROOT))
    x = np.hypot(5.3 + 2.1 * z1, 2.1 * z2)
    fit = stats.rice.fit(x, floc=0, optimizer=tight)
    show("rice", fit[2], fit[0] * fit[2], np.sum(stats.rice.logpdf(x, *fit)))
    y = np.abs(2.7 + 1.9 * z1)
    fit = stats.foldnorm.fit(y, floc=0, optimizer=tight)
    show("foldnorm", fit[2], fit[0] * fit[2], np.sum(stats.foldnorm.logpdf(y, *fit)))
    show("rice cdf", stats.rice.cdf([0.3, 4.1, 9.7], 5.3 / 2.1, scale=2.1))
    show("rice cdf far", stats.rice.cdf([97.0, 100.3, 103.1], 100.0 / 1.7, scale=1.7))


def first_fixes():
    u, v = sequence(257, GOLDEN), sequence(257, ROOT)
    times = 8.3 * np.exp(0.71 * special.ndtri(u))
    limits = np.where(v < 0.6, 31.0, 11.7)
    data = stats.CensoredData(uncensored=times[times <= limits], right=limits[times > limits])
    for name, law in [("ttff lognormal", stats.lognorm), ("ttff weibull", stats.weibull_min)]:
        fit = law.fit(data, floc=0, optimizer=tight)
        show(name, fit[2], fit[0])


def curves():
    n = 211
    u, v = sequence(n, GOLDEN), sequence(n, ROOT)
    z = special.ndtri(v)

    y = 3.7 - 0.83 * u + 0.21 * z
    line = stats.linregress(u, y)
    show("linear", line.intercept, line.slope, line.intercept_stderr, line.stderr)

    down = 9.1 * np.modf(3.3 * u + 1.7 * v)[0]
    y = 438.4 * u + 52.0 * down + 1288 + 13.0 * z
    fit, covariance = optimize.curve_fit(lambda x, a, b, c: a * x[0] + b * x[1] + c, np.array([u, down]), y)
    show("throughput", fit, np.sqrt(np.diag(covariance)))

    x = 17.0 * u
    y = 0.31 + 1.21 * np.exp(-x / 2.63) + 0.017 * z
    tail = lambda x, a, b, c: a + b * np.exp(-x / c)
    tolerances = dict(ftol=1e-15, xtol=1e-15, gtol=1e-15)
    fit, covariance = optimize.curve_fit(tail, x, y, p0=[0.2, 1, 2], **tolerances)
    show("tail", fit, np.sqrt(np.diag(covariance)))
    deviations = 0.011 + 0.013 * u
    fit, covariance = optimize.curve_fit(
        tail, x, y, p0=[0.2, 1, 2], sigma=deviations, absolute_sigma=True, **tolerances
    )
    show("tail weighted", fit, np.sqrt(np.diag(covariance)))


def binomial():
    for k, n in [(0, 17), (13, 19), (97, 101)]:
        test = stats.binomtest(k, n)
        for method in ["exact"]:
            interval = test.proportion_ci(0.95, method)
            show(f"{method} {k} of {n}", interval.low, interval.high)


def diagnostics():
    x, y = sequence(83, GOLDEN), special.ndtri(sequence(83, ROOT))
    y = y + 0.4 * y**2
    show("anderson", stats.anderson(y, "norm", method="interpolate").statistic)
    rank = stats.spearmanr(x, y + 1.3 * x)
    show("spearman", rank.statistic, rank.pvalue)


def product_limit():
    u, v = sequence(97, GOLDEN), sequence(97, ROOT)
    times = np.ceil(40 * -np.log1p(-u)) / 4
    limits = np.ceil(4 * (5 + 40 * v)) / 4
    data = stats.CensoredData(uncensored=times[times <= limits], right=limits[times > limits])
    steps = stats.ecdf(data).sf
    show("kaplan-meier", steps.evaluate([1.25, 5.75, 11.0, 17.5]))


def sobol():
    # Ishigami's function on points of low discrepancy; SciPy's estimators are those of Saltelli 2010 and Jansen 1999.
    n, d = 128, 3
    steps = [GOLDEN, ROOT, 0.7320508075688772, 0.23606797749979, 0.6457513110645907, 0.3166247903554]
    points = np.array([sequence(n, step) for step in steps])
    f = lambda p: (lambda x: np.sin(x[0]) + 7 * np.sin(x[1]) ** 2 + 0.1 * x[2] ** 4 * np.sin(x[0]))(np.pi * (2 * p - 1))
    a, b = points[:d], points[d:]
    mixed = []
    for i in range(d):
        c = a.copy()
        c[i] = b[i]
        mixed.append([f(c)])
    indices = stats.sobol_indices(func={"f_A": [f(a)], "f_B": [f(b)], "f_AB": np.array(mixed)}, n=n)
    show("sobol", indices.first_order, indices.total_order)
    # First indices as SALib has them, on the mean of all answers.
    both = np.concatenate([f(a), f(b)])
    centre = np.concatenate([both] + [m[0] for m in mixed]).mean()
    show("sobol, mean of all", [np.mean((f(b) - centre) * (m[0] - f(a))) / both.var() for m in mixed])


for part in [magnitudes, biased, first_fixes, curves, binomial, diagnostics, product_limit, sobol]:
    part()
