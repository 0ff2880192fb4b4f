"""Errors of a line whose rows scatter unevenly: HC3 with Bell and McCaffrey's degrees of freedom, and weights of 1 / curve^2.

    python3 Tests/EstimationTests/Reference/uneven_scatter.py
"""

import numpy as np
from scipy import stats

n = 23
x = 0.3 + 0.02 * np.arange(n) ** 2.0
golden = (np.sqrt(5) - 1) / 2
z = stats.norm.ppf(np.mod(0.5 + (np.arange(n) + 1) * golden, 1))
X = np.column_stack([np.ones(n), x])
inverse = np.linalg.inv(X.T @ X)
leverage = np.einsum("ij,jk,ik->i", X, inverse, X)
pulls = inverse @ X.T
across = np.eye(n) - X @ inverse @ X.T
for spread in [0.05 + 0.21 * x, 0.4 + 0.024 * x, 0.4 - 0.01 * x]:
    y = 3.1 + 0.47 * x + spread * z
    values = inverse @ X.T @ y
    rest = y - X @ values
    even = np.sqrt(np.diag(inverse) * (rest @ rest) / (n - 2))
    print("p", stats.spearmanr(np.abs(rest) / np.sqrt(1 - leverage), X @ values).pvalue)
    print("even", even.tolist(), (even * stats.t.ppf(0.975, n - 2)).tolist())
    for k in range(2):
        error = np.sqrt(np.sum((pulls[k] * rest / (1 - leverage)) ** 2))
        form = across @ np.diag((pulls[k] / (1 - leverage)) ** 2) @ across
        freedom = np.trace(form) ** 2 / np.sum(form * form)
        print("ab"[k], float(values[k]), float(error), float(error * stats.t.ppf(0.975, freedom)))
y = (3.1 + 0.47 * x) * (1 + 0.12 * z)
values = inverse @ X.T @ y
for _ in range(200):
    roots = 1 / (X @ values)
    W = X * roots[:, None]
    information = np.linalg.inv(W.T @ W)
    values = information @ W.T @ (y * roots)
rest = (y - X @ values) * roots
print("percent", values.tolist(), np.sqrt(np.diag(information) * (rest @ rest) / (n - 2)).tolist())
print("reliability", 1 - 0.81 / np.var(x, ddof=1))

# Robust: each row's own psi and psi' in the sandwich.
y = 3.1 + 0.47 * x + (0.05 + 0.21 * x) * z
for loss, c, weight, slope in [
    ("huber", 1.345, lambda u: np.minimum(1, 1 / np.maximum(abs(u), 1e-9)), lambda u: (abs(u) <= 1) * 1.0),
    ("bisquare", 4.685, lambda u: np.maximum(0, 1 - u * u) ** 2, lambda u: (u * u < 1) * (1 - u * u) * (1 - 5 * u * u)),
]:
    for _ in range(500):
        rest = y - X @ values
        scale = np.sort(abs(rest))[(n + 1) // 2] / 0.6745
        w = weight(rest / scale / c)
        values = np.linalg.solve(X.T @ (X * w[:, None]), X.T @ (y * w))
    d = slope(rest / scale / c)
    mean = d.mean()
    d = d / mean
    psi = w * rest / mean * (1 + 2 / n * (1 - mean) / mean)
    bread = np.linalg.inv(X.T @ (X * d[:, None]))
    own = np.maximum(leverage, d * np.einsum("ij,jk,ik->i", X, bread, X))
    parts = bread @ X.T * psi / (1 - own)
    full = parts @ parts.T
    for k in range(2):
        form = across @ np.diag(((bread @ X.T)[k] / (1 - own)) ** 2) @ across
        freedom = np.trace(form) ** 2 / np.sum(form * form)
        noise = 2 / 3 * (parts[k] ** 2 / full[k, k]) ** 2
        noise += (2 * (d - 1) * (bread @ X.T)[k] * (X @ full[:, k]) / full[k, k]) ** 2
        freedom = min(freedom, max(5, 2 / noise.sum()))
        half = np.sqrt(full[k, k]) * stats.t.ppf(0.975, freedom)
        print(loss, "ab"[k], float(values[k]), float(np.sqrt(full[k, k])), float(half), freedom)
