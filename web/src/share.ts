// The position as text, SVG, PNG, TikZ, JSON, and as an address.

import { CELL } from "./board";
import { type Game, board, side, writeGame } from "./game";
import { boardLines, boardText, cellsOf, isFree, moveText } from "./rules";

export const addressOf = (game: Game): string => `${location.origin}${location.pathname}#/play?${writeGame(game).toString()}`;

export const asText = (game: Game): string => `${boardLines(board(game))}\n${side(game)} to move\n`;

export function asJson(game: Game): string {
  return JSON.stringify(
    { start: boardText(game.start), first: game.first, tile: game.tile, moves: game.moves.slice(0, game.shown).map(moveText), position: `${boardText(board(game))} ${side(game)}`, address: addressOf(game) },
    null,
    2,
  );
}

/** A picture that needs no style sheet. */
export function asSvg(game: Game): string {
  const now = board(game);
  const [width, height, pad] = [now.cols * CELL + 16, now.rows * CELL + 16, 8];
  const parts: string[] = [];
  const rect = (row: number, col: number, rows: number, cols: number, gap: number, fill: string, rx: number): void => {
    parts.push(`<rect x="${pad + col * CELL + gap}" y="${pad + row * CELL + gap}" width="${cols * CELL - 2 * gap}" height="${rows * CELL - 2 * gap}" rx="${rx}" fill="${fill}"/>`);
  };
  for (let row = 0; row < now.rows; row++) {
    for (let col = 0; col < now.cols; col++) rect(row, col, 1, 1, 1.5, isFree(now, row, col) ? "#ece8df" : "#8d8a83", 5);
  }
  for (const move of game.moves.slice(0, game.shown)) {
    const [rows, cols] = move.player === "V" ? [game.tile, 1] : [1, game.tile];
    rect(move.row, move.col, rows, cols, 3, move.player === "V" ? "#1f6fb2" : "#d2691e", 9);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${boardText(now)}</title><rect width="${width}" height="${height}" fill="#ffffff"/>${parts.join("")}</svg>\n`;
}

export function asTikz(game: Game): string {
  const now = board(game);
  const lines = [`\\begin{tikzpicture}[scale=0.5]`];
  const at = (row: number, col: number): string => `(${col},${-row})`;
  const tiles = new Set(game.moves.slice(0, game.shown).flatMap((move) => cellsOf(move, game.tile).map(String)));
  for (let row = 0; row < now.rows; row++) {
    for (let col = 0; col < now.cols; col++) {
      if (!isFree(now, row, col) && !tiles.has(String([row, col]))) lines.push(`  \\fill[gray!60] ${at(row, col)} rectangle ${at(row + 1, col + 1)};`);
    }
  }
  lines.push(`  \\draw[gray!40] (0,0) grid (${now.cols},${-now.rows});`);
  for (const move of game.moves.slice(0, game.shown)) {
    const [rows, cols] = move.player === "V" ? [game.tile, 1] : [1, game.tile];
    const colour = move.player === "V" ? "blue!55" : "orange!75";
    lines.push(`  \\filldraw[fill=${colour},draw=black,rounded corners=2pt] (${move.col + 0.1},${-(move.row + 0.1)}) rectangle (${move.col + cols - 0.1},${-(move.row + rows - 0.1)});`);
  }
  lines.push(`\\end{tikzpicture}`);
  return `${lines.join("\n")}\n`;
}

/** Twice as many pixels as the SVG has units. */
export async function asPng(game: Game): Promise<Blob> {
  const svg = asSvg(game);
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
