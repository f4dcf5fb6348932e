// The editor: any board up to 16x16, cell by cell, row by row, or as text.

import { BoardView } from "./board";
import { announce, button, h, replace } from "./dom";
import { type Game, board, newGame, side } from "./game";
import { type Board, MAX_SIDE, type Player, TextError, boardText, emptyBoard, isFree, parsePosition } from "./rules";

type Edge = "top" | "bottom" | "left" | "right";

export class EditPage {
  readonly element: HTMLElement;
  readonly #view: BoardView;
  readonly #onChange: (game: Game) => void;
  #board: Board = emptyBoard(8, 8);
  #first: Player = "V";
  #tile = 2;
  readonly #text = h("textarea", { id: "position", rows: "4", spellcheck: "false", "data-testid": "position" });
  readonly #problem = h("p", { class: "failure small", role: "alert", "data-testid": "problem", hidden: true });
  readonly #size = h("p", { class: "turn", "data-testid": "edit-size" });
  readonly #firstSelect: HTMLSelectElement;
  readonly #tileSelect: HTMLSelectElement;

  constructor(onChange: (game: Game) => void, onDone: (game: Game) => void) {
    this.#onChange = onChange;
    this.#view = new BoardView(
      {
        onMove: () => {},
        onToggle: (row, col) => this.#toggle(row, col),
        onPoint: (what) => what && document.activeElement === this.#view.element && announce(`Row ${what.row + 1}, column ${what.col + 1}, ${isFree(this.#board, what.row, what.col) ? "free" : "blocked"}`),
      },
      "Board to edit. Arrow keys move, Enter blocks or frees a cell.",
    );
    this.#firstSelect = h("select", { id: "edit-first", onChange: () => this.#change({ first: this.#firstSelect.value as Player }) }, h("option", { value: "V" }, "Vertical"), h("option", { value: "H" }, "Horizontal"));
    this.#tileSelect = h("select", { id: "edit-tile", "data-testid": "tile", onChange: () => this.#change({ tile: Number(this.#tileSelect.value) }) }, ...[2, 3, 4, 5, 6, 7, 8].map((length) => h("option", { value: length }, length === 2 ? "2 · dominoes" : length === 3 ? "3 · Triomineering" : String(length))));
    const edge = (label: string, where: Edge): HTMLElement =>
      h("div", { class: "edge", role: "group", "aria-label": `${label} edge` }, h("span", {}, label), button("+", () => this.#grow(where), { "aria-label": `Add at the ${where}`, "data-testid": `add-${where}` }), button("−", () => this.#shrink(where), { "aria-label": `Remove at the ${where}`, "data-testid": `remove-${where}` }));
    this.element = h(
      "div",
      { class: "play" },
      h("div", { class: "stage" }, this.#view.element, h("p", { class: "point" }, "Click a cell to block or free it.")),
      h(
        "div",
        { class: "side" },
        h("section", { class: "card" }, this.#size, h("div", { class: "edges" }, edge("Top", "top"), edge("Bottom", "bottom"), edge("Left", "left"), edge("Right", "right")), h("div", { class: "bar wrap" }, button("Free all", () => this.#fill(true)), button("Block all", () => this.#fill(false)), button("Turn", () => this.#turn(), { title: "Rows become columns" }))),
        h("section", { class: "card" }, h("div", { class: "fields" }, h("div", { class: "field" }, h("label", { for: "edit-first" }, "To move"), this.#firstSelect), h("div", { class: "field" }, h("label", { for: "edit-tile" }, "Tile length"), this.#tileSelect))),
        h(
          "section",
          { class: "card" },
          h("h2", {}, h("label", { for: "position" }, "As text")),
          this.#text,
          h("p", { class: "small muted" }, "A size such as 6x7, or rows of . and # with | between them; V or H after a blank is who moves."),
          this.#problem,
          h("div", { class: "bar" }, button("Read", () => this.#read(), { "data-testid": "read" })),
        ),
        h("div", { class: "bar" }, button("Play and analyse", () => onDone(this.#game()), { class: "primary", "data-testid": "done" })),
      ),
    );
  }

  open(game: Game): void {
    this.#board = board(game);
    this.#first = side(game);
    this.#tile = game.tile;
    this.#draw();
  }

  #game(): Game {
    return newGame(this.#board, this.#first, this.#tile);
  }

  #change(change: { board?: Board; first?: Player; tile?: number }): void {
    this.#board = change.board ?? this.#board;
    this.#first = change.first ?? this.#first;
    this.#tile = change.tile ?? this.#tile;
    this.#problem.hidden = true;
    this.#draw();
    this.#onChange(this.#game());
  }

  #toggle(row: number, col: number): void {
    const free = [...this.#board.free];
    const at = row * this.#board.cols + col;
    free[at] = !free[at];
    announce(free[at] ? "free" : "blocked");
    this.#change({ board: { ...this.#board, free } });
  }

  #remake(rows: number, cols: number, down: number, right: number): void {
    if (rows < 1 || cols < 1 || rows > MAX_SIDE || cols > MAX_SIDE) {
      this.#complain(`A board here has 1 to ${MAX_SIDE} rows and columns.`);
      return;
    }
    const old = this.#board;
    const inside = (row: number, col: number): boolean => row >= 0 && col >= 0 && row < old.rows && col < old.cols;
    const free = Array.from({ length: rows * cols }, (_, i) => {
      const [row, col] = [Math.floor(i / cols) - down, (i % cols) - right];
      return inside(row, col) ? isFree(old, row, col) : true;
    });
    this.#change({ board: { rows, cols, free } });
  }

  #grow(where: Edge): void {
    const { rows, cols } = this.#board;
    const upright = where === "top" || where === "bottom";
    this.#remake(rows + (upright ? 1 : 0), cols + (upright ? 0 : 1), where === "top" ? 1 : 0, where === "left" ? 1 : 0);
  }

  #shrink(where: Edge): void {
    const { rows, cols } = this.#board;
    const upright = where === "top" || where === "bottom";
    this.#remake(rows - (upright ? 1 : 0), cols - (upright ? 0 : 1), where === "top" ? -1 : 0, where === "left" ? -1 : 0);
  }

  #fill(free: boolean): void {
    this.#change({ board: { ...this.#board, free: this.#board.free.map(() => free) } });
  }

  #turn(): void {
    const { rows, cols } = this.#board;
    const free = Array.from({ length: rows * cols }, (_, i) => isFree(this.#board, i % rows, Math.floor(i / rows)));
    this.#change({ board: { rows: cols, cols: rows, free } });
  }

  #read(): void {
    try {
      const { board: read, first } = parsePosition(this.#text.value);
      this.#change(first ? { board: read, first } : { board: read });
      announce("The position was read.");
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      this.#complain(error.message);
    }
  }

  #complain(text: string): void {
    this.#problem.hidden = false;
    this.#problem.textContent = text;
  }

  #draw(): void {
    this.#view.render({ board: this.#board, tile: this.#tile, placed: [], side: null, mode: "edit", marks: new Map(), shown: [], patches: [] });
    this.#text.value = `${boardText(this.#board)} ${this.#first}`;
    this.#firstSelect.value = this.#first;
    this.#tileSelect.value = String(this.#tile);
    const free = this.#board.free.filter((cell) => cell).length;
    replace(this.#size, `${this.#board.rows} × ${this.#board.cols}, ${free} free cells`);
  }
}
