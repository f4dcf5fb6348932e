// The rules: boards, moves, and their text forms. Everything that takes thought is asked of an engine.

export type Player = "V" | "H";

export interface Board {
  readonly rows: number;
  readonly cols: number;
  /** Row by row. */
  readonly free: readonly boolean[];
}

export interface Move {
  readonly player: Player;
  readonly row: number;
  readonly col: number;
}

export const MAX_SIDE = 16;
export const NAMES: Record<Player, string> = { V: "Vertical", H: "Horizontal" };

export const opponent = (player: Player): Player => (player === "V" ? "H" : "V");

export const emptyBoard = (rows: number, cols: number): Board => ({ rows, cols, free: Array<boolean>(rows * cols).fill(true) });

export const isFree = (board: Board, row: number, col: number): boolean =>
  row >= 0 && col >= 0 && row < board.rows && col < board.cols && board.free[row * board.cols + col] === true;

export const cellsOf = (move: Move, tile: number): [number, number][] =>
  Array.from({ length: tile }, (_, i) => (move.player === "V" ? [move.row + i, move.col] : [move.row, move.col + i]));

export const isLegal = (board: Board, move: Move, tile: number): boolean =>
  cellsOf(move, tile).every(([row, col]) => isFree(board, row, col));

export function movesOf(board: Board, player: Player, tile: number): Move[] {
  const found: Move[] = [];
  for (let row = 0; row < board.rows; row++) {
    for (let col = 0; col < board.cols; col++) {
      const move = { player, row, col };
      if (isLegal(board, move, tile)) found.push(move);
    }
  }
  return found;
}

export function play(board: Board, move: Move, tile: number): Board {
  const free = [...board.free];
  for (const [row, col] of cellsOf(move, tile)) free[row * board.cols + col] = false;
  return { ...board, free };
}

export const moveText = (move: Move): string => `${move.player}${move.row + 1},${move.col + 1}`;

/** What is wrong with a text, with its place. */
export class TextError extends Error {}

export function parseMove(text: string): Move {
  const match = /^([VH])(\d{1,3}),(\d{1,3})$/i.exec(text.trim());
  if (!match) throw new TextError(`“${text}” is no move: player, row and column counted from 1, as in V2,3`);
  return { player: match[1]!.toUpperCase() as Player, row: Number(match[2]) - 1, col: Number(match[3]) - 1 };
}

/** A size, or rows of `.` and `#` or `x` between `|`, `/`, `-` or line breaks; then perhaps who is to move. */
export function parsePosition(text: string): { board: Board; first?: Player } {
  const trimmed = text.trim();
  if (trimmed === "") throw new TextError("a board is expected, there is nothing");
  const suffix = /^(.*\S)[ \t]+([VH])(?:ertical|orizontal)?$/is.exec(trimmed);
  const body = suffix ? suffix[1]! : trimmed;
  const first = suffix ? (suffix[2]!.toUpperCase() as Player) : undefined;
  const board = parseBoard(body);
  return first ? { board, first } : { board };
}

function parseBoard(text: string): Board {
  if (/^\d/.test(text)) {
    const match = /^(\d+)[x×](\d+)$/i.exec(text);
    if (!match) throw new TextError(`“${text}” is not a size: rows, x and columns, as in 8x8`);
    return sized(Number(match[1]), Number(match[2]));
  }
  const rows = text.split(/[|/\n-]/).map((row) => row.trim());
  const width = rows[0]!.length;
  sized(rows.length, Math.max(1, width));
  const free: boolean[] = [];
  rows.forEach((row, r) => {
    if (row.length === 0) throw new TextError(`row ${r + 1} has no cells`);
    [...row].forEach((cell, c) => {
      if (!".#xXVH".includes(cell)) throw new TextError(`row ${r + 1}, column ${c + 1}: “${cell}” is neither . nor #`);
      free.push(cell === ".");
    });
    if (row.length !== width) throw new TextError(`row ${r + 1} has ${row.length} cells, row 1 has ${width}`);
  });
  return { rows: rows.length, cols: width, free };
}

function sized(rows: number, cols: number): Board {
  if (rows < 1 || cols < 1 || rows > MAX_SIDE || cols > MAX_SIDE) {
    throw new TextError(`a board here has 1 to ${MAX_SIDE} rows and columns, not ${rows}x${cols}`);
  }
  return emptyBoard(rows, cols);
}

const rowsOf = (board: Board, blocked: string, between: string): string =>
  Array.from({ length: board.rows }, (_, row) =>
    Array.from({ length: board.cols }, (_, col) => (isFree(board, row, col) ? "." : blocked)).join(""),
  ).join(between);

export const boardText = (board: Board): string => rowsOf(board, "#", "|");
export const boardLines = (board: Board): string => rowsOf(board, "#", "\n");

/** The short form for addresses. */
export const boardKey = (board: Board): string =>
  board.free.every((free) => free) ? `${board.rows}x${board.cols}` : rowsOf(board, "x", "-");
