"""Powers from battery levels with dense covariance matrices, for DrainFitTests.

    python3 Tests/EstimationTests/Reference/drain_values.py

Made with NumPy 2.4 and SciPy 1.17.1 in two minutes. Written from the model's description alone: a run counts by its first level below 100 %, at
the middle of its readings, and by its last level, at its last reading; both have rounding, a plateau and a factor of the run in common.
Coefficients by weighted least squares with the covariance held, deviations by restricted likelihood, intervals by Student's t with the
degrees of freedom of Giesbrecht and Burns, at most runs less coefficients, at the ends of the profile likelihood. That the gauge fell between its last reading of 100 % and the next
has its probability, given both.
"""

import numpy as np
from scipy import linalg, optimize, stats

GOLDEN, ROOT = 0.6180339887498949, 0.4142135623730951
powers, capacity = np.array([0.047, 0.213, 0.131]), 6.91
shares = [[1, 0, 0], [1, 0.93, 0.11], [1, 0.17, 0.87], [1, 0.57, 0.61]]


def scores(n, step):
    return stats.norm.ppf(np.modf(0.5 + step * np.arange(1, n + 1))[0])


def make():
    runs, z, noise = [], scores(24, GOLDEN), scores(12 * 11, ROOT)
    for i in range(12):
        share = np.array(shares[i % 4])
        slope = 100 * share @ powers / capacity * np.exp(0.07 * z[2 * i])
        top = 104.4 + 0.7 * z[2 * i + 1]
        levels = [(0.0, 100)]
        for k in range(11):
            hour = k + 0.37 + 0.05 * i
            level = min(100, max(0, top - slope * hour + 0.6 * noise[11 * i + k]))
            levels.append((hour, min(levels[-1][1], int(np.floor(level + 0.5)))))
        runs.append((share, levels))
    return runs


def rows(share, levels):
    """Exposure in percent per watt and the drop shown at both ends; at one where they show the same level."""
    full = max(hour for hour, level in levels if level == 100)
    below = [(hour, level) for hour, level in levels if level < 100]
    first = [hour for hour, level in below if level == below[0][1]]
    hours = np.array([(first[0] + first[-1]) / 2, below[-1][0]])
    scale = 100 / capacity * np.array(share)
    drops = 100.0 - np.array([below[0][1], below[-1][1]])
    if drops[0] == drops[1]:
        hours, drops = hours[1:], drops[1:]
    return np.outer(hours, scale), drops, (full * scale, first[0] * scale)


data = [rows(*run) for run in make()]
A = np.vstack([np.column_stack([X, -np.ones(len(X))]) for X, _, _ in data])
y = np.concatenate([drop for _, drop, _ in data])


def covariance(shape, deviations):
    reading, plateau, run = deviations
    blocks = []
    for X, drops, _ in data:
        drain = X @ shape[:3]
        blocks.append((1 / 12 + reading**2) * np.eye(len(drops)) + plateau**2 + run**2 * np.outer(drain, drain))
    return linalg.block_diag(*blocks)


def ends(shape, deviations):
    """Both ends' scores of each fall, given the rows, are a + b . beta; the covariance at `shape`."""
    reading, plateau, run = deviations
    a, b = [], []
    for X, drops, exposures in data:
        drain = X @ shape[:3]
        V = (1 / 12 + reading**2) * np.eye(len(drops)) + plateau**2 + run**2 * np.outer(drain, drain)
        rows = np.column_stack([X, -np.ones(len(X))])
        for exposure in exposures:
            own = exposure @ shape[:3]
            link = plateau**2 + run**2 * own * drain
            solved = np.linalg.solve(V, link)
            root = np.sqrt(max(reading**2 + plateau**2 + run**2 * own**2 - solved @ link, reading**2, 1e-6))
            a.append((0.5 - solved @ drops) / root)
            b.append((solved @ rows - np.append(exposure, -1)) / root)
    return np.array(a), np.array(b)


def falls(beta, line):
    """ln of the probabilities of the falls."""
    scores = (line[0] + line[1] @ beta).reshape(-1, 2)
    return np.sum(np.log(stats.norm.cdf(scores[:, 0]) - stats.norm.cdf(np.minimum(scores[:, 1], scores[:, 0] - 1e-3))))


