from sklearn.datasets import load_iris
from sklearn.model_selection import train_test_split
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import accuracy_score
import joblib

X, y = load_iris(return_X_y=True)
a, b, c, d = train_test_split(X, y, random_state=0)
model = RandomForestClassifier(n_jobs=2).fit(a, c)
print(accuracy_score(d, model.predict(b)))
joblib.dump(model, "results/model.joblib")
