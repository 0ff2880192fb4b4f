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
    far = np.linalg.solve(X.T @ (X / leverage[:, None]), X.T @ (y / leverage))
    print("p", stats.spearmanr(np.abs(y - X @ far), X @ values).pvalue)
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
