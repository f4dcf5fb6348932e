#!/usr/bin/env python3
"""Checks a certificate of a Domineering result, in the binary or the text form.

usage: check.py [FILE]        (standard input without FILE; uncompressed)

Written from docs/certificate.md alone, whose sections are named here; for small boards. Python
3.10, no packages. Exit codes: 0 valid, 1 invalid, 2 unreadable. Sets of cells are the bits of a
number; a vector is a pair (second, first) of lists of eight numbers in quarters.
"""
import sys
from collections import namedtuple
from fractions import Fraction

MAGIC = b"\x89CROSS\x0a\x01"

class Failure(Exception):
    """Exit code and reason."""

def require(condition, reason, code=1):
    if not condition:
        raise Failure(code, reason)

def grammar(condition, reason):
    require(condition, reason, 2)

# Section 3: the primitives in their two forms.
class Binary:
    def __init__(self, data):
        self.data, self.size = iter(data), len(data)
        grammar(bytes(self.byte() for _ in MAGIC) == MAGIC, "not a certificate of version 1")
    def byte(self):
        byte = next(self.data, None)
        grammar(byte is not None, "the file ends too early")
        return byte
    def word(self, words, label=None):
        code = self.byte()
        grammar(code in words.values(), f"{code} is none of {words}")
        return next(name for name, number in words.items() if number == code)
    def number(self, least, most, label=None):
        number, shift, byte = 0, 0, 128
        while byte >= 128 and shift < 63:
            byte = self.byte()
            number |= (byte & 127) << shift
            shift += 7
        grammar(byte < 128 and least <= number <= most, f"not a number from {least} to {most}")
        return number
    def dyadic(self, label):
        code, log2 = self.number(0, 2**63), self.byte()
        return -(code + 1) // 2 if code & 1 else code // 2, 2**log2
    def cell(self, view):
        return self.byte()
    def digits(self, count, bits):
        data = [self.byte() for _ in range((count * bits + 7) // 8)]
        digits = [byte >> shift & (1 << bits) - 1 for byte in data for shift in range(0, 8, bits)]
        grammar(not any(digits[count:]), "spare bits are not zero")
        return digits[:count]
    def hash(self):
        return bytes(self.byte() for _ in range(32)).hex()
    def end(self):
        grammar(next(self.data, None) is None, "something follows the end")

class Text:
    def __init__(self, data):
        lines, self.size = data.decode("utf-8", "replace").split("\n"), len(data)
        self.tokens = iter([token for line in lines for token in line.split(";")[0].split()])
        self.word(["1"], "certificate")
    def token(self, label=None):
        found = self.token() if label else None
        grammar(found == label, f"'{found}' instead of '{label}'")
        token = next(self.tokens, None)
        grammar(token is not None, "the file ends too early")
        return token
    def word(self, words, label=None):
        token = self.token(label)
        grammar(token in words, f"'{token}' is none of {', '.join(words)}")
        return token
    def decimal(self, text):
        grammar(text.isascii() and text.isdigit() and len(text) < 19, f"'{text}' is not a number")
        return int(text)
    def number(self, least, most, label=None):
        number = self.decimal(self.token(label))
        grammar(least <= number <= most, f"{number} is not from {least} to {most}")
        return number
    def dyadic(self, label):
        numerator, slash, denominator = self.token(label).partition("/")
        sign = -1 if numerator.startswith("-") else 1
        denominator = self.decimal(denominator) if slash else 1
        return sign * self.decimal(numerator.removeprefix("-")), denominator
    def cell(self, view):
        row, _, column = self.token().partition(",")
        line, offset = self.decimal(row) - 1, self.decimal(column) - 1
        line, offset = (offset, line) if view.transposed else (line, offset)
        grammar(0 <= line < view.lines and 0 <= offset < view.length, "not a cell of the board")
        return line * view.length + offset
    def digits(self, count, bits):
        token = self.token().replace("|", "") if count else ""
        fits = len(token) == count and set(token) <= set("0123"[: 1 << bits])
        grammar(fits, f"'{token}' is not {count} digits of {bits} bits")
        return [int(digit) for digit in token]
    def hash(self):
        grammar(len(token := self.token()) == 64 and set(token) <= set("0123456789abcdef"), "not a hash")
        return token
    def end(self):
        grammar(next(self.tokens, None) is None, "something follows the end")

# Section 1: statements in the winner's view, where Left wins.
View = namedtuple("View", "lines length tile blocked number left_first transposed")

def read_statement(source):
    rows = source.number(1, 65535, "rows")
    columns = source.number(1, 65535, "columns")
    tile = source.number(2, 16, "tile")
    blocked = 0
    if source.word({"all": 0, "these": 1}, "free") == "these":
        grammar(rows * columns <= 256, "too many cells")
        digits = source.digits(rows * columns, 1)
        blocked = sum(1 << cell for cell, free in enumerate(digits) if not free)
    numerator, denominator = source.dyadic("number")
    dyadic = 1 <= denominator <= 2**16 and not denominator & (denominator - 1)
    grammar(dyadic and abs(numerator) <= 2**20 * denominator, "the number is too large or too fine")
    first = source.word({"V": 0, "H": 1}, "first")
    winner = source.word({"V": 0, "H": 1}, "winner")
    number = Fraction(numerator, denominator)
    view = View(rows, columns, tile, blocked, number, first == "V", False)
    return view if winner == "V" else opposite(view)

def opposite(view):
    """The same position and first player with the other winner."""
    lines, length, tile, blocked, number, left_first, transposed = view
    blocked = sum(1 << cell % length * lines + cell // length for cell in cells_of(blocked))
    return View(length, lines, tile, blocked, -number, not left_first, not transposed)

def in_words(view):
    board = opposite(view) if view.transposed else view
    names = ["Horizontal", "Vertical"]
    text = f"on the board of {board.lines} rows and {board.length} columns plus the number "
    text += f"{float(board.number):.16g}, with tiles of {board.tile} cells, "
    text += f"if {names[board.left_first]} moves first, {names[not view.transposed]} wins."
    for cell in range(board.lines * board.length if board.blocked else 0):
        text += "\n" * (cell % board.length == 0) + ".#"[board.blocked >> cell & 1]
    return text

def cells_of(cells):
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]

def union(sets):
    found = 0
    for cells in sets:
        found |= cells
    return found

# Section 5.2: vectors.
def plus(a, b):
    (second, first), (seconds, firsts), all8 = a, b, range(8)
    return (
        [max(second[x] + seconds[x ^ z] for x in all8) for z in all8],
        [max(max(first[x] + seconds[x ^ z], second[x] + firsts[x ^ z]) for x in all8) for z in all8],
    )

def simplest(lo, hi):
    """The simplest number in (lo, hi], in quarters."""
    nearest = [(lo // step + 1 if lo >= 0 else min(hi, 0) // step) * step for step in (4, 2, 1)]
    return next(number for number in nearest if lo < number <= hi)

def from_options(left, right):
    second, first = [0] * 8, [0] * 8
    for x in range(8):
        without = [(x ^ 1 << s, 2 * s) for s in range(3) if x >> s & 1]
        lo = max([option[0][x] for option in left] + [second[y] + t for y, t in without] + [-(10**9)])
        hi = min([option[1][x] for option in right] + [first[y] - t for y, t in without] + [10**9])
        second[x], first[x] = (simplest(lo, hi), simplest(lo, hi) - 1) if lo < hi else (hi, lo)
    return second, first

ZERO = from_options([], [])

class Board:
    """Tiles, classes and vectors on a view of some size."""
    def __init__(self, view, pieces, size):
        self.lines, self.length, self.tile, self.pieces = view.lines, view.length, view.tile, pieces
        self.known, self.most, self.tiles = {}, 2**20 + 4 * size, {True: [], False: []}
        for cell in range(self.lines * self.length):
            if cell // self.length + self.tile <= self.lines:
                tile = sum(1 << cell + i * self.length for i in range(self.tile))
                self.tiles[True].append((cell, tile))
            if cell % self.length + self.tile <= self.length:
                self.tiles[False].append((cell, ((1 << self.tile) - 1) << cell))
    def fitting(self, free, left):
        """A player's tiles, each with its first cell."""
        return [tile for tile in self.tiles[left] if not tile[1] & ~free]
    def beside(self, cells):
        """The neighbours of cells in their lines."""
        after = union(1 << cell + 1 for cell in cells_of(cells) if (cell + 1) % self.length)
        return after | union(1 << cell - 1 for cell in cells_of(cells) if cell % self.length)
    def classes(self, cells, tiles):
        """The classes of cells linked by tiles."""
        parts = [1 << cell for cell in cells_of(cells)]
        for _, tile in tiles:
            linked = union(part for part in parts if part & tile)
            parts = [part for part in parts if not part & tile] + [linked]
        return parts
    def add(self, cells, vector):
        """A vector plus what cells are worth."""
        for part in self.classes(cells, self.fitting(cells, True) + self.fitting(cells, False)):
            left, right = bool(self.fitting(part, True)), bool(self.fitting(part, False))
            if left and right:
                vector = plus(vector, self.of_class(part))
            else:
                worth = part.bit_count() // self.tile * (4 if left else -4)
                vector = tuple([number + worth for number in half] for half in vector)
        return vector
    def of_class(self, cells):
        require(cells.bit_count() <= self.pieces, "a piece has too many cells")
        line = min(cell // self.length for cell in cells_of(cells))
        cells >>= line * self.length + min(cell % self.length for cell in cells_of(cells))
        if cells not in self.known:
            left = [self.add(cells & ~tile, ZERO) for _, tile in self.fitting(cells, True)]
            right = [self.add(cells & ~tile, ZERO) for _, tile in self.fitting(cells, False)]
            grammar(len(self.known) < self.most, "the pieces have too many different vectors")
            self.known[cells] = from_options(left, right)
        return self.known[cells]
    def canonical(self, free):
        """The least of the reflections."""
        places = [divmod(cell, self.length) for cell in cells_of(free)]
        ends = [(line, offset) for line in (0, self.lines - 1) for offset in (0, self.length - 1)]
        return min(sum(1 << abs(i - y) * self.length + abs(j - x) for y, x in places) for i, j in ends)

# Sections 4 and 5: the walk.
NODES = {"all": 0, "move": 1, "number": 2, "known": 3, "whole": 4, "count": 5, "cut": 6, "necks": 7}
NODES |= {f"again{i}": 16 + i for i in range(16)} | {"all*": 128, "move*": 129, "number*": 130}

def option(number, left):
    """Where a player's move in the number leads, or None."""
    if number.denominator == 1 and (number <= 0 if left else number >= 0):
        return None
    return number + Fraction(-1 if left else 1, number.denominator)

class Walk:
    def __init__(self, source, view):
        self.source, self.view = source, view
        self.board = Board(view, source.number(0, 40, "pieces"), source.size)
        self.known, self.masks, self.nodes = set(), [], 0
    def run(self):
        everything = (1 << self.view.lines * self.view.length) - 1
        # What is to be proven, and what is proven when this entry is reached.
        stack = [(False, (everything & ~self.view.blocked, self.view.number, self.view.left_first))]
        while stack:
            done, position = stack.pop()
            if done:
                self.known.add((self.board.canonical(position[0]), *position[1:]))
                continue
            self.nodes += 1
            try:
                children, remember = self.node(*position)
            except Failure as failure:
                (code, reason), (free, number, left_first) = failure.args, position
                here = self.view._replace(blocked=everything & ~free, number=number)
                here = in_words(here._replace(left_first=left_first))
                raise Failure(code, f"{reason}; node {self.nodes} says: {here}") from None
            stack += [(True, position)] * remember
            stack += [(False, child) for child in reversed(children)]
        return self.nodes
    def node(self, free, number, left_first):
        """Reads a node; returns the positions after its moves, and whether to remember it."""
        word = self.source.word(NODES)
        name, remember = word.rstrip("*"), word.endswith("*")
        tiles, after = self.board.fitting(free, left_first), option(number, left_first)
        in_number = [] if after is None else [(free, after, not left_first)]
        if name in ("all", "move", "number"):
            require((name == "all") != left_first, "it is the other player's turn")
            if name == "move":
                cell = self.source.cell(self.view)
                tiles = [tile for tile in tiles if tile[0] == cell]
            children = [(free & ~tile, number, not left_first) for _, tile in tiles]
            children = children * (name != "number") + in_number * (name != "move")
            require(children or name == "all", "the move is not legal")
            return children, remember
        if name == "known":
            known = (self.board.canonical(free), number, left_first) in self.known
            require(known, "the position was not proven before")
        else:
            bound = self.worth(free, *self.reason(name, free))[left_first][0]
            require(bound + 4 * number >= 0, "the pieces are worth too little")
        return [], False
    def reason(self, name, free):
        """The upper cells of cut pairs, and the necks."""
        if name == "whole":
            return 0, 0
        if name == "count":
            idle = free & ~union(tile for _, tile in self.board.fitting(free, False))
            return free & ~(idle & idle >> self.view.length), 0
        if name in ("cut", "necks"):
            self.masks = [self.mask(name == "necks"), *self.masks[:15]]
        else:
            require(NODES[name] - 16 < len(self.masks), "there is no such mask")
            self.masks.insert(0, self.masks.pop(NODES[name] - 16))
        return self.masks[0]
    def mask(self, with_necks):
        codes = self.source.digits(self.view.lines - 1, 2)
        grammar(3 not in codes, "a boundary is neither joined nor cut nor listed")
        digits = iter(self.source.digits(codes.count(2) * self.view.length, 1))
        bits = [next(digits) if code == 2 else code for code in codes for _ in range(self.view.length)]
        count = self.source.number(0, 256) if with_necks else 0
        necks = union([1 << self.source.cell(self.view) for _ in range(count)])
        return sum(bit << cell for cell, bit in enumerate(bits)), necks
    def worth(self, free, cut, necks):
        """The sum of the pieces."""
        board, necks = self.board, necks & free
        require(not necks or board.tile == 2, "necks are for dominoes")
        require(not board.beside(necks) & necks, "necks are neighbours")
        rest = free & ~necks
        uppers = sum(1 << i * board.length for i in range(board.tile - 1))
        links = [tile for tile in board.fitting(rest, True) if not uppers << tile[0] & cut]
        vector = ZERO
        for part in board.classes(rest, links + board.fitting(rest, False)):
            shared = board.beside(part) & necks
            across = shared << board.length | shared >> board.length
            require(not across & (part | shared), "a piece has a cell above or below a neck of it")
            vector = board.add(part | shared, vector)
        return vector

# Section 6: items and rules.
def check(source):
    claims, suppositions, rests, nodes = [], [], [], 0

    def earlier(label=None):
        number = source.number(1, 2**32 - 1, label)
        require(number <= len(claims), f"there is no claim {number}")
        return claims[number - 1]

    while (item := source.word({"end": 0, "claim": 1, "suppose": 2, "contradiction": 3})) != "end":
        if item == "contradiction":
            one, other = earlier(), opposite(earlier("and"))
            require(one[:6] == other[:6], "these claims are not opposites")
            require(suppositions, "nothing was supposed")
            supposed = suppositions.pop()
            claims[supposed:] = [opposite(claims[supposed])]
            continue
        view = read_statement(source)
        if item == "claim":
            nodes += prove(source, view, earlier, rests)
        else:
            suppositions.append(len(claims))
        claims.append(view)
    source.end()
    require(claims and not suppositions, "nothing is claimed, or something is still supposed")
    return claims, rests, nodes

def prove(source, view, earlier, rests):
    """Reads and checks the proof of a claim; returns its nodes."""
    words = {"walk": 0, "add": 1, "split": 2, "corner": 3, "narrow": 4, "rest": 5}
    rule, first, squares, premises = source.word(words), view.left_first, 0, []
    if rule == "walk":
        grammar(view.lines * view.length <= 256, "the board is too large for a walk")
        return Walk(source, view).run()
    if rule == "rest":
        rests.append((view, source.hash()))
        return 0
    if rule == "add":
        squares = source.number(0, 65535, "squares")
    if rule in ("add", "split"):
        premises = [earlier() for _ in range(source.number(0, 65535, "claims"))]
    spare = view.number - sum(premise.number for premise in premises)
    firsts = sum(premise.left_first for premise in premises)
    holds = all(p.tile == view.tile and not p.blocked for p in [view, *premises])
    if rule == "add":
        holds &= squares % 2 == 0 and all(p.length == view.length for p in premises)
        holds &= sum(p.lines for p in premises) + squares * view.length == view.lines
        holds &= spare >= 0 and ((not first or spare > 0) if firsts == 0 else firsts == 1 and first)
    elif rule == "split":
        holds &= view.lines == view.tile and all(p.lines == view.lines for p in premises)
        holds &= sum(p.length for p in premises) + 1 == view.length and len(premises) <= 2
        holds &= first and firsts == 0 and spare >= 0
    elif rule == "corner":
        holds &= view.tile == 2 and view.lines == 2 * view.length and first and view.number >= 0
    else:
        worth = view.length * (view.lines // view.tile) + view.number
        holds &= view.length < view.tile and (worth > 0 if first else worth >= 0)
    require(holds, f"the rule '{rule}' does not prove: {in_words(view)}")
    return 0

def main():
    try:
        with open(sys.argv[1], "rb") if len(sys.argv) > 1 else sys.stdin.buffer as file:
            data = file.read()
        claims, rests, nodes = check(Binary(data) if data[:1] == MAGIC[:1] else Text(data))
    except (Failure, OSError) as failure:
        code, reason = failure.args if isinstance(failure, Failure) else (2, failure)
        print(f"{['invalid', 'unreadable'][code - 1]}: {reason}", file=sys.stderr)
        sys.exit(code)
    print(f"Valid, {nodes} nodes.")
    for view, name in rests:
        print(f"Provided that the certificate {name} proves: {in_words(view)}")
    for view in claims:
        print(f"Proven: {in_words(view)}")

if __name__ == "__main__":
    main()
