"""Quantiles and small problems that tests compare with.

    python3 Tests/EstimationTests/Reference/tables.py

Made with NumPy 2.4 and SciPy 1.17.1. Each line names the test.
"""

import numpy as np
from scipy import stats

t = [
    (p, v, float(stats.t.ppf(p, v)))
    for v in (1, 2, 3, 4, 5, 7, 10, 19, 29, 39, 40, 99, 199, 999, 10000)
    for p in (0.6, 0.95, 0.975, 0.995, 0.9999)
]
t += [(p, v, float(stats.t.ppf(p, v))) for p, v in ((0.975, 2.5), (0.9, 0.7), (0.99, 13.25))]
print("StudentTTests")
for row in t:
    print(*row)

cut = stats.truncnorm((25 - 45) / 15, (110 - 45) / 15, 45, 15)
print("ParameterDrawTests, normal:", [float(cut.ppf(p)) for p in (0.05, 0.5, 0.9)])
sigma = np.sqrt(np.log(1 + (15 / 45) ** 2))
mu = np.log(45) - sigma**2 / 2
low, high = (stats.norm.cdf((np.log(x) - mu) / sigma) for x in (25, 110))
print(
    "ParameterDrawTests, lognormal:",
    [float(np.exp(mu + sigma * stats.norm.ppf(low + p * (high - low)))) for p in (0.05, 0.5, 0.9)],
)

z = [1.3, -3.7, -19.9, -20.1, -37.1]
print("DrainDataTests, log of the normal tail:", [float(stats.norm.logcdf(x)) for x in z])
print("DrainDataTests, its slope at -30:", float(np.exp(stats.norm.logpdf(-30) - stats.norm.logcdf(-30))))
print("DriveRadioTests:", [float(q) / 2 / 12 for q in (stats.chi2.ppf(0.025, 8), stats.chi2.ppf(0.975, 10))])
print("FirstFixFitTests, half of a chi-square's 95 % point:", float(stats.chi2.ppf(0.95, 1) / 2))
