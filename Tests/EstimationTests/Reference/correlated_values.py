"""A line among noise that repeats itself, over all shapes of the noise, for CurveFitTests; the noise itself for CorrelationTests.

    python3 Tests/EstimationTests/Reference/correlated_values.py

Made with NumPy 2.4, SciPy 1.17.1 and statsmodels 0.15.0. Dense matrices and a fine grid take the place of the filter and the
grid that narrows down; statsmodels checks the generalised least squares of one shape.
"""

import numpy as np
import statsmodels.api as sm
from scipy import linalg, optimize, stats

n = 60
u = np.modf(0.5 + 0.4142135623730951 * np.arange(1, n + 1))[0]
z = stats.norm.ppf(u)
wander = np.empty(n)
wander[0] = z[0]
for i in range(1, n):
    wander[i] = 0.8 * wander[i - 1] + 0.6 * z[i]
x = np.arange(n, dtype=float)
y = 0.47 + 0.083 * x + 0.21 * wander
X = np.column_stack([np.ones(n), x])


def shape(time, white):
    c = (1 - white) * np.exp(-np.arange(n) / time)
    c[0] = 1
    return linalg.toeplitz(c)


def over_shapes(X, y, reach=1, is_curve=False):
    """Time constants up to `reach` lengths of the series; for curves that repeat themselves by a likelihood ratio at 32 % dT / T."""
    p = X.shape[1]
    weights, centres, errors, times, whites, scales = [], [], [], [], [], []
    for log_time in np.linspace(np.log(0.25), np.log(reach * n), 161):
        for white in np.linspace(0, 0.9, 46):
            V = shape(np.exp(log_time), white)
            L = linalg.cholesky(V + 1e-12 * np.eye(n), lower=True)
            A, b = linalg.solve_triangular(L, X, lower=True), linalg.solve_triangular(L, y, lower=True)
            information = A.T @ A
            beta = np.linalg.solve(information, A.T @ b)
            squares = np.sum((b - A @ beta) ** 2)
            weights.append(
                -np.log(np.diag(L)).sum()
                - np.linalg.slogdet(information)[1] / 2
                - (n - p) / 2 * np.log(squares)
            )
            centres.append(beta)
            errors.append(np.sqrt(np.diag(np.linalg.inv(information)) * squares / (n - p)))
            times.append(log_time)
            whites.append(white)
            scales.append(squares / (n - p))
    heights, times = np.array(weights), np.array(times)
    repeats = heights.max() > heights[:46].max() + 0.5
    heights -= 0 if is_curve and repeats else times / 2
    weights = np.exp(heights - heights.max())
    return weights / weights.sum(), np.array(centres), np.array(errors), times, np.array(whites), np.array(scales)


weights, centres, errors, *_ = over_shapes(X, y, reach=4, is_curve=True)
fit = sm.GLS(y, X, sigma=shape(4.5, 0.1)).fit()
print("statsmodels, time constant 4.5, white share 0.1:", fit.params, fit.bse)
for k in range(2):
    ends = [
        optimize.brentq(
            lambda v: np.sum(weights * stats.t.cdf((v - centres[:, k]) / errors[:, k], n - 2)) - p, -50, 50, xtol=1e-12
        )
        for p in (0.025, 0.5, 0.975)
    ]
    print([float(e) for e in ends])

# Deviation, time constant and white deviation of a series: 2.7 times the same noise.
weights, _, _, times, whites, scales = over_shapes(np.ones((n, 1)), 2.7 * wander)
for share, shares in ((1 - whites, (0.025, 0.5, 0.975)), (whites, (0.5, 0.975))):
    below = lambda v: np.sum(weights * stats.chi2.sf((n - 1) * scales * share / v**2, n - 1))
    print([float(optimize.brentq(lambda v: below(v) - p, 1e-3, 1e3, xtol=1e-12)) for p in shares])
step = times[46] - times[0]
levels = times[::46]
cumulative = np.concatenate([[0], np.cumsum(weights.reshape(-1, 46).sum(1))])
print([float(np.exp(np.interp(p, cumulative, np.append(levels - step / 2, levels[-1] + step / 2)))) for p in (0.025, 0.5, 0.975)])
