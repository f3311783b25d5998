# SPDX-License-Identifier: MIT
"""The sentences of a file: comments, docstrings, help texts, and the paragraphs of a page. Tables, code,
URLs and licence lines are no sentences.

A passage is a list of (line number, text): lines that are read as one paragraph."""

import ast
import io
import re
import tokenize

CPP_SUFFIXES = (".cpp", ".hpp", ".cu", ".cuh")
PARSERS = {"add_argument", "ArgumentParser", "add_parser", "add_argument_group"}
HELP_KEYWORDS = {"help", "description", "epilog"}

# In this order: raw strings, strings, characters, both kinds of comments.
CPP_TOKEN = re.compile(r'R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:\\.|[^"\\\n])*)"'
                       r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'|//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/",
                       re.DOTALL)
FORMATTER_OFF = re.compile(r"//\s*clang-format off.*?//\s*clang-format on", re.DOTALL)
HASH_COMMENT = re.compile(r"""(?:[^\s"'#]|"(?:\\.|[^"\\])*"|'[^']*'|\s(?!#)|(?<!\s)\#)*?"""
                          r"(?:^|\s)\#(?P<comment>.*)$")

CODE_SPAN = re.compile(r"(`+)[^`].*?\1", re.DOTALL)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
URL = re.compile(r"<?[a-z]+://\S+")
ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
# A line of a table or a drawing: columns, bars, rules.
TABLE_LINE = re.compile(r"^\s*\||\S {3,}\S|^[\s\-+=|*#/<>~_.]*$|[|].*[|]|--[->]")
EXAMPLES = re.compile(r"\s*Examples?:\s*$")
LICENCE = re.compile(r"SPDX-License-Identifier|^!")
DIRECTIVE = re.compile(r"\s*(NOLINT|clang-format|shellcheck |noqa|pylint|fmt:|type:)")
# The dot of these ends no sentence.
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|resp|No|Fig)\.$")
SENTENCE_END = re.compile(r"""(?<![.!?])[.!?][)"'’”]*(?=\s+\S)""")


def passages_of_comments(text, comments):
    """Joins comments on neighbouring lines at one column: (line, column, comment) each, in order. One
    behind code is a passage of its own, which comments on lines without code may go on."""
    lines = text.split("\n")
    passage, last = [], None
    for line, column, comment in comments:
        if DIRECTIVE.match(comment) or LICENCE.search(comment):
            continue
        behind_code = column > 0 and lines[line - 1][:column].strip()
        if last != (line - 1, column) or behind_code:
            yield passage
            passage = []
        passage.append((line, comment))
        last = (line, column)
    yield passage


def shown_text(literal):
    """Text of a string literal, line ends as blanks, so that it stays on its line."""
    return re.sub(r"\\[nt]", " ", literal).replace('\\"', '"')


def cpp_passages(text, help_texts):
    """Comments; with `help_texts` string literals too, those side by side as one."""
    text = FORMATTER_OFF.sub(lambda found: "\n" * found[0].count("\n"), text)
    comments, literals, end = [], [], None
    for token in CPP_TOKEN.finditer(text):
        start = token.start()
        line = text.count("\n", 0, start) + 1
        column = start - text.rfind("\n", 0, start) - 1
        if token["line"] is not None:
            comments.append((line, column, token["line"].lstrip("/!").removeprefix("<")))
        elif token["block"] is not None:
            for number, part in enumerate(token["block"].split("\n")):
                comments.append((line + number, -1, re.sub(r"^\s*\*", "", part)))
        elif help_texts and token["raw"] is not None:
            yield [(line + n, part) for n, part in enumerate(token["raw"].split("\n"))]
        elif help_texts and token["text"]:
            if end is None or text[end:start].strip():
                yield literals
                literals = []
            literals.append((line, shown_text(token["text"])))
            end = token.end()
    yield literals
    yield from passages_of_comments(text, comments)


