"""Powers from battery levels with dense covariance matrices, for DrainFitTests.

    python3 Tests/EstimationTests/Reference/drain_values.py

Made with NumPy 2.4 and SciPy 1.17.1. Written from the model's description alone: readings of one level are one row at the middle
of their hours, the last level at its last reading; rows of a run have rounding, a plateau and a factor of the run in common;
the fall between the last reading of 100 % and the next has its probability, given the rows. Coefficients by likelihood with the covariance held, deviations by restricted likelihood
with the information, intervals where the profile has fallen by t^2 / 2.
"""

import numpy as np
from scipy import optimize, stats

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
            level = min(100, max(0, top - slope * hour + 0.2 * noise[11 * i + k]))
            levels.append((hour, min(levels[-1][1], int(np.floor(level + 0.5)))))
        runs.append((share, levels))
    return runs


def rows(share, levels):
    """Exposure in percent per watt and the drop shown, row by row; and the exposures between which 100 % ends."""
    full = max(k for k, (_, level) in enumerate(levels) if level == 100)
    groups = []
    for hour, level in levels[full + 1 :]:
        if groups and groups[-1][0] == level:
            groups[-1][1].append(hour)
        elif level >= 3:
            groups.append((level, [hour]))
    table = [((h[0] + h[-1]) / 2, 100 - level) for level, h in groups]
    table[-1] = (groups[-1][1][-1], 100 - groups[-1][0])
    hours, drops = np.array([t[0] for t in table]), np.array([t[1] for t in table], float)
    return np.outer(hours, 100 / capacity * share), drops, [levels[k][0] * 100 / capacity * share for k in (full, full + 1)]


data = [rows(*run) for run in make()]


def model(beta, shape, deviations):
    """ln of the likelihood, and the information on the coefficients."""
    reading, plateau, run = deviations
    total, information = 0.0, np.zeros((4, 4))
    for X, drop, ends in data:
        drain, n = X @ shape[:3], len(drop)
        V = (1 / 12 + reading**2) * np.eye(n) + plateau**2 + run**2 * np.outer(drain, drain)
        inverse = np.linalg.inv(V)
        A = np.column_stack([X, -np.ones(n)])
        residual = drop - A @ beta
        total -= 0.5 * (np.linalg.slogdet(V)[1] + residual @ inverse @ residual)
        z, slopes = [], []
        for exposure in ends:
            end, a = exposure @ shape[:3], np.append(exposure, -1)
            link = plateau**2 + run**2 * end * drain
            solved = inverse @ link
            deviation = np.sqrt(reading**2 + plateau**2 + run**2 * end**2 - solved @ link)
            z.append((0.5 - a @ beta - solved @ residual) / deviation)
            slopes.append(-(a - A.T @ solved) / deviation)
        z[1] = min(z[1], z[0] - 1e-3)
        far, near = stats.norm.logcdf(z if z[1] <= 0 else [-z[1], -z[0]])
        chance = far + np.log(-np.expm1(near - far))
        total += chance
        high, low = np.exp(stats.norm.logpdf(z) - chance)
        slope = high * slopes[0] - low * slopes[1]
        bend = high * z[0] * np.outer(slopes[0], slopes[0]) - low * z[1] * np.outer(slopes[1], slopes[1])
        information += A.T @ inverse @ A + np.outer(slope, slope) + bend
    return total, information


def loglikelihood(beta, shape, deviations):
    return model(beta, shape, deviations)[0]


def hessian(beta, deviations):
    return model(beta, beta, deviations)[1]


def best(deviations, beta, shape=None, held=None):
    """The others at their best; where no shape is given, the covariance is taken at the best itself."""
    free = [k for k in range(4) if k != held]
    for _ in range(100):
        at = beta if shape is None else shape

        def loss(x):
            point = beta.copy()
            point[free] = x * np.array([0.1, 0.1, 0.1, 4])[free]
            return -loglikelihood(point, at, deviations)

        scale = np.array([0.1, 0.1, 0.1, 4])[free]
        found = optimize.minimize(loss, beta[free] / scale, method="BFGS", options={"gtol": 1e-7})
        new = beta.copy()
        new[free] = found.x * scale
        if shape is not None or np.max(np.abs(new - beta)) < 1e-9:
            return new
        beta = new
    raise RuntimeError


def restricted(logs, beta):
    deviations = np.exp(logs)
    return -loglikelihood(beta, beta, deviations) + 0.5 * np.linalg.slogdet(hessian(beta, deviations))[1]


deviations, beta = np.array([0.4, 0.7, 0.08]), np.append(powers, 4.4)
for _ in range(40):
    beta = best(deviations, beta)
    found = optimize.minimize(
        restricted, np.log(deviations), args=(beta,), method="Nelder-Mead", options={"xatol": 1e-6, "fatol": 1e-9}
    )
    moved = np.max(np.abs(np.log(deviations) - found.x))
    deviations = np.exp(found.x)
    if moved < 1e-5:
        break
beta = best(deviations, beta)
covariance = np.linalg.inv(hessian(beta, deviations))
print("levels", sum(level for _, levels in make() for _, level in levels))
print("coefficients", beta.tolist())
print("errors", np.sqrt(np.diag(covariance)).tolist())
print("deviations", deviations.tolist())
t = stats.t.ppf(0.975, 12 - 3)
top = loglikelihood(beta, beta, deviations)
for k in range(4):
    reach = np.sqrt(covariance[k, k])

    def excess(value):
        point = beta.copy()
        point[k] = value
        return top - loglikelihood(best(deviations, point, beta, k), beta, deviations) - t * t / 2

    print(k, [optimize.brentq(excess, beta[k], beta[k] + side * 6 * reach, xtol=1e-7) for side in (-1, 1)])
