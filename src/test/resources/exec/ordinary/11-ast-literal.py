import ast
import operator

OPS = {ast.Add: operator.add, ast.Mult: operator.mul}

def calc(node):
    if isinstance(node, ast.Constant):
        return node.value
    return OPS[type(node.op)](calc(node.left), calc(node.right))

print(calc(ast.parse("2 + 3 * 4", mode="eval").body))
print(ast.literal_eval("{'a': [1, 2]}"))
