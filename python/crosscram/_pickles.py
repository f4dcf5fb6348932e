"""What pickled objects are made again with."""

from __future__ import annotations

from typing import TypeVar

from crosscram._native import Position

P = TypeVar("P", bound=Position)


def position(kind: type[P], text: str, tile: int) -> P:
    """The position that was written as a text and the length of its tiles."""
    return kind(text, tile=tile)
