"""How Sphinx builds these pages: `make docs`. Nothing comes from the network."""

import sys
from pathlib import Path

import fast2048  # the compiled engine, whose docstrings are printed; it must be built

sys.path.insert(0, str(Path(__file__).parent))

project = "fast2048"
author = "the fast2048 authors"
release = version = fast2048.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "signatures"]

# A reference that leads nowhere is an error, but other projects' names have no pages here.
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(collections|concurrent|datetime|enum|np|numpy|os|random)\..*"),
    ("py:.*", r"sequence or array|Boards|NDArray|Policy"),
]

html_theme = "furo"
html_title = f"fast2048 {release}"
html_show_copyright = False

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
autodoc_type_aliases = {name: name for name in ("Boards", "NDArray", "Policy")}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
