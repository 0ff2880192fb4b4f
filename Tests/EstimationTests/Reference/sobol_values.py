"""Sobol indices of one sample by SALib, for SensitivityTests.

    python3 Tests/EstimationTests/Reference/sobol_values.py

Made with SALib 1.6.0 and NumPy 2.4. The sample comes from low-discrepancy sequences, which the test computes for itself.
"""

import numpy as np
from SALib.analyze import sobol

n, d = 61, 3
steps = [0.6180339887498949, 0.4142135623730951, 0.7320508075688772, 0.2360679774997898, 0.6457513110645906, 0.3166247903554]
u = np.modf(0.5 + np.outer(np.arange(1, n + 1), steps))[0]


def ishigami(u):
    x = (2 * u - 1) * np.pi
    return np.sin(x[0]) + 7 * np.sin(x[1]) ** 2 + 0.1 * x[2] ** 4 * np.sin(x[0])


answers = []
for row in u:
    a, b = row[:d], row[d:]
    mixed = []
    for k in range(d):
        point = a.copy()
        point[k] = b[k]
        mixed.append(ishigami(point))
    # SALib's order: A, A with a column of B, B.
    answers += [ishigami(a)] + mixed + [ishigami(b)]
problem = {"num_vars": d, "names": ["a", "b", "c"], "bounds": [[0, 1]] * d}
found = sobol.analyze(problem, np.array(answers), calc_second_order=False, num_resamples=2000, seed=1)
for name in ["S1", "ST", "S1_conf", "ST_conf"]:
    print(name, [float(v) for v in found[name]])
