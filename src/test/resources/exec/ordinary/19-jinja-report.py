from string import Template
from jinja2 import Environment, FileSystemLoader

print(Template("$a and $b").substitute(a=1, b=2))
env = Environment(loader=FileSystemLoader("/skills/templates"))
page = env.get_template("report.html").render(title="Sales", rows=[1, 2])
print("{} rows of {total}".format(2, total=5), len(page))
