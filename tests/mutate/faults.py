# SPDX-License-Identifier: MIT
"""Small faults that can be planted in a C++ or CUDA source, one at a time.

A source is read as tokens. That suffices because clang-format formats the sources: a `<` between
two spaces compares, and one without spaces opens template arguments.
"""

import re
from typing import Iterator, NamedTuple


class Fault(NamedTuple):
    start: int  # offsets in the text
    end: int
    text: str  # replacement text
    kind: str  # one of KINDS
    line: int

    def applied(self, source: str) -> str:
        return source[:self.start] + self.text + source[self.end:]

    def change(self, source: str) -> str:
        old = " ".join(source[self.start:self.end].split())
        return f"{old} -> {self.text}" if self.text != "{}" else f"{old} removed"


class Token(NamedTuple):
    kind: str  # "name", "number", "text" or "sign"
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


_TOKEN = re.compile(
    r"""(?P<skipped>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*)
      |(?P<text>(?:u8|[uUL])?R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"
               |(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|(?:u8|[uUL])?'(?:\\.|[^'\\\n])*')
      |(?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
      |(?P<name>[A-Za-z_]\w*)
      |(?P<sign><=>|<<=|>>=|\.\.\.|->\*|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE)

_OPENING = {"(": ")", "[": "]", "{": "}"}
_TYPES = ("namespace", "class", "struct", "union", "enum", "requires")
_SCOPES_OF_TYPES = "type"

_COMPARISONS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_LOGIC = {"&&": "||", "||": "&&"}
_ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "+=": "-=", "-=": "+=", "<<": ">>",
               ">>": "<<", "++": "--", "--": "++"}
_BOOLEANS = {"true": "false", "false": "true"}
_NO_CALLS = {"if", "while", "for", "switch", "return", "throw", "sizeof", "catch", "co_return",
             "static_assert", "alignof", "decltype", "noexcept", "new", "delete", "defined",
             "alignas", "asm", "requires", "operator", "static_cast", "else", "do", "case"}

KINDS = ("comparison", "logic", "arithmetic", "constant", "condition", "call", "arguments")


def tokens(source: str) -> list[Token]:
    found = []
    for match in _TOKEN.finditer(source):
        if match.lastgroup != "skipped" and match["skipped"] is None:
            kind = next(k for k in ("text", "number", "name", "sign") if match[k] is not None)
            found.append(Token(kind, match[0], match.start()))
    return found


class Source:
    """The tokens of a text, the matching brackets, and the places where code runs."""

    def __init__(self, text: str):
        self.text = text
        self.tokens = tokens(text)
        self.partner: dict[int, int] = {}
        self.in_function = [False] * len(self.tokens)
        self.in_assertion = [False] * len(self.tokens)
        self._match_brackets()
        self._find_functions()
        self._find_assertions()

    def _match_brackets(self) -> None:
        waiting: list[int] = []
        for i, token in enumerate(self.tokens):
            if token.kind != "sign":
                continue
            if token.text in _OPENING:
                waiting.append(i)
            elif token.text in _OPENING.values():
                # Macros may leave brackets without a partner.
                if waiting and _OPENING[self.tokens[waiting[-1]].text] == token.text:
                    self.partner[waiting[-1]] = i
                    self.partner[i] = waiting.pop()

    def _find_functions(self) -> None:
        scopes: list[bool] = []  # for each open brace: is it within a function?
        head = 0
        for i, token in enumerate(self.tokens):
            inside = bool(scopes) and scopes[-1]
            self.in_function[i] = inside
            if token.kind != "sign":
                continue
            if token.text == "{":
                scopes.append(inside or self._opens_function(head, i))
            elif token.text == "}" and scopes:
                scopes.pop()
            if token.text in "{};":
                head = i + 1

    def _opens_function(self, head: int, brace: int) -> bool:
        words = self.tokens[head:brace]
        if words and words[0].text == "template":
            words = self._after_template(words)
        has_list = any(word.text == "(" for word in words)
        return has_list and not any(word.text in _TYPES[:-1] for word in words[:2])

    @staticmethod
    def _after_template(words: list[Token]) -> list[Token]:
        depth = 0
        for i, word in enumerate(words):
            depth += {"<": 1, ">": -1, ">>": -2}.get(word.text, 0)
            if i > 0 and depth <= 0:
                return words[i + 1:]
        return words

    def _find_assertions(self) -> None:
        for i, token in enumerate(self.tokens):
            opens = token.text == "static_assert" and self.at(i + 1) == "("
            for k in range(i, self.partner.get(i + 1, i) if opens else i):
                self.in_assertion[k] = True

    def at(self, i: int) -> str:
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def line(self, i: int) -> int:
        return self.text.count("\n", 0, self.tokens[i].start) + 1

    def is_spaced(self, i: int) -> bool:
        """True if white space, as placed by clang-format, separates the token on both sides."""
        token = self.tokens[i]
        return self.text[token.start - 1].isspace() and self.text[token.end:token.end + 1].isspace()

    def arguments(self, opening: int) -> list[tuple[int, int]]:
        """The token ranges between the commas of a list; empty for an empty list."""
        ranges, start, i = [], opening + 1, opening + 1
        closing = self.partner[opening]
        while i <= closing:
            if i == closing or self.at(i) == ",":
                ranges.append((start, i))
                start = i + 1
            i = self.partner.get(i, i) + 1 if self.at(i) in _OPENING else i + 1
        return [] if len(ranges) == 1 and ranges[0][0] == ranges[0][1] else ranges

    def replaced(self, first: int, last: int, text: str, kind: str) -> Fault:
        """Replaces tokens `first` to `last`, inclusive, by `text`."""
        return Fault(self.tokens[first].start, self.tokens[last].end, text, kind, self.line(first))

    def between(self, first: int, end: int) -> str:
        return self.text[self.tokens[first].start:self.tokens[end - 1].end]


def faults(text: str) -> Iterator[Fault]:
    """All faults that can be planted in the source."""
    source = Source(text)
    for i, token in enumerate(source.tokens):
        if source.in_assertion[i]:
            continue
        if token.kind == "number":
            yield from _constant(source, i)
        if not source.in_function[i]:
            continue
        if token.kind == "sign":
            yield from _sign(source, i)
        if token.kind == "name":
            yield from _boolean(source, i)
            yield from _condition(source, i)
            yield from _call(source, i)
        if token.text == "(":
            yield from _arguments(source, i)


def _sign(source: Source, i: int) -> Iterator[Fault]:
    sign = source.at(i)
    if source.at(i - 1) == "operator":
        return
    if sign in ("++", "--"):
        yield source.replaced(i, i, _ARITHMETIC[sign], "arithmetic")
    elif source.is_spaced(i):
        for kind, signs in (("comparison", _COMPARISONS), ("logic", _LOGIC),
                            ("arithmetic", _ARITHMETIC)):
            if sign in signs and not (source.at(i - 1) in "(,=" or source.at(i + 1) in "),>"):
                yield source.replaced(i, i, signs[sign], kind)


def _constant(source: Source, i: int) -> Iterator[Fault]:
    match = re.fullmatch(r"(0[xX][\da-fA-F']+|\d[\d']*)([uUlLzZ]*)", source.at(i))
    if match is None or (not source.in_function[i] and source.at(i - 1) not in "={("):
        return
    digits = match[1].replace("'", "")
    base = 16 if digits[:2].lower() == "0x" else 8 if digits[0] == "0" and len(digits) > 1 else 10
    value = int(digits, base)
    for other in (value + 1, value - 1):
        if other >= 0:
            shown = hex(other) if base == 16 else oct(other).replace("0o", "0") if base == 8 \
                else str(other)
            yield source.replaced(i, i, shown + match[2], "constant")


def _boolean(source: Source, i: int) -> Iterator[Fault]:
    if source.at(i) in _BOOLEANS:
        yield source.replaced(i, i, _BOOLEANS[source.at(i)], "constant")


def _condition(source: Source, i: int) -> Iterator[Fault]:
    if source.at(i) not in ("if", "while") or source.at(i + 1) != "(":
        return
    opening, closing = i + 1, source.partner.get(i + 1)
    if closing is None or closing == opening + 1:
        return
    inside = source.tokens[opening + 1:closing]
    declares = any(token.text in (";", "=") for token in inside)
    if not declares and source.between(opening + 1, closing) not in ("true", "1"):
        yield source.replaced(opening + 1, closing - 1,
                              f"!({source.between(opening + 1, closing)})", "condition")


def _call(source: Source, i: int) -> Iterator[Fault]:
    """Removes a statement that is only a call, such as `queue->push(task);`."""
    if source.at(i - 1) not in (";", "{", "}", ")", "else", "do") or source.at(i) in _NO_CALLS:
        return
    if source.at(i - 1) == ")" and not _closes_condition(source, i - 1):
        return
    k = i + 1
    while True:
        sign = source.at(k)
        if sign in ("::", ".", "->") and source.tokens[k + 1].kind == "name":
            k += 2
        elif sign in ("(", "[") and k in source.partner:
            k = source.partner[k] + 1
        else:
            break
    if source.at(k) == ";" and source.at(k - 1) == ")":
        yield source.replaced(i, k, "{}", "call")


def _closes_condition(source: Source, i: int) -> bool:
    opening = source.partner.get(i)
    return opening is not None and (source.at(opening - 1) in ("if", "while", "for")
                                    or source.at(opening - 2) == "if")


def _arguments(source: Source, i: int) -> Iterator[Fault]:
    """Swaps adjacent arguments of a call if they look like the same type."""
    if i not in source.partner or source.tokens[i - 1].kind != "name":
        return
    if source.at(i - 1) in _NO_CALLS or _declares(source, i):
        return
    arguments = source.arguments(i)
    for (a, b), (c, d) in zip(arguments, arguments[1:]):
        first, second = source.between(a, b), source.between(c, d)
        if first != second and _are_similar(source.tokens[a:b], source.tokens[c:d]):
            yield source.replaced(a, d - 1, f"{second}, {first}", "arguments")


def _declares(source: Source, i: int) -> bool:
    """True if the list belongs to a declared function: `int f(int a)`, not `= f(a)`."""
    opening = source.arguments(i)
    return any(end - start >= 2 and source.tokens[end - 1].kind == "name"
               and (source.tokens[end - 2].kind == "name" or source.at(end - 2) in ("&", "*", ">"))
               for start, end in opening)


def _are_similar(a: list[Token], b: list[Token]) -> bool:
    def look(words: list[Token]) -> str:
        if len(words) == 1:
            return {"name": "name", "number": "number"}.get(words[0].kind, "")
        return "expression" if any(word.text in ("(", ".", "->") for word in words) else "sum"

    if any(word.text in ("{", "[", "=") or word.kind == "text" for word in a + b):
        return False
    return look(a) != "" and look(a) == look(b)
