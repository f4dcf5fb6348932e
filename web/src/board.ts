// The board as SVG. It draws what it is told and reports what is done to it; it knows no game.

import { h, replace, s } from "./dom";
import { type Board, type Move, type Player, cellsOf, isFree, isLegal, moveText, movesOf } from "./rules";

export const CELL = 40;
const MARGIN = 20;
/** On the sides without coordinates. */
const END = 6;
const GAP = 1.5;

export type Mark = "win" | "loss" | "unknown";

/** How a set of cells falls into areas: upright or lying pairs, squares of four, single cells. */
export type Split = "V" | "H" | "squares" | "singles";

/** Cells drawn together, with a text: regions of a value, pieces of a cut, areas of a cover. */
export interface Patch {
  cells: [number, number][];
  /** A class of the style sheet. */
  tone: string;
  label?: string;
  note?: string;
  /** An outline around every so many cells as well. */
  split?: Split;
}

export interface Picture {
  board: Board;
  tile: number;
  /** Tiles on the board, in the order in which they were placed. */
  placed: readonly Move[];
  /** Whose tile follows the pointer. */
  side: Player | null;
  mode: "play" | "edit" | "still";
  marks: ReadonlyMap<string, Mark>;
  /** Moves that are pointed out, with a text inside. */
  shown: readonly { move: Move; text: string; tone: "hint" | "line" | "bad" }[];
  patches: readonly Patch[];
}

export interface Handlers {
  onMove(move: Move): void;
  onToggle(row: number, col: number): void;
  /** The tile or cell under the pointer or the keys changed. */
  onPoint(what: Move | { row: number; col: number } | null): void;
}

const SIGNS: Record<Mark, string> = { win: "+", loss: "–", unknown: "?" };

export class BoardView {
  readonly element: HTMLElement;
  readonly #svg: SVGSVGElement;
  readonly #ghost: SVGGElement;
  readonly #still: SVGGElement;
  #picture: Picture | null = null;
  #point: Move | { row: number; col: number } | null = null;

  constructor(
    readonly handlers: Handlers,
    label = "Board",
  ) {
    this.#still = s("g");
    this.#ghost = s("g", { "pointer-events": "none" });
    this.#svg = s("svg", { class: "board-svg", "aria-hidden": "true" }, this.#still, this.#ghost);
    this.element = h("div", { class: "board", tabindex: "0", role: "application", "aria-roledescription": "board", "aria-label": label, "data-testid": "board" }, this.#svg);
    this.#svg.addEventListener("pointermove", (event) => event.pointerType !== "touch" && this.#pointAt(event));
    this.#svg.addEventListener("pointerleave", () => this.#setPoint(null));
    this.#svg.addEventListener("click", (event) => {
      this.#pointAt(event);
      this.#act();
    });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("blur", () => this.#setPoint(null));
  }

  get point(): Move | { row: number; col: number } | null {
    return this.#point;
  }

  render(picture: Picture): void {
    this.#picture = picture;
    const { board, placed, tile, patches, shown, marks } = picture;
    const [width, height] = [board.cols * CELL + MARGIN + END, board.rows * CELL + MARGIN + END];
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.style.setProperty("--cols", String(board.cols));
    this.element.style.setProperty("--ratio", String(width / height));
    this.element.dataset["mode"] = picture.mode;
    const under = new Set(placed.flatMap((move) => cellsOf(move, tile).map(([row, col]) => row * board.cols + col)));
    const cells: Element[] = [];
    for (let row = 0; row < board.rows; row++) {
      for (let col = 0; col < board.cols; col++) {
        if (under.has(row * board.cols + col)) continue;
        const free = isFree(board, row, col);
        cells.push(s("rect", { class: free ? "cell" : "cell blocked", ...box(row, col, 1, 1, GAP), rx: 5 }));
      }
    }
    replace(
      this.#still,
      ...coordinates(board),
      ...cells,
      ...patches.map((patch) => drawPatch(patch)),
      ...placed.map((move, index) => drawTile(move, tile, index === placed.length - 1 ? "tile last" : "tile")),
      ...[...marks].map(([text, mark]) => drawMark(text, mark, tile)),
      ...shown.map(({ move, text, tone }) => drawShown(move, tile, text, tone)),
      ...patches.flatMap((patch) => labelPatch(patch)),
    );
    // What was pointed at may not be there any more.
    this.#setPoint(this.#isValid(this.#point) ? this.#point : null);
  }

  /** Points at something, as the keys do. */
  show(what: Move | { row: number; col: number } | null): void {
    this.#setPoint(what);
  }

