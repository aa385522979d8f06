# SPDX-License-Identifier: MIT
# Settings of Sphinx for `./dev docs`, which copies the pages with pages.py first.
import os
import pathlib

from pygments.lexers.c_cpp import CppLexer
from pygments.lexers.c_like import CudaLexer
from pygments.token import Keyword, Name

project = "glint"
author = "the glint authors"
copyright = author
version = release = os.environ["GLINT_VERSION"]

extensions = ["myst_parser"]
root_doc = "index"
exclude_patterns = ["source/**"]  # copies of files that pages link to
myst_heading_anchors = 6
suppress_warnings = ["misc.highlighting_failure"]  # text in blocks may be cut short
smartquotes = False
highlight_language = "text"

html_theme = "furo"
html_title = f"glint {version}"
html_static_path = [os.fspath(pathlib.Path(__file__).with_name("site.css"))]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "monokai"


class CudaCppLexer(CppLexer):
    """C++ with the words of CUDA. Pygments' own lexer for CUDA knows C only."""

    def get_tokens_unprocessed(self, text, stack=("root",)):
        kinds = dict.fromkeys(CudaLexer.function_qualifiers | CudaLexer.variable_qualifiers,
                              Keyword.Reserved)
        kinds |= dict.fromkeys(CudaLexer.vector_types, Keyword.Type)
        kinds |= dict.fromkeys(CudaLexer.variables | CudaLexer.functions, Name.Builtin)
        for index, token, value in super().get_tokens_unprocessed(text, stack):
            yield index, kinds.get(value, token) if token in Name else token, value


def setup(app):
    app.add_lexer("cuda", CudaCppLexer)
