"""Crosscram: solver and workbench for Domineering and its relatives with longer tiles.

>>> from crosscram import Board, Solver, value
>>> solver = Solver()
>>> solver.solve("8x8 V").winner
Player.VERTICAL
>>> position = Board("....|.##.|....|....")
>>> value(position), value("2x3").temperature
(Value('{{2|0}|0}'), Fraction(5, 4))
"""

from crosscram._enums import H, Outcome, Player, V
from crosscram._native import (
    Board,
    Bot,
    CertificateError,
    CrosscramError,
    IllegalMoveError,
    LimitError,
    Move,
    NotationError,
    OptionError,
    Position,
    Value,
    __version__,
)
from crosscram._progress import Progress
from crosscram.charts import Atlas, AtlasChart, Chart, Derivation, OpenQuestion
from crosscram.game import Game
from crosscram.playing import (
    GameRecord,
    PlayerKind,
    Tournament,
    play_game,
    players,
    tournament,
)
from crosscram.proofs import Certificate, ProofPlayer, Verified, verify
from crosscram.solving import (
    AnalysedSide,
    Analysis,
    Cut,
    Explanation,
    JudgedMove,
    Piece,
    ProofNumberReport,
    Report,
    Solution,
    SolvedBatch,
    Solver,
    analyse,
    engine_options,
    engines,
    explain,
    proof_number_search,
    prove,
    solve,
)
from crosscram.valuing import (
    Regions,
    RegionValue,
    Thermograph,
    ValueBatch,
    Values,
    forget_values,
    regions,
    thermograph,
    value,
    values,
)

__all__ = [
    "AnalysedSide",
    "Analysis",
    "Atlas",
    "AtlasChart",
    "Board",
    "Bot",
    "Certificate",
    "CertificateError",
    "Chart",
    "CrosscramError",
    "Cut",
    "Derivation",
    "Explanation",
    "Game",
    "GameRecord",
    "H",
    "IllegalMoveError",
    "JudgedMove",
    "LimitError",
    "Move",
    "NotationError",
    "OpenQuestion",
    "OptionError",
    "Outcome",
    "Piece",
    "Player",
    "PlayerKind",
    "Position",
    "Progress",
    "ProofNumberReport",
    "ProofPlayer",
    "RegionValue",
    "Regions",
    "Report",
    "Solution",
    "SolvedBatch",
    "Solver",
    "Thermograph",
    "Tournament",
    "V",
    "Value",
    "ValueBatch",
    "Values",
    "Verified",
    "__version__",
    "analyse",
    "engine_options",
    "engines",
    "explain",
    "forget_values",
    "play_game",
    "players",
    "proof_number_search",
    "prove",
    "regions",
    "solve",
    "thermograph",
    "tournament",
    "value",
    "values",
    "verify",
]
