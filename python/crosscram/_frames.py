"""Tables for pandas or polars."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Any


def frame(columns: Mapping[str, Iterable[Any]], library: str | None = None) -> Any:
    """A data frame of pandas or polars, whichever is there; `library` names one of them."""
    names = ("pandas", "polars")
    if library is not None and library not in names:
        from crosscram._native import OptionError

        raise OptionError(f"library: pandas or polars, not {library!r}")
    for name in names if library is None else (library,):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        return module.DataFrame({key: list(column) for key, column in columns.items()})
    wanted = library or "pandas or polars"
    raise ImportError(f"to_dataframe needs {wanted}, which is not installed")
