// Puzzles: positions with one winning move, made and graded by the solver.

import { BoardView } from "./board";
import { announce, button, h, kept, replace } from "./dom";
import { type Choice, type Engine, isAbort } from "./engine";
import { newGame } from "./game";
import { type Move, NAMES, boardText, moveText, opponent, parseMove, parsePosition, play } from "./rules";

interface Puzzle {
  position: string;
  solution: string;
  grade: number;
  moves: number;
}

const GRADES = ["", "First steps", "Easy", "Medium", "Hard", "Expert"];

export class PuzzlesPage {
  readonly element: HTMLElement;
  readonly #engine: Engine;
  readonly #onOpen: (game: ReturnType<typeof newGame>) => void;
  #puzzles: Puzzle[] = [];
  #solved = new Set<string>(JSON.parse(kept.get("solved") ?? "[]") as string[]);
  #current = -1;
  #placed: Move[] = [];
  #state: "open" | "right" | "wrong" | "shown" = "open";
  #work = new AbortController();
  readonly #view: BoardView;
  readonly #list = h("section", { class: "card", "aria-label": "All puzzles" });
  readonly #task = h("section", { class: "card status", "data-testid": "puzzle", "aria-live": "polite" });

  constructor(engine: Engine, onOpen: (game: ReturnType<typeof newGame>) => void) {
    this.#engine = engine;
    this.#onOpen = onOpen;
    this.#view = new BoardView({ onMove: (move) => void this.#try(move), onToggle: () => {}, onPoint: (what) => what && document.activeElement === this.#view.element && announce(`Row ${what.row + 1}, column ${what.col + 1}`) }, "Puzzle board. Arrow keys move the tile, Enter places it.");
    this.element = h("div", { class: "play" }, h("div", { class: "stage" }, this.#view.element), h("div", { class: "side" }, this.#task, this.#list));
  }

  leave(): void {
    this.#work.abort();
  }

  async show(number?: number): Promise<void> {
    if (this.#puzzles.length === 0) {
      try {
        this.#puzzles = ((await (await fetch("puzzles.json")).json()) as { puzzles: Puzzle[] }).puzzles;
      } catch (error) {
        replace(this.#task, h("p", { class: "failure", role: "alert" }, `The puzzles could not be loaded: ${String(error)}`));
        return;
      }
    }
    const wanted = number !== undefined && number >= 1 && number <= this.#puzzles.length ? number - 1 : undefined;
    const next = this.#puzzles.findIndex((puzzle) => !this.#solved.has(puzzle.position));
    this.#open(wanted ?? (this.#current >= 0 ? this.#current : Math.max(0, next)));
  }

  #open(index: number): void {
    this.#work.abort();
    this.#work = new AbortController();
    this.#current = index;
    this.#placed = [];
    this.#state = "open";
    history.replaceState(null, "", `#/puzzles?n=${index + 1}`);
    this.#draw();
  }

  async #try(move: Move): Promise<void> {
    if (this.#state !== "open") return;
    const puzzle = this.#puzzles[this.#current]!;
    this.#placed = [move];
    if (moveText(move) === puzzle.solution) {
      this.#state = "right";
      this.#solved.add(puzzle.position);
      kept.set("solved", JSON.stringify([...this.#solved]));
      return this.#draw();
    }
    this.#state = "wrong";
    this.#draw();
    const { board } = parsePosition(puzzle.position);
    try {
      const request = { ask: "play" as const, position: `${boardText(play(board, move, 2))} ${opponent(move.player)}`, player: "perfect" };
      const reply = await this.#engine.ask<Choice>(request, { signal: this.#work.signal });
      this.#placed = [move, parseMove(reply.move)];
      this.#draw();
    } catch (error) {
      if (!isAbort(error)) announce(String(error));
    }
  }

  #draw(): void {
    const puzzle = this.#puzzles[this.#current]!;
    const { board, first = "V" } = parsePosition(puzzle.position);
    const now = this.#placed.reduce((before, move) => play(before, move, 2), board);
    const solution = parseMove(puzzle.solution);
    this.#view.render({ board: now, tile: 2, placed: this.#placed, side: this.#state === "open" ? first : null, mode: this.#state === "open" ? "play" : "still", marks: new Map(), shown: this.#state === "shown" ? [{ move: solution, text: "★", tone: "hint" }] : [], patches: [] });
    const reply = this.#placed[1];
    const said = {
      open: h("p", {}, `${NAMES[first]} moves and wins. Only one of ${puzzle.moves} moves does.`),
      right: h("p", { class: "right", "data-testid": "right" }, `Right: ${puzzle.solution} is the only winning move.`),
      wrong: h("p", { class: "wrong", "data-testid": "wrong" }, reply ? `Not this one: ${moveText(reply)} answers it.` : "Not this one: it loses."),
      shown: h("p", {}, `${puzzle.solution} wins, and nothing else does.`),
    }[this.#state];
    const last = this.#current + 1 >= this.#puzzles.length;
    replace(
      this.#task,
      h("h1", {}, `Puzzle ${this.#current + 1}`, h("span", { class: "grade" }, GRADES[puzzle.grade] ?? "")),
      said,
      h(
        "div",
        { class: "bar wrap" },
        this.#state === "open" ? button("Show the move", () => this.#reveal(), { "data-testid": "reveal" }) : button("Try again", () => this.#open(this.#current), { "data-testid": "again" }),
        button("Next", () => this.#open(this.#current + 1), { class: this.#state === "right" ? "primary" : "", disabled: last, "data-testid": "next" }),
        button("Analyse", () => this.#onOpen(newGame(board, first))),
      ),
    );
    replace(
      this.#list,
      h("h2", {}, `${this.#puzzles.filter((one) => this.#solved.has(one.position)).length} of ${this.#puzzles.length} solved`),
      ...[1, 2, 3, 4, 5].map((grade) =>
        h(
          "div",
          { class: "grade-row" },
          h("h3", {}, GRADES[grade]!),
          h("div", { class: "numbers" }, ...this.#puzzles.flatMap((one, index) => (one.grade === grade ? [button(String(index + 1), () => this.#open(index), { class: `number${this.#solved.has(one.position) ? " solved" : ""}`, "aria-current": index === this.#current ? "true" : undefined, "aria-label": `Puzzle ${index + 1}${this.#solved.has(one.position) ? ", solved" : ""}` })] : []))),
        ),
      ),
    );
  }

  #reveal(): void {
    this.#state = "shown";
    this.#draw();
  }
}
