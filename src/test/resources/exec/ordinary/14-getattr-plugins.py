import importlib
import statistics

for name in ("mean", "median", "stdev"):
    fn = getattr(statistics, name)
    print(name, fn([1, 2, 3, 4]))
json = importlib.import_module("json")
print(json.dumps({"ok": True}))
