"""Runs one piece of Python after another in the same global scope."""

import ast
import asyncio
import inspect
import json
import os
import signal
import sys
import traceback
import types

ASK, ANSWER = 3, 4
MIME = {
    "_repr_html_": "text/html",
    "_repr_markdown_": "text/markdown",
    "_repr_svg_": "image/svg+xml",
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_latex_": "text/latex",
    "_repr_json_": "application/json",
}


def tell(event, **more):
    data = json.dumps({"ev": event, **more}, default=str).encode() + b"\0"
    while data:
        data = data[os.write(ANSWER, data) :]


def shown(value, main):
    if value is None:
        return
    data = {"text/plain": repr(value)}
    for method, mime in MIME.items():
        try:
            rich = getattr(value, method, lambda: None)()
        except Exception:
            continue
        if isinstance(rich, bytes):
            import base64

            rich = base64.b64encode(rich).decode()
        if rich is not None:
            data[mime] = rich
    tell("result", data=data, main=main)


def run(code, scope, loop):
    tree = ast.parse(code, "<code>")
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT

    def do(part, mode):
        made = compile(part, "<code>", mode, flags=flags)
        value = eval(made, scope)
        return loop.run_until_complete(value) if inspect.iscoroutine(value) and made.co_flags & inspect.CO_COROUTINE else value

    do(tree, "exec")
    if last is not None:
        value = do(last, "eval")
        scope["_"] = value
        shown(value, True)


def main():
    sys.path[:0] = os.environ.get("PYTHONPATH", "/workspace").split(":")
    sys.argv = [""]
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    scope = module.__dict__
    scope["display"] = lambda *values: [shown(value, False) for value in values] and None
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    heard = b""
    while True:
        while b"\0" not in heard:
            data = os.read(ASK, 1 << 16)
            if not data:
                return
            heard += data
        line, _, heard = heard.partition(b"\0")
        ask = json.loads(line)
        os.environ.update(ask["env"])
        code = 0
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            run(ask["code"], scope, loop)
        except BaseException as why:
            code = 1
            trace = why.__traceback__
            while trace and trace.tb_frame.f_code.co_filename == __file__:
                trace = trace.tb_next
            text = "".join(traceback.format_exception(type(why), why, trace))
            tell("error", name=type(why).__name__, value=str(why), traceback=text)
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                continue
        tell("end", code=code)


main()
