import csv
from collections import defaultdict

totals = defaultdict(float)
with open("data/sales.csv", newline="") as f:
    for row in csv.DictReader(f):
        totals[row["region"]] += float(row["amount"])
for region, total in sorted(totals.items()):
    print(f"{region}: {total:.2f}")
with open("results/totals.csv", "w", newline="") as f:
    csv.writer(f).writerows(totals.items())
