import numpy as np

rng = np.random.default_rng(7)
x = np.linspace(0, 10, 200)
y = 3 * x + 2 + rng.normal(0, 1, x.size)
a, b = np.polyfit(x, y, 1)
residuals = y - (a * x + b)
print(f"slope {a:.3f} intercept {b:.3f} rmse {np.sqrt((residuals ** 2).mean()):.3f}")
np.savetxt("results/residuals.txt", residuals)
