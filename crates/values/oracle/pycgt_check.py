#!/usr/bin/env python3
"""Compare `crosscram value` with pycgt (MIT, https://pypi.org/project/pycgt), on random positions.

    pip install pycgt
    python3 crates/values/oracle/pycgt_check.py target/release/crosscram 300 [SEED]

pycgt shares no code with this program. Compared are the canonical form, the outcome, stops, mean,
temperature and birthday. It takes about a minute for 300 positions of up to 5x4 cells.
"""

import json
import random
import re
import subprocess
import sys
from fractions import Fraction

import pycgt
from pycgt.rulesets import domineering

ATOM = re.compile(r"(-?\d+(?:/\d+)?)?(?:([\^v])(\d+)|(\^+|v+))?(?:(\*)(\d*))?")


class Reader:
    """Reads the notation that `crosscram value` prints."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def game(self):
        if self.text.startswith("+-", self.at):
            self.at += 2
            value = self.game()
            return pycgt.game([value], [pycgt.negate(value)])
        if self.text[self.at] == "{":
            left = self.options("|")
            right = self.options("}")
            return pycgt.game(left, right)
        return self.atom()

    def options(self, end):
        self.at += 1
        options = []
        while self.text[self.at] != end:
            if self.text[self.at] == ",":
                self.at += 1
            options.append(self.game())
        if end == "}":
            self.at += 1
        return options

    def atom(self):
        found = ATOM.match(self.text, self.at)
        assert found.end() > self.at, self.text[self.at :]
        self.at = found.end()
        number, arrow, count, arrows, star, nimber = found.groups()
        total = pycgt.number(Fraction(number)) if number else pycgt.ZERO
        ups = int(count) if count else len(arrows or "")
        sign = -1 if "v" in (arrow or arrows or "") else 1
        if ups:
            total = pycgt.add(total, pycgt.up_multiple(sign * ups))
        if star:
            total = pycgt.add(total, pycgt.nimber(int(nimber or 1)))
        return total


def read(text):
    reader = Reader(text)
    game = reader.game()
    assert reader.at == len(text), text[reader.at :]
    return pycgt.canonical(game)


def random_board(source):
    rows, cols = source.choice([(3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (2, 7), (4, 5), (5, 4)])
    share = source.uniform(0.1, 0.5)
    cells = [["#" if source.random() < share else "." for _ in range(cols)] for _ in range(rows)]
    return "|".join("".join(row) for row in cells)


def main():
    program, count = sys.argv[1], int(sys.argv[2])
    source = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 2016)
    boards = [random_board(source) for _ in range(count)]
    lines = subprocess.run(
        [program, "value", "-", "--json", "--longest", "1000000"],
        input="\n".join(boards),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert len(lines) == count
    for board, line in zip(boards, lines):
        ours = json.loads(line)
        theirs = pycgt.canonical(domineering.parse(board.replace("|", "\n")))
        assert read(ours["value"]) == theirs, (board, ours["value"], pycgt.render(theirs))
        codes = {"LEFT": "V", "RIGHT": "H", "FIRST": "1", "SECOND": "2"}
        assert ours["outcome"] == codes[pycgt.outcome(theirs).name], board
        assert Fraction(ours["mean"]) == pycgt.mean(theirs), board
        assert Fraction(ours["left_stop"]) == pycgt.left_stop(theirs), board
        assert Fraction(ours["right_stop"]) == pycgt.right_stop(theirs), board
        assert ours["birthday"] == pycgt.birthday(theirs), board
        if pycgt.as_number(theirs) is None:
            assert Fraction(ours["temperature"]) == pycgt.temperature(theirs), board
    print(f"{count} positions agree")


if __name__ == "__main__":
    main()
