// A game: where it began, its moves, and how far one has gone back. It lives in the address.

import { type Board, type Move, type Player, TextError, boardKey, emptyBoard, isLegal, moveText, opponent, parseMove, parsePosition, play } from "./rules";

export interface Game {
  readonly start: Board;
  readonly first: Player;
  readonly tile: number;
  readonly moves: readonly Move[];
  /** Moves that are on the board; the others can be played again. */
  readonly shown: number;
}

export const newGame = (start: Board = emptyBoard(8, 8), first: Player = "V", tile = 2): Game => ({ start, first, tile, moves: [], shown: 0 });

export const sideAt = (game: Game, ply: number): Player => (ply % 2 === 0 ? game.first : opponent(game.first));
export const side = (game: Game): Player => sideAt(game, game.shown);

export function boardAt(game: Game, ply: number): Board {
  let board = game.start;
  for (const move of game.moves.slice(0, ply)) board = play(board, move, game.tile);
  return board;
}
export const board = (game: Game): Board => boardAt(game, game.shown);

export const withMove = (game: Game, move: Move): Game => ({ ...game, moves: [...game.moves.slice(0, game.shown), move], shown: game.shown + 1 });

export const goTo = (game: Game, ply: number): Game => ({ ...game, shown: Math.max(0, Math.min(ply, game.moves.length)) });

export function writeGame(game: Game): URLSearchParams {
  const params = new URLSearchParams();
  params.set("p", boardKey(game.start));
  if (game.tile !== 2) params.set("t", String(game.tile));
  if (game.first !== "V") params.set("f", game.first);
  if (game.moves.length > 0) params.set("m", game.moves.map(moveText).join("."));
  if (game.shown !== game.moves.length) params.set("at", String(game.shown));
  return params;
}

/** Reads an address; what is wrong is an error that names the place, never half a game. */
export function readGame(params: URLSearchParams): Game {
  const { board: start, first } = parsePosition(params.get("p") ?? "8x8");
  const tile = Number(params.get("t") ?? 2);
  if (!Number.isInteger(tile) || tile < 2 || tile > 8) throw new TextError(`tiles have 2 to 8 cells, not “${params.get("t")}”`);
  const begins = params.get("f") ?? first ?? "V";
  if (begins !== "V" && begins !== "H") throw new TextError(`“${begins}” is no player: V or H`);
  let game = newGame(start, begins, tile);
  const texts = (params.get("m") ?? "").split(".").filter((text) => text !== "");
  texts.forEach((text, index) => {
    const move = parseMove(text);
    if (move.player !== side(game)) throw new TextError(`move ${index + 1}, ${text}: it is the other player’s turn`);
    if (!isLegal(board(game), move, tile)) throw new TextError(`move ${index + 1}, ${text}: the tile does not fit there`);
    game = withMove(game, move);
  });
  const at = params.get("at");
  if (at === null) return game;
  if (!/^\d+$/.test(at) || Number(at) > game.moves.length) throw new TextError(`there is no move ${at}`);
  return goTo(game, Number(at));
}
