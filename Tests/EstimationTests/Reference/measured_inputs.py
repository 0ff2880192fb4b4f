"""Lines over a column that was measured with error, for MeasuredInputsTests.

    python3 Tests/EstimationTests/Reference/measured_inputs.py

Made with NumPy and SciPy. Fuller's corrected least squares in matrices, rows without order; SciPy's orthogonal distance regression
is the other method for errors of both sides and comes near.
"""

import numpy as np
from scipy import odr, optimize, stats

GOLDEN, ROOT = 0.6180339887498949, 0.4142135623730951


def scores(n, step):
    return stats.norm.ppf(np.modf(0.5 + step * np.arange(1, n + 1))[0])


def corrected(D, B, y, w):
    n, p = D.shape
    share = (n - p + 1) / n
    A = np.einsum("i,ia,ib->ab", w, D, D) - share * np.einsum("i,ia,ib->ab", w, B, B)
    theta = np.linalg.solve(A, (D * w[:, None]).T @ y)

    def rows(t):
        return w[:, None] * (D * (y - D @ t)[:, None] + share * B * (B @ t)[:, None])

    return theta, A, rows


def fit(name, D, B, y, w):
    theta, A, rows = corrected(D, B, y, w)
    n, p = D.shape
    square = stats.t.ppf(0.975, n - p) ** 2 * n / (n - p)
    print(name, [float(v) for v in theta])
    for k in range(p):
        rest = [j for j in range(p) if j != k]
        turn = np.linalg.solve(A[np.ix_(rest, rest)], A[rest, k])

        def score(t):
            values = np.empty(p)
            values[k] = t
            values[rest] = np.linalg.solve(A[np.ix_(rest, rest)], ((D * w[:, None]).T @ y)[rest] - A[rest, k] * t)
            r = rows(values)
            f = r[:, k] - r[:, rest] @ turn
            return f.sum() ** 2 - square * np.sum((f - f.mean()) ** 2)

        reach = 1e-3
        while score(theta[k] - reach) < 0 or score(theta[k] + reach) < 0:
            reach *= 2
        low = optimize.brentq(score, theta[k] - reach, theta[k], xtol=1e-13)
        high = optimize.brentq(score, theta[k], theta[k] + reach, xtol=1e-13)
        print("  ", float(theta[k]), low, high)
    return theta


n = 61
u, z, e = scores(n, GOLDEN), scores(n, ROOT), scores(n, np.sqrt(3) - 1)
true = 11.3 + 4.7 * u
x, y = true + 1.9 * e, 3.1 + 0.83 * true + 1.21 * z
D, B = np.column_stack([np.ones(n), x]), np.column_stack([np.zeros(n), np.full(n, 1.9)])
fit("line", D, B, y, np.ones(n))

# Errors that differ from row to row, and a second, exact column.
own = 0.7 + 0.04 * np.arange(n)
x = true + own * e
v = np.arange(n) / 10
D, B = np.column_stack([np.ones(n), x, v]), np.column_stack([np.zeros(n), own, np.zeros(n)])
fit("two columns", D, B, 3.1 + 0.83 * true - 0.47 * v + 1.21 * z, np.ones(n))

# Deviations of both sides: weights of the residual's own variance.
D, B = np.column_stack([np.ones(n), x]), np.column_stack([np.zeros(n), own])
theta, w = np.zeros(2), np.ones(n)
for _ in range(60):
    theta = corrected(D, B, y, w)[0]
    w = 1 / (1.21**2 + (B @ theta) ** 2)
fit("both", D, B, y, w)
found = odr.ODR(odr.RealData(x, y, sx=own, sy=1.21), odr.Model(lambda b, x: b[0] + b[1] * x), beta0=[1, 1]).run()
print("odr", found.beta, found.sd_beta)
