"""A Sphinx extension: signatures as a reader wants them.

The compiled module has no annotations, but its stub has: for its classes and functions autodoc
takes the docstrings from the one, and the signatures from here.
"""

import ast
from pathlib import Path

import fast2048

STUB = Path(fast2048.__file__).with_name("_core.pyi")

# What names of the type checker's mean to a reader.
PLAIN = {
    "typing.SupportsIndex": "int",
    "SupportsIndex": "int",
    "_Cells": "sequence or array",
    "Self": "Game",
}


def read_signatures(stub):
    """``{name: (signature, what it returns)}`` of a stub's text; methods as ``Class.method``."""
    found = {}

    def read(body, prefix):
        for node in body:
            if isinstance(node, ast.ClassDef):
                read(node.body, f"{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                marks = {ast.unparse(mark) for mark in node.decorator_list}
                if prefix and "staticmethod" not in marks:
                    del (node.args.posonlyargs or node.args.args)[0]  # self
                found[prefix + node.name] = f"({ast.unparse(node.args)})", ast.unparse(node.returns)

    read(ast.parse(stub).body, "")
    return found


def plain(text):
    for name, meaning in PLAIN.items():
        text = text and text.replace(name, meaning)
    return text


def setup(app):
    signatures = read_signatures(STUB.read_text(encoding="utf-8"))

    def process(app, what, name, obj, options, signature, returns):
        if what not in ("class", "function", "method"):
            return None
        # Methods of compiled classes have no module; functions, and Python code, have one.
        if getattr(obj, "__module__", None) in (None, "fast2048._core"):
            signature, returns = signatures.get(obj.__qualname__, (signature, returns))
        return plain(signature), plain(returns)

    app.connect("autodoc-process-signature", process)
    return {"parallel_read_safe": True}