def python_passages(text):
    """Comments, docstrings, and the texts that argparse shows."""
    comments = [(token.start[0], token.start[1], token.string.lstrip("#"))
                for token in tokenize.generate_tokens(io.StringIO(text).readline)
                if token.type == tokenize.COMMENT]
    yield from passages_of_comments(text, comments)

    def lines(node):
        return [(node.lineno + n, part) for n, part in enumerate(node.value.split("\n"))]

    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            yield lines(node.body[0].value)
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in PARSERS:
            for keyword in node.keywords:
                value = keyword.value
                if keyword.arg in HELP_KEYWORDS and isinstance(value, ast.Constant) \
                        and isinstance(value.value, str):
                    yield lines(value)


def hash_passages(text):
    """Comments of the shell, Meson and Make."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        comment = HASH_COMMENT.match(line)
        if comment:
            found.append((number, comment.start("comment") - 1, comment["comment"].lstrip("#")))
    return passages_of_comments(text, found)


def page_passages(text):
    """Paragraphs and items of a Markdown page; no headings, tables, code, or what tools write."""
    for pattern in (r"^```.*?^```", r"<!-- bench:begin.*?<!-- bench:end -->", r"<!--.*?-->"):
        text = re.sub(pattern, lambda found: "\n" * found[0].count("\n"), text,
                      flags=re.DOTALL | re.MULTILINE)
    lines = enumerate(text.split("\n"), 1)
    yield [(number, "" if re.match(r"#|    |\|", line) else line) for number, line in lines]


def passages(name, text):
    """The passages of a file of this name; none where its kind is not known."""
    first = text.split("\n", 1)[0]
    if name.endswith(".md"):
        return page_passages(text)
    if name.endswith(CPP_SUFFIXES):
        return cpp_passages(text, "OptionParser" in text and "_test" not in name)
    if name.endswith(".py") or first.endswith("python3"):
        return python_passages(text)
    if name.endswith((".sh", ".sbatch", "meson.build", "meson_options.txt", "Makefile")) or \
            re.match(r"#!.*sh$", first):
        return hash_passages(text)
    return ()


def without_examples(passage):
    """Leaves out "Examples:" and the lines right below it that are indented deeper: commands."""
    depth = None  # of "Examples:", above the line
    for line, text in passage:
        indentation = len(text) - len(text.lstrip())
        if EXAMPLES.match(text):
            depth = indentation
            yield line, ""
        elif depth is None or not text.strip() or indentation <= depth:
            depth = None
            yield line, text


def paragraphs(passage):
    """Splits a passage at blank lines, items and tables, whose lines go, as commands below "Examples:" do."""
    paragraph = []
    for line, text in without_examples(passage):
        text = CODE_SPAN.sub("`x`", text)
        item = ITEM.match(text)
        if TABLE_LINE.search(text.rstrip()):
            yield paragraph
            paragraph = []
            continue
        if item:
            yield paragraph
            paragraph = []
            text = text[item.end():]
        paragraph.append((line, text.strip()))
    yield paragraph


def sentences(name, text):
    """(line of its first word, sentence) for each sentence of the file."""
    for passage in passages(name, text):
        for paragraph in paragraphs(passage):
            joined, starts = "", []
            for line, part in paragraph:
                starts.append((len(joined), line))
                joined += part + " "
            blank = lambda found: " " * len(found[0])  # noqa: E731  # keeps the places
            for pattern in (r"(?<=\])\([^)]*\)", URL.pattern, r"[\[\]*!]"):
                joined = re.sub(pattern, blank, joined)
            begin = 0
            ends = [found.end() for found in SENTENCE_END.finditer(joined)
                    if not ABBREVIATION.search(joined[:found.start() + 1])]
            for end in [*ends, len(joined)]:
                sentence = joined[begin:end]
                place = begin + len(sentence) - len(sentence.lstrip())
                line = max((line for start, line in starts if start <= place), default=0)
                if sentence.strip():
                    yield line, " ".join(sentence.split())
                begin = end
