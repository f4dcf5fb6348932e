"""How many random 4x4 positions are valued per second: this package, cgt-py and pycgt, in one run.

usage: python python/bench/values.py [--positions N] [--repeat N] [--slow N] [--out FILE]

Needs crosscram, numpy, cgt-py, anywidget (which cgt-py needs but does not ask for) and pycgt. Every program values the same
positions, each cell free with the same probability, in a process of its own, so that all begin with empty caches. Programs take
turns. Seconds are those of the processor, the least of `--repeat` runs (of pycgt, which takes long, `--slow` runs), so that other
work on the machine counts little. All programs must agree on temperatures and left stops. The measurements are written to FILE,
docs/python/values.tsv if none is given, and printed as the table of docs/python.md, which a test compares with that file.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

PROGRAMS = ["crosscram", "crosscram, one by one", "cgt-py", "pycgt"]
#: Probabilities with which a cell is free.
DENSITIES = (0.5, 0.75)
#: Where the measurements are kept.
FILE = Path(__file__).parents[2] / "docs/python/values.tsv"
#: How many positions are compared.
COMPARED = 400


@dataclass(frozen=True)
class Row:
    """What a program took for so many positions, each cell free with the probability `free`: the least of some runs."""

    free: float
    program: str
    positions: int
    runs: int
    seconds: float


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


def measure(positions: int, repeats: dict[str, int]) -> list[Row]:
    """Runs all programs in turn, each as often as `repeats` says; the least times."""
    rows = []
    for free in DENSITIES:
        least: dict[str, float] = {}
        known = None
        for turn in range(max(repeats.values())):
            for program in PROGRAMS:
                if turn >= repeats[program]:
                    continue
                command = [sys.executable, __file__, "--alone", program, str(free), str(positions)]
                answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
                seconds, found = json.loads(answer)
                known = known or found
                if found != known:
                    raise SystemExit(f"{program} has other values")
                least[program] = min(seconds, least.get(program, seconds))
        for program in PROGRAMS:
            rows.append(Row(free, program, positions, repeats[program], least[program]))
            print(f"{free} {program}: {least[program]:.4f} s", file=sys.stderr, flush=True)
    return rows


def written(rows: list[Row], versions: dict[str, str]) -> str:
    """The measurements as a file."""
    about = ", ".join(f"{name} {number}" for name, number in versions.items())
    head = "free\tprogram\tpositions\truns\tseconds"
    lines = [f"{r.free}\t{r.program}\t{r.positions}\t{r.runs}\t{r.seconds:.4f}" for r in rows]
    return "\n".join([head, f"# {about}", *lines]) + "\n"


def read(text: str) -> tuple[list[Row], dict[str, str]]:
    """The measurements of a file, and the versions of the programs."""
    _, about, *lines = text.splitlines()
    fields = [line.split("\t") for line in lines]
    rows = [Row(float(f[0]), f[1], int(f[2]), int(f[3]), float(f[4])) for f in fields]
    return rows, dict(part.rsplit(" ", 1) for part in about.removeprefix("# ").split(", "))  # type: ignore[misc]


def table(rows: list[Row], versions: dict[str, str]) -> str:
    """The table of docs/python.md: positions per second, and by how much this package is faster."""
    names = {
        "crosscram": "`crosscram.values` on an array",
        "crosscram, one by one": "`Values.value`, one board at a time",
        **{name: f"{name} {versions[name]}" for name in ("cgt-py", "pycgt")},
    }
    seconds = {(row.free, row.program): row.seconds for row in rows}
    lines = [
        "| program | half of the cells free | three quarters free | crosscram is faster by |",
        "|---|---:|---:|---:|",
    ]
    for program in PROGRAMS:
        count = {row.positions for row in rows if row.program == program}.pop()
        rates = [f"{count / seconds[free, program]:,.0f}" for free in DENSITIES]
        gains = [f"{seconds[free, program] / seconds[free, 'crosscram']:.0f}" for free in DENSITIES]
        last = "" if program == "crosscram" else f"{' and '.join(gains)} times"
        lines.append(f"| {names[program]} | {' | '.join(rates)} | {last} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100_000, metavar="N")
    parser.add_argument("--repeat", type=int, default=7, metavar="N")
    parser.add_argument("--slow", type=int, default=2, metavar="N")
    parser.add_argument("--out", type=Path, default=FILE, metavar="FILE")
    parser.add_argument("--alone", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        program, free, count = options.alone
        print(json.dumps(run(program, positions(int(count), float(free)))))
        return
    repeats = {program: options.slow if program == "pycgt" else options.repeat for program in PROGRAMS}
    rows = measure(options.positions, repeats)
    packages = ("crosscram", "cgt-py", "pycgt", "numpy")
    versions = {"Python": platform.python_version(), **{name: version(name) for name in packages}}
    text = written(rows, versions)
    options.out.write_text(text, encoding="utf-8")
    # From what was written, as the test does.
    print(table(*read(text)))


if __name__ == "__main__":
    main()