def bend(beta, deviations):
    """Slopes and minus the curvature of the same, by differences."""
    line, h = ends(beta, deviations), 1e-4
    unit = h * np.eye(4)
    slope = np.array([falls(beta + u, line) - falls(beta - u, line) for u in unit]) / (2 * h)
    curve = np.zeros((4, 4))
    for i, u in enumerate(unit):
        for j, v in enumerate(unit[: i + 1]):
            pairs = [falls(beta + x * u + y * v, line) * x * y for x in (1, -1) for y in (1, -1)]
            curve[i, j] = curve[j, i] = sum(pairs) / (4 * h * h)
    return falls(beta, line), slope, -curve


def best(shape, deviations):
    """The covariance and the parabola of the falls at `shape`."""
    V = np.linalg.inv(covariance(shape, deviations))
    fall, slope, curve = bend(shape, deviations)
    information = A.T @ V @ A + curve
    beta = np.linalg.solve(information, A.T @ V @ y + slope + curve @ shape)
    step, residual = beta - shape, y - A @ beta
    loss = residual @ V @ residual - np.linalg.slogdet(V)[1] + np.linalg.slogdet(information)[1]
    return beta, information, loss / 2 - (fall + slope @ step - step @ curve @ step / 2)


def restricted(logs, shape):
    """Minus the restricted log-likelihood."""
    return best(shape, np.exp(logs))[2]


beta, logs = np.append(powers, 4.4), np.log([0.4, 0.7, 0.08])
for _ in range(60):
    found = optimize.minimize(restricted, logs, args=(beta,), method="Nelder-Mead", options={"xatol": 1e-5, "fatol": 1e-9})
    moved, logs = np.max(np.abs(found.x - logs)), found.x
    for _ in range(50):
        beta = best(beta, np.exp(logs))[0]
    if moved < 1e-4:
        break
errors = np.sqrt(np.diag(np.linalg.inv(best(beta, np.exp(logs))[1])))
print("levels", sum(level for _, levels in make() for _, level in levels))
print("coefficients", beta.tolist())
print("errors", errors.tolist())
print("deviations", np.exp(logs).tolist())
step, unit = 0.05, np.eye(3)
hessian = np.array(
    [
        [
            sum(
                a * b * restricted(logs + step * (a * unit[i] + b * unit[j]), beta) for a in (1, -1) for b in (1, -1)
            )
            / (4 * step**2)
            for j in range(3)
        ]
        for i in range(3)
    ]
)
C = np.linalg.inv(hessian)


def variances(logs):
    return np.diag(np.linalg.inv(best(beta, np.exp(logs))[1]))


slopes = np.array([(variances(logs + step * u) - variances(logs - step * u)) / (2 * step) for u in unit])
freedom = np.minimum(2 * errors**4 / np.einsum("ik,ij,jk->k", slopes, C, slopes), 12 - 4)
print("degrees of freedom", freedom.tolist())
t = stats.t.ppf(0.975, freedom)
V, line = np.linalg.inv(covariance(beta, np.exp(logs))), ends(beta, np.exp(logs))


def height(k, value):
    """Minus the log-likelihood where a coefficient is held and the others follow; the covariance stays."""
    own = np.arange(4) == k

    def loss(others):
        b = np.empty(4)
        b[own], b[~own] = value, others
        residual = y - A @ b
        return residual @ V @ residual / 2 - falls(b, line)

    start = beta[~own]
    scale = errors[~own]
    found = optimize.minimize(lambda z: loss(start + scale * z), np.zeros(3), method="Nelder-Mead",
                              options={"xatol": 1e-6, "fatol": 1e-11, "maxiter": 4000})
    return found.fun


for k in range(4):
    low, most = height(k, beta[k]), t[k] ** 2 / 2
    reach = [
        optimize.brentq(lambda d: height(k, beta[k] + d) - low - most, *sorted((0.3 * x, 3 * x)), xtol=1e-4 * errors[k])
        for x in (-t[k] * errors[k], t[k] * errors[k])
    ]
    print("ends", (beta[k] + np.array(reach)).tolist())