  #isValid(what: Move | { row: number; col: number } | null): boolean {
    const picture = this.#picture;
    if (!what || !picture) return false;
    if ("player" in what) return picture.mode === "play" && what.player === picture.side && isLegal(picture.board, what, picture.tile);
    return picture.mode === "edit" && what.row < picture.board.rows && what.col < picture.board.cols;
  }

  #pointAt(event: MouseEvent): void {
    const picture = this.#picture;
    const matrix = this.#svg.getScreenCTM();
    if (!picture || !matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [x, y] = [(at.x - MARGIN) / CELL, (at.y - MARGIN) / CELL];
    if (picture.mode === "edit") {
      const [row, col] = [Math.floor(y), Math.floor(x)];
      const inside = row >= 0 && col >= 0 && row < picture.board.rows && col < picture.board.cols;
      return this.#setPoint(inside ? { row, col } : null);
    }
    if (picture.mode !== "play" || !picture.side) return this.#setPoint(null);
    // The legal tile whose middle is nearest, if it is under the pointer or nearly so.
    let best: Move | null = null;
    let distance = 0.8;
    for (const move of movesOf(picture.board, picture.side, picture.tile)) {
      const [cx, cy] = middle(move, picture.tile);
      const away = Math.hypot((cx - x) / (move.player === "H" ? picture.tile / 2 : 1), (cy - y) / (move.player === "V" ? picture.tile / 2 : 1));
      if (away < distance) [best, distance] = [move, away];
    }
    this.#setPoint(best);
  }

  #setPoint(what: Move | { row: number; col: number } | null): void {
    const same = what !== null && this.#point !== null && what.row === this.#point.row && what.col === this.#point.col && "player" in what === "player" in this.#point;
    this.#point = what;
    const picture = this.#picture;
    if (!picture || !what) replace(this.#ghost);
    else if ("player" in what) replace(this.#ghost, drawTile(what, picture.tile, "tile ghost"));
    else replace(this.#ghost, s("rect", { class: "cursor", ...box(what.row, what.col, 1, 1, 2), rx: 6 }));
    if (!same) this.handlers.onPoint(what);
  }

  #act(): void {
    if (!this.#point) return;
    if ("player" in this.#point) this.handlers.onMove(this.#point);
    else this.handlers.onToggle(this.#point.row, this.#point.col);
  }

  #key(event: KeyboardEvent): void {
    const picture = this.#picture;
    if (!picture || picture.mode === "still" || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      this.#setPoint(this.#neighbour(step));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#act();
    } else if (event.key === "Escape") this.#setPoint(null);
  }

  /** The nearest place in a direction. */
  #neighbour([down, right]: [number, number]): Move | { row: number; col: number } | null {
    const { board, side, tile, mode } = this.#picture!;
    const from = this.#point;
    if (mode === "edit") {
      if (!from) return { row: 0, col: 0 };
      const clamp = (n: number, most: number): number => Math.max(0, Math.min(n, most - 1));
      return { row: clamp(from.row + down, board.rows), col: clamp(from.col + right, board.cols) };
    }
    if (!side) return null;
    const moves = movesOf(board, side, tile);
    if (!from) return moves[0] ?? null;
    let best: Move | null = null;
    let cost = Infinity;
    for (const move of moves) {
      const [dr, dc] = [move.row - from.row, move.col - from.col];
      const along = dr * down + dc * right;
      if (along <= 0) continue;
      const aside = Math.abs(down !== 0 ? dc : dr);
      if (along + 3 * aside < cost) [best, cost] = [move, along + 3 * aside];
    }
    return best ?? from;
  }
}

const middle = (move: Move, tile: number): [number, number] =>
  move.player === "V" ? [move.col + 0.5, move.row + tile / 2] : [move.col + tile / 2, move.row + 0.5];

const box = (row: number, col: number, rows: number, cols: number, gap: number): Record<string, number> => ({
  x: MARGIN + col * CELL + gap,
  y: MARGIN + row * CELL + gap,
  width: cols * CELL - 2 * gap,
  height: rows * CELL - 2 * gap,
});

function coordinates(board: Board): Element[] {
  const text = (x: number, y: number, label: number): Element => s("text", { class: "coordinate", x, y }, String(label));
  return [
    ...Array.from({ length: board.cols }, (_, col) => text(MARGIN + (col + 0.5) * CELL, MARGIN - 7, col + 1)),
    ...Array.from({ length: board.rows }, (_, row) => text(MARGIN - 10, MARGIN + (row + 0.5) * CELL + 4, row + 1)),
  ];
}

function drawTile(move: Move, tile: number, kind: string): Element {
  const [rows, cols] = move.player === "V" ? [tile, 1] : [1, tile];
  return s("rect", { class: `${kind} ${move.player === "V" ? "vertical" : "horizontal"}`, ...box(move.row, move.col, rows, cols, 3), rx: 9, "data-move": moveText(move) });
}

function drawMark(text: string, mark: Mark, tile: number): Element {
  const match = /^([VH])(\d+),(\d+)$/.exec(text)!;
  const [x, y] = middle({ player: match[1] as Player, row: Number(match[2]) - 1, col: Number(match[3]) - 1 }, tile);
  const [cx, cy] = [MARGIN + x * CELL, MARGIN + y * CELL];
  const shape =
    mark === "win"
      ? s("circle", { cx, cy, r: 8 })
      : mark === "loss"
        ? s("rect", { x: cx - 6.2, y: cy - 6.2, width: 12.4, height: 12.4, rx: 2.5, transform: `rotate(45 ${cx} ${cy})` })
        : s("circle", { cx, cy, r: 5.5, "stroke-dasharray": "2.2 2.2" });
  return s("g", { class: `mark ${mark}`, "data-move": text, "data-mark": mark }, shape, s("text", { x: cx, y: cy + 4 }, SIGNS[mark]));
}

function drawShown(move: Move, tile: number, text: string, tone: string): Element {
  const [x, y] = middle(move, tile);
  const [rows, cols] = move.player === "V" ? [tile, 1] : [1, tile];
  return s(
    "g",
    { class: `shown ${tone} ${move.player === "V" ? "vertical" : "horizontal"}`, "data-move": moveText(move) },
    s("rect", { ...box(move.row, move.col, rows, cols, 4), rx: 8 }),
    s("text", { x: MARGIN + x * CELL, y: MARGIN + y * CELL + 5 }, text),
  );
}

/** The outline of a set of cells, inside by a little. */
export function outline(cells: [number, number][], inset = 3): string {
  const set = new Set(cells.map(([row, col]) => `${row},${col}`));
  const has = (row: number, col: number): boolean => set.has(`${row},${col}`);
  let path = "";
  for (const [row, col] of cells) {
    const [x, y, e] = [MARGIN + col * CELL, MARGIN + row * CELL, CELL];
    const up = has(row - 1, col), down = has(row + 1, col), left = has(row, col - 1), right = has(row, col + 1);
    const [l, r, t, b] = [left ? 0 : inset, right ? 0 : inset, up ? 0 : inset, down ? 0 : inset];
    if (!up) path += `M${x + l} ${y + inset}H${x + e - r}`;
    if (!down) path += `M${x + l} ${y + e - inset}H${x + e - r}`;
    if (!left) path += `M${x + inset} ${y + t}V${y + e - b}`;
    if (!right) path += `M${x + e - inset} ${y + t}V${y + e - b}`;
    // Inner corners.
    if (up && left && !has(row - 1, col - 1)) path += `M${x} ${y + inset}H${x + inset}V${y}`;
    if (up && right && !has(row - 1, col + 1)) path += `M${x + e} ${y + inset}H${x + e - inset}V${y}`;
    if (down && left && !has(row + 1, col - 1)) path += `M${x} ${y + e - inset}H${x + inset}V${y + e}`;
    if (down && right && !has(row + 1, col + 1)) path += `M${x + e} ${y + e - inset}H${x + e - inset}V${y + e}`;
  }
  return path;
}

function drawPatch(patch: Patch): Element {
  const group = s("g", { class: `patch ${patch.tone}` });
  for (const [row, col] of patch.cells) group.append(s("rect", { class: "fill", ...box(row, col, 1, 1, 0) }));
  const parts = patch.split ? split(patch.cells, patch.split) : [patch.cells];
  for (const part of parts) group.append(s("path", { class: "edge", d: outline(part) }));
  if (patch.note) group.append(s("title", {}, patch.note));
  return group;
}

/** The areas of a set, in which those of one line follow each other without gaps or do not touch. */
function split(cells: [number, number][], kind: Split): [number, number][][] {
  const left = new Set(cells.map(([row, col]) => `${row},${col}`));
  const shape: [number, number][] = { V: [[0, 0], [1, 0]], H: [[0, 0], [0, 1]], squares: [[0, 0], [0, 1], [1, 0], [1, 1]], singles: [[0, 0]] }[kind] as [number, number][];
  const parts: [number, number][][] = [];
  for (const [row, col] of cells) {
    if (!left.has(`${row},${col}`)) continue;
    const part = shape.map(([down, right]): [number, number] => [row + down, col + right]);
    for (const cell of part) left.delete(cell.join());
    parts.push(part);
  }
  return parts;
}

function labelPatch(patch: Patch): Element[] {
  if (!patch.label) return [];
  // In the cell nearest to the middle.
  const [r, c] = [0, 1].map((axis) => patch.cells.reduce((sum, cell) => sum + cell[axis]!, 0) / patch.cells.length) as [number, number];
  const near = [...patch.cells].sort((a, b) => Math.hypot(a[0] - r, a[1] - c) - Math.hypot(b[0] - r, b[1] - c))[0]!;
  const [x, y] = [MARGIN + (near[1] + 0.5) * CELL, MARGIN + (near[0] + 0.5) * CELL];
  const lines = patch.label.split("\n");
  return [
    s("g", { class: "patch-label" }, ...lines.map((line, index) => s("text", { x, y: y + 4 + (index - (lines.length - 1) / 2) * 12 }, line))),
  ];
}
