#!/usr/bin/env python3
"""A complete player for crosscram: leaves itself many moves and the opponent few.

    crosscram match "cmd:python3 docs/protocol/bot.py" random
"""

import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def cells(move, tile):
    """The cells that a move covers, rows and columns from 0."""
    row, col = (int(number) - 1 for number in move[1:].split(","))
    return [(row + i, col) if move[0] == "V" else (row, col + i) for i in range(tile)]


def count(free, side, tile):
    """How many moves a side has on the free cells."""
    down, right = (1, 0) if side == "V" else (0, 1)
    return sum(
        all((row + i * down, col + i * right) in free for i in range(tile)) for row, col in free
    )


def choose(turn, tile, chance):
    rows = turn["board"].split("|")
    free = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."}
    own = turn["side"]
    other = "H" if own == "V" else "V"

    def lead(move):
        after = free.difference(cells(move, tile))
        return count(after, own, tile) - count(after, other, tile), chance.random()

    return max(turn["moves"], key=lead)


def main():
    tile, chance = 2, random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="ready", protocol=1)
        elif message["type"] == "begin":
            # All chances come from the seed: the same game can be played again.
            tile, chance = message["tile"], random.Random(message["seed"])
        elif message["type"] == "turn":
            say(type="move", move=choose(message, tile, chance))
        elif message["type"] == "quit":
            break


main()
