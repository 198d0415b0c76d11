# The manual as a site of pages that work from disk, search included: ./run docs writes it to build/docs.
import pathlib
import re

from pygments.lexers.maxima import MaximaLexer

project = "lag"
author = "the authors of lag"
copyright = "the authors of lag"
cmake = (pathlib.Path(__file__).resolve().parent.parent / "CMakeLists.txt").read_text(encoding="utf-8")
version = release = re.search(r"project\(lag VERSION (\S+)", cmake).group(1)

extensions = ["myst_parser"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
exclude_patterns = ["_build", "pictures"]

html_theme = "furo"
html_title = f"lag {version}"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_search_summary = False  # would fetch pages, which browsers do not allow from disk
suppress_warnings = ["misc.highlighting_failure"]  # colours of fixed-form Fortran


def setup(app):
    # `.lag` reads like Maxima
    app.add_lexer("lag", MaximaLexer)
