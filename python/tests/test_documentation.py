"""The examples of the documentation strings and of the README."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import crosscram

MODULES = ["crosscram"] + [
    f"crosscram.{module.name}" for module in pkgutil.iter_modules(crosscram.__path__) if module.name != "_native"
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        pytest.skip(str(error))
    failed, _ = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert failed == 0


def test_most_of_it_has_examples() -> None:
    """Everything public has a documentation string, and the classes and functions one works with have examples."""
    finder = doctest.DocTestFinder()
    with_examples = {
        test.name
        for name in MODULES
        if name not in ("crosscram.widget", "crosscram.env")
        for test in finder.find(importlib.import_module(name))
        if test.examples
    }
    for name in crosscram.__all__:
        if not name.startswith("_") and name not in ("V", "H"):
            assert getattr(crosscram, name).__doc__, name
    missing = {"Board", "Move", "Position", "Value", "Bot"} - {name.split(".")[-1] for name in with_examples}
    assert not missing and len(with_examples) >= 25, (missing, with_examples)


def test_the_readme_runs() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    [example] = re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
    printed = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True).stdout
    assert "the first player wins" in printed and "Vertical wins." in printed


def test_the_measured_speed_is_what_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/python.md has the table of docs/python/values.tsv, which python/bench/values.py writes."""
    pytest.importorskip("numpy")
    repository = Path(__file__).parents[2]
    monkeypatch.syspath_prepend(str(repository / "python/bench"))
    bench = importlib.import_module("values")
    text = (repository / "docs/python/values.tsv").read_text(encoding="utf-8")
    rows, versions = bench.read(text)
    assert bench.written(rows, versions) == text
    page = (repository / "docs/python.md").read_text(encoding="utf-8")
    assert bench.table(rows, versions) in page, bench.table(rows, versions)
