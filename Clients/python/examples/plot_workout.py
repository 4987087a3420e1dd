# %% [markdown]
# # The heart rate of the last workout
# Run it cell by cell in an editor that understands `# %%`, or whole: `python examples/plot_workout.py [FILE]`.

# %%
import argparse
import sys

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import hearth
from hearth.predicates import end, in_workout

parser = argparse.ArgumentParser(description="Plots the heart rate of the last workout.")
parser.add_argument("file", nargs="?", default="workout.png", help="the picture; default: workout.png")
file = parser.parse_args([] if "ipykernel" in sys.modules else None).file
client = hearth.Client()

# %% The workout that ended last, and the heart rates that belong to it.
workout = client.read("workout", order=end.descending, limit=1)
if not len(workout):
    sys.exit("No workout is stored: save one with examples/save.py.")
rates = client.read("heartRate", in_workout(workout.uuid(0)), unit="count/min")

# %% Minutes since it began, and the mean of each minute.
minutes = (rates.starts - workout.starts[0]) / np.timedelta64(60, "s")
each, where = np.unique(minutes.astype(int), return_inverse=True)
means = np.bincount(where, weights=rates.values) / np.bincount(where)

# %%
figure, axes = plt.subplots(figsize=(8, 4))
axes.plot(minutes, rates.values, color="tab:red", linewidth=0.8, alpha=0.5, label="heart rate")
axes.step(each, means, where="post", color="tab:red", label="mean of each minute")
axes.set(xlabel="minutes", ylabel="beats per minute", title=f"{len(rates)} heart rates")
axes.legend()

# %%
figure.savefig(file, dpi=120)
client.close()
print(f"wrote {file}")
