import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import json
from pathlib import Path

data = json.loads(Path("data/series.json").read_text())
fig, ax = plt.subplots(figsize=(8, 4))
ax.plot(data["t"], data["v"], label="measured")
ax.legend()
fig.savefig("results/plot.png", dpi=120)
