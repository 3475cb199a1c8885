import pandas as pd

df = pd.read_csv("/workspace/data/orders.csv", parse_dates=["date"])
df = df.query("amount > 0 and status == 'paid'")
df["total"] = df.eval("amount * quantity")
monthly = df.groupby(df["date"].dt.to_period("M")).agg({"total": ["sum", "mean"]})
monthly.to_csv("results/monthly.csv")
print(monthly.head().to_string())
