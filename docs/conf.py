# The manual as a site of pages that work from disk, search included: ./run docs writes it to build/docs.
import pathlib
import re

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

project = "lag"
author = "the authors of lag"
copyright = "the authors of lag"
cmake = (pathlib.Path(__file__).resolve().parent.parent / "CMakeLists.txt").read_text(encoding="utf-8")
version = release = re.search(r"project\(lag VERSION (\S+)", cmake).group(1)

extensions = ["myst_parser"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
exclude_patterns = ["_build", "pictures"]

html_theme = "sphinx_rtd_theme"
html_theme_options = {"navigation_depth": 3, "collapse_navigation": False, "titles_only": True, "prev_next_buttons_location": "bottom"}
html_title = f"lag {version}"
html_static_path = ["_static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_search_summary = False  # would fetch pages, which browsers do not allow from disk
suppress_warnings = ["misc.highlighting_failure"]  # fixed-form Fortran, printed text inside of scripts



class LagLexer(RegexLexer):
    """Colours of `.lag` scripts."""

    name = "lag"
    aliases = ["lag"]
    keywords = "if then elseif else for thru step in while do and or not block lambda return".split()
    tokens = {
        "root": [
            (r"/\*", Comment, "comment"),
            (r'"(\\.|[^"\\])*"', String),
            (words(keywords, prefix=r"\b", suffix=r"\b"), Keyword),
            (r"(%pi|%e|true|false|ground)\b", Name.Constant),
            (r"[A-Za-z_][A-Za-z0-9_]*(?=\s*\()", Name.Function),
            (r"[A-Za-z_%][A-Za-z0-9_]*", Name),
            (r"[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?", Number),
            (r"[-+*/^=<>#:.']+", Operator),
            (r"[\[\](),;$]", Punctuation),
            (r"\s+", Text),
        ],
        "comment": [(r"/\*", Comment, "#push"), (r"\*/", Comment, "#pop"), (r"[^*/]+|[*/]", Comment)],
    }


def setup(app):
    app.add_lexer("lag", LagLexer)
