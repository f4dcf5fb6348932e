"""Certificates: proofs that anybody can check."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from crosscram import _native
from crosscram._enums import Player
from crosscram._native import Board, CertificateError, Move, Position


@dataclass(frozen=True)
class Verified:
    """What a certificate proves, by the checker, which shares nothing with the solver."""

    #: What is proven, in words; the last one is what the certificate is about.
    claims: tuple[str, ...]
    #: What is taken from other certificates: their hashes and what they have to prove.
    rests_on: tuple[tuple[str, str], ...]
    #: Nodes of the proof.
    nodes: int
    #: The blake3 hash of the uncompressed bytes.
    hash: str | None


class Certificate:
    """A certificate: its bytes, what it is about, and the winner's moves.

    >>> from crosscram import Certificate, prove
    >>> certificate = prove("3x3 V")
    >>> certificate.board, certificate.first, certificate.winner
    (Board('3x3'), Player.VERTICAL, Player.VERTICAL)
    >>> certificate == Certificate(certificate.data)
    True
    """

    def __init__(self, data: bytes) -> None:
        self.data = bytes(data)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Certificate:
        """Reads a file. It is not checked: `verify` does that."""
        return cls(Path(path).read_bytes())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file, which appears only when it is complete."""
        target = Path(path)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self.data)
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise

    @cached_property
    def _strategy(self) -> _native.Strategy:
        return _native.Strategy(self.data)

    @property
    def board(self) -> Board:
        """The board that it is about."""
        return self._strategy.game()[0]

    @property
    def tile(self) -> int:
        """The length of the tiles."""
        return self._strategy.game()[1]

    @property
    def first(self) -> Player:
        """Who begins."""
        return self._strategy.game()[2]

    @property
    def winner(self) -> Player:
        """Who wins."""
        return self._strategy.game()[3]

    @property
    def position(self) -> Position:
        """The position that it is about."""
        return Position(self.board, tile=self.tile, to_move=self.first)

    def answer(self, board: Board | Position | str) -> Move | None:
        """The winner's move in a position with the winner to move; None where the proof has ended, because a cut shows
        that the winner wins, or where it never goes."""
        found = self._strategy.answer(board.board if isinstance(board, Position) else board)
        return None if found is None else found[0]

    def __len__(self) -> int:
        return len(self.data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Certificate):
            return NotImplemented
        return self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)

    def __reduce__(self) -> tuple[type[Certificate], tuple[bytes]]:
        return type(self), (self.data,)

    def __repr__(self) -> str:
        return f"<Certificate of {len(self.data):,} bytes>"


def verify(certificate: Certificate | bytes | str | os.PathLike[str]) -> Verified:
    """Checks a certificate: the object, its bytes, or a file. One that proves nothing raises CertificateError.

    >>> from crosscram import CertificateError, prove, verify
    >>> print(verify(prove("4x4 H")).claims[-1])
    on the board of 4 rows and 4 columns plus the number 0, with tiles of 2 cells, if Horizontal moves first, Horizontal wins.
    >>> verify(b"nothing")
    Traceback (most recent call last):
    ...
    crosscram.CertificateError: unreadable: the file ends
    """
    if isinstance(certificate, Certificate):
        data = certificate.data
    elif isinstance(certificate, bytes):
        data = certificate
    else:
        data = Path(certificate).read_bytes()
    found = _native.verify(data)
    rests = tuple((name, statement) for name, statement in found["rests_on"])
    return Verified(tuple(found["claims"]), rests, found["nodes"], found["hash"])


class ProofPlayer:
    """Plays the winner's side of a certificate: its moves, and where the proof has ended, because a cut shows who
    wins, those of a solver."""

    def __init__(self, certificate: Certificate) -> None:
        self.certificate = certificate
        self.name = f"proof of {certificate.board}"

    def choose(self, position: Position) -> tuple[Move, str | None]:
        """The move, with the claim that it wins."""
        if position.to_move is not self.certificate.winner:
            raise CertificateError(f"the proof plays {self.certificate.winner}")
        move = self.certificate.answer(position)
        if move is None:
            from crosscram.solving import shared_solver

            report = shared_solver().solve(position).reports[0]
            if report.winner is not self.certificate.winner or report.best_move is None:
                raise CertificateError("the proof does not go through this position")
            move = report.best_move
        return move, "wins"
