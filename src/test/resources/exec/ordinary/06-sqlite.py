import sqlite3

db = sqlite3.connect(":memory:")
db.execute("create table t(name text, n integer)")
db.executemany("insert into t values (?, ?)", [("a", 1), ("b", 2), ("a", 5)])
for name, total in db.execute("select name, sum(n) from t group by name order by 2 desc"):
    print(name, total)
disk = sqlite3.connect("/workspace/data/app.db")
print(disk.execute("select count(*) from sqlite_master").fetchone())
