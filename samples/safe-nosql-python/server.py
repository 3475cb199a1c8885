"""Finds orders in a collection by texts only."""

from mcp import serve, tool

ORDERS = [{"id": "a1", "item": "lamp"}, {"id": "b2", "item": "chair"}, {"id": "c3", "item": "table"}]
OPERATORS = {"$eq": lambda a, b: a == b, "$ne": lambda a, b: a != b, "$gt": lambda a, b: a > b}


def fits(value, wanted):
    """A small part of what document databases do with a query."""
    if isinstance(wanted, dict):
        return all(name in OPERATORS and OPERATORS[name](value, other) for name, other in wanted.items())
    return value == wanted


def find(arguments):
    if not isinstance(arguments["order"], str):
        raise ValueError("an order is a text")
    return "\n".join(f"{each['id']}: {each['item']}" for each in ORDERS if fits(each["id"], arguments["order"])) or "none"


serve("orders", [tool("find_order", "Finds an order", {"order": {"type": "string"}}, find)])
