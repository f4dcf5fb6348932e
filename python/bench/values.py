"""How many random 4x4 positions are valued per second: this package, cgt-py and pycgt, in one run.

usage: python python/bench/values.py [--positions N] [--slow N] [--repeat N] [--out docs/python/values.tsv]

Needs numpy, cgt-py, anywidget (which cgt-py needs but does not ask for) and pycgt. Every program values the same positions,
each cell free with the same probability, in a process of its own, so that all begin with empty caches. Seconds are those
of the processor, the best of `--repeat` runs, so that other work on the machine counts little; pycgt, which takes long, runs once,
on the first `--slow` positions. All programs must agree on temperatures and left stops.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

PROGRAMS = ["crosscram", "crosscram, one by one", "cgt-py", "pycgt"]
#: How many positions are compared.
COMPARED = 400


def positions(count: int, free: float) -> Any:
    """Random positions, the same ones for everybody."""
    return np.random.default_rng(2026).random((count, 4, 4)) < free


def texts(cells: Any, rows: str) -> list[str]:
    return [rows.join("".join(".#"[not cell] for cell in row) for row in board) for board in cells.tolist()]


def run(program: str, cells: Any) -> tuple[float, list[tuple[float, float]]]:
    """Seconds of the processor, and temperature and left stop of the first positions."""

    def timed(work: Callable[[], Iterable[Any]]) -> tuple[float, list[Any]]:
        start = time.process_time()
        values = work()
        return time.process_time() - start, [value for value, _ in zip(values, range(COMPARED))]

    if program.startswith("crosscram"):
        import crosscram

        values = crosscram.Values()
        if program == "crosscram":
            seconds, found = timed(lambda: values.values(cells))
        else:
            boards = [crosscram.Board(text) for text in texts(cells, "|")]
            seconds, found = timed(lambda: [values.value(board) for board in boards])
        return seconds, [(float(value.temperature), float(value.left_stop)) for value in found]
    if program == "cgt-py":
        import cgt_py

        rows = texts(cells, "|")
        seconds, found = timed(lambda: [cgt_py.Domineering(row).canonical_form for row in rows])
        return seconds, [(float(value.temperature), float(value.left_stop)) for value in found]
    import pycgt
    from pycgt.rulesets import domineering

    rows = texts(cells, "\n")
    seconds, found = timed(lambda: [domineering.parse(row) for row in rows])
    return seconds, [(float(pycgt.temperature(value)), float(pycgt.left_stop(value))) for value in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--slow", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--alone", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        program, free, count = options.alone
        print(json.dumps(run(program, positions(int(count), float(free)))))
        return
    lines = []
    for free in (0.5, 0.75):
        known = None
        for program in PROGRAMS:
            count = options.slow if program == "pycgt" else options.positions
            command = [sys.executable, __file__, "--alone", program, str(free), str(count)]
            best = None
            for _ in range(1 if program == "pycgt" else options.repeat):
                answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
                seconds, found = json.loads(answer)
                known = known or found
                assert found == known, f"{program} has other values"
                best = seconds if best is None else min(best, seconds)
            seconds = best
            lines.append(f"{free}\t{program}\t{count}\t{seconds:.3f}\t{count / seconds:.0f}")
            print(lines[-1], flush=True)
    if options.out:
        versions = ", ".join(f"{name} {version(name)}" for name in ("cgt-py", "pycgt", "numpy"))
        about = f"# Python {platform.python_version()}, {versions}; seconds of the processor, best of 7 runs (pycgt: one), each in a process of its own"
        head = "free\tprogram\tpositions\tseconds\tper_second"
        options.out.write_text("\n".join([head, about, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
