"""Lines over a column that was measured with error, for MeasuredInputsTests.

    python3 Tests/EstimationTests/Reference/measured_inputs.py

Made with NumPy and SciPy. Fuller's corrected least squares in matrices, rows without order; SciPy's orthogonal distance regression
is the other method for errors of both sides and comes near. Rows in order: scores over shapes of noise, with dense matrices.
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


def shapes(n, D, y, C, exact):
    """Shapes of noise where those that matter are; of each what the scores need."""
    low, high = np.array([np.log(0.25), 0]), np.array([np.log(max(2, n)), 0.9])
    cells = np.array([16, 4])
    p = D.shape[1]
    start = np.linalg.solve(D.T @ D - (n - p + 1) * C, D.T @ y)
    lag = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    for _ in range(5):
        step = (high - low) / cells
        found = []
        for i in range(cells[0] + 1):
            for j in range(cells[1] + 1):
                time, white = np.exp(low[0] + i * step[0]), low[1] + j * step[1]
                R = (1 - white) * np.exp(-lag / time) + white * np.eye(n)
                Q = np.linalg.inv(R)
                E = D[:, exact]
                P = Q - Q @ E @ np.linalg.inv(E.T @ Q @ E) @ E.T @ Q
                M = np.column_stack([D, y])
                G = M.T @ Q @ M
                traces = [np.trace(np.linalg.matrix_power(P, k)) for k in (1, 2, 3)]
                A = G[:p, :p] - traces[0] * C
                height = (
                    -0.5 * np.log(time) - 0.5 * np.linalg.slogdet(R)[1] - 0.5 * np.linalg.slogdet(G[:p, :p])[1]
                )
                known = np.linalg.eigvalsh(A)[0] > 0
                v = np.append(-np.linalg.solve(A, G[:p, p]) if known else -start, 1)
                height -= (n - p) / 2 * np.log(v @ G @ v / (n - p))
                weight = height if known else -np.inf
                W = np.linalg.inv(np.linalg.cholesky(R)) @ M
                found.append((i, j, weight, height, G, D.T @ Q @ Q @ D, traces, A, W))
        weights = np.array([f[2] for f in found])
        weights = np.exp(weights - weights.max())
        finer = False
        for axis in range(2):
            sums = np.zeros(cells[axis] + 1)
            np.add.at(sums, [f[axis] for f in found], weights)
            places = np.flatnonzero(sums > 1e-4 * sums.max())
            first, last = places[0], places[-1]
            if (last - first + 2) * 2 <= cells[axis] or last == first:
                ends = low[axis] + step[axis] * max(0, first - 1), low[axis] + step[axis] * min(cells[axis], last + 1)
                low[axis], high[axis] = ends
                finer = True
        if not finer:
            break
    return found


def ordered(name, D, y, C, exact):
    n, p = D.shape
    found = shapes(n, D, y, C, exact)

    def below(k, t):
        rest = [j for j in range(p) if j != k]
        rows = []
        for _, _, _, height, G, G2, traces, A, W in found:
            inner = A[np.ix_(rest, rest)]
            known = np.linalg.eigvalsh(inner)[0] > 0
            if not known:
                inner = G[np.ix_(rest, rest)]
            cross = A[rest, k] if known else G[rest, k]
            theta, h = np.empty(p), np.empty(p)
            theta[k], h[k] = t, 1
            theta[rest] = np.linalg.solve(inner, G[rest, p] - cross * t)
            h[rest] = -np.linalg.solve(inner, cross)
            v, z = np.append(-theta, 1), np.append(h, 0)
            squares, bias = v @ G @ v, h @ C @ theta
            score, spread, second = z @ G @ v + traces[0] * bias, z @ G @ z, h @ G2 @ h
            variance = squares / n
            for _ in range(4):
                if variance > 0:
                    variance = (squares - score**2 / (spread + bias**2 * traces[1] / variance)) / (n - p)
            if variance <= 0:
                continue
            cleared = W[:, :p] - W[:, exact] @ np.linalg.lstsq(W[:, exact], W[:, :p])[0]
            part = cleared @ np.where(np.isin(np.arange(p), exact), 0, h)
            products = part * (W @ v)
            scatter = n / (n - p) * np.sum((products - products.mean()) ** 2)
            beyond = max(0, scatter - variance * part @ part - bias**2 * traces[0] ** 2 / n)
            deviation = np.sqrt(variance * spread + bias**2 * traces[1] + beyond)
            first = spread * traces[0] / n
            shift = bias * variance * (first + second) / deviation**3
            skewness = (6 * bias * variance * first - 2 * bias**3 * traces[2]) / deviation**3
            x = score / deviation
            height -= (n - p) / 2 * np.log1p(score**2 / (variance * spread) / (n - p))
            x += -shift - skewness * (min(x * x, stats.norm.ppf(0.975) ** 2) - 1) / 6
            rows.append((height, stats.t.sf(x, n - p) if known else 0.5))
        heights, shares = np.array(rows).T
        kept = heights > heights.max() - 16
        return np.average(shares[kept], weights=np.exp(heights - heights.max())[kept])

    for k in range(p):
        middle = np.linalg.lstsq(D, y)[0][k]
        median = optimize.brentq(lambda t: below(k, t) - 0.5, 0.5 * middle, 1.5 * middle, xtol=1e-12)
        ends = [median]
        for q, step in ((0.025, -0.02 * abs(median)), (0.975, 0.02 * abs(median))):
            # The crossing next to the median, where there are several.
            far = median + step
            while (below(k, far) - q) * step < 0:
                far += step
            ends.append(optimize.brentq(lambda t: below(k, t) - q, far - step, far, xtol=1e-12))
        print("  ", name, *ends)


def filtered(values, memory):
    out = [values[0]]
    for value in values[1:]:
        out.append(memory * out[-1] + np.sqrt(1 - memory**2) * value)
    return np.array(out)


wander, slow = 11.3 + 4.7 * filtered(u, 0.8), filtered(z, 0.6)
x = wander + 1.2 * e
ordered("in order", np.column_stack([np.ones(n), x]), 3.1 + 0.83 * wander + 1.21 * slow, np.diag([0, 1.2**2]), [0])
