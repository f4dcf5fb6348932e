// The page of the board: a game, its verdicts, and everything that explains them.

import { BoardView, type Mark, type Patch } from "./board";
import { announce, button, h, kept, number, replace } from "./dom";
import { type Analysis, type Choice, type Cover, type Cut, type Engine, type Explanation, type Found, type Ply, type Region, type Review, type Value, type Verdict, type Verified, type Whole, type Worth, isAbort } from "./engine";
import { type Game, board, goTo, newGame, side, sideAt, withMove } from "./game";
import { type Move, type Player, NAMES, boardText, emptyBoard, moveText, movesOf, opponent, parseMove, parsePosition } from "./rules";
import { addressOf, asJson, asPng, asSvg, asText, asTikz } from "./share";
import { thermograph } from "./thermograph";

/** Who can be played against; the text after the colon is for `players`. */
const OPPONENTS: [group: string, [value: string, label: string][]][] = [
  ["People", [["human", "Another person, here"]]],
  ["Levels", [["level:1", "Level 1 · just learnt it"], ["level:2", "Level 2 · beginner"], ["level:3", "Level 3 · careful"], ["level:4", "Level 4 · strong"], ["level:5", "Level 5 · perfect"]]],
  ["Solver", [["perfect", "Perfect player"]]],
  [
    "Players of the literature",
    ["random", "ordering", "total-vote", "majority", "proportional", "proportional-overlap", "proportional-subgame-only", "proportional-absolute", "proportional-absolute-swap", "proportional-absolute-random", "ordered-absolute-swap", "ordering-absolute-swap", "regions", "distance", "values", "hotstrat", "sentestrat"].map((name) => [name, name] as [string, string]),
  ],
];

/** Proofs that come with the page. */
const PROOFS: [file: string, label: string][] = [
  ["6x6-V.cert", "6x6, Vertical first"],
  ["7x7-V.cert", "7x7, Vertical first"],
  ["6x8-H.cert", "6x8, Horizontal first"],
  ["6x8-V.cert", "6x8, Vertical first"],
];

/** Bounds that are no cuts. */
const SHOWN_BY: Record<string, string> = { counts: "by counting", cover: "by the cover" };

type Tab = "moves" | "values" | "why" | "share";

export class PlayPage {
  readonly element: HTMLElement;
  readonly view: BoardView;
  readonly #engine: Engine;
  readonly #onGame: (game: Game) => void;
  #game: Game = newGame();
  #opponent = kept.get("opponent") ?? "level:2";
  #own: Player = kept.get("own") === "H" ? "H" : "V";
  #proof: Verified | null = null;
  #marksOn = kept.get("marks") !== "off";
  #tab: Tab = "moves";
  #seed = Math.floor(Math.random() * 1e9);
  /** A position that came by its address stays as it is until somebody moves. */
  #waits = false;

  // What is known of the position on the board.
  #work = new AbortController();
  #verdicts = new Map<string, Verdict>();
  #whole: Whole | null = null;
  #analysis: Analysis | null = null;
  #thinking = false;
  #failure = "";
  #shown: { move: Move; text: string; tone: "hint" | "line" | "bad" }[] = [];
  #value: Value | null = null;
  #regions: Region[] = [];
  #why: Explanation | null = null;
  #overlay = "cut-0";
  #region = -1;

  // What is known of the game.
  #review = new Map<number, Ply>();
  #reviewing: AbortController | null = null;

  readonly #status = h("section", { class: "card status", "aria-label": "State of the game" });
  readonly #list = h("ol", { class: "moves", "aria-label": "Moves of the game" });
  readonly #body = h("div", { class: "tab-body", id: "tab-body", role: "tabpanel", tabindex: "0" });
  readonly #setup = h("section", { class: "card setup", "aria-label": "The game" });
  readonly #point = h("p", { class: "point", "aria-hidden": "true" });
  readonly #buttons: Record<"undo" | "redo" | "hint" | "line" | "review" | "marks", HTMLButtonElement>;
  readonly #tabs = new Map<Tab, HTMLButtonElement>();

  constructor(engine: Engine, onGame: (game: Game) => void) {
    this.#engine = engine;
    this.#onGame = onGame;
    this.view = new BoardView({
      onMove: (move) => this.#play(move),
      onToggle: () => {},
      onPoint: (what) => this.#pointed(what && "player" in what ? what : null),
    });
    this.#buttons = {
      undo: button("Undo", () => this.#undo(), { title: "Take back (U)", "data-testid": "undo" }),
      redo: button("Redo", () => this.#redo(), { title: "Play again (R)", "data-testid": "redo" }),
      hint: button("Hint", () => void this.#hint(), { title: "A good move (H)", "data-testid": "hint" }),
      line: button("Best line", () => this.#showLine(), { title: "How the game may go on (L)", "data-testid": "line" }),
      review: button("Review", () => void this.#startReview(), { title: "Judge every move of the game", "data-testid": "review" }),
      marks: button("Marks", () => this.#toggleMarks(), { title: "Show what every move is worth (M)", "aria-pressed": "false", "data-testid": "marks" }),
    };
    const tabList = h("div", { class: "tabs", role: "tablist", "aria-label": "About the position" });
    for (const [tab, label] of [["moves", "Moves"], ["values", "Values"], ["why", "Why"], ["share", "Share"]] as [Tab, string][]) {
      const one = button(label, () => this.#select(tab), { role: "tab", id: `tab-${tab}`, "aria-controls": "tab-body", "data-testid": `tab-${tab}` });
      one.addEventListener("keydown", (event) => this.#tabKey(event));
      this.#tabs.set(tab, one);
      tabList.append(one);
    }
    const bar = h("div", { class: "bar", role: "group", "aria-label": "Game" }, ...Object.values(this.#buttons));
    this.element = h(
      "div",
      { class: "play" },
      h("div", { class: "stage" }, this.view.element, bar, this.#point),
      h("div", { class: "side" }, this.#status, this.#setup, h("section", { class: "card" }, h("h2", {}, "Moves of the game"), this.#list), h("section", { class: "card tabbed" }, tabList, this.#body)),
    );
    this.#drawSetup();
    document.addEventListener("keydown", (event) => this.#shortcut(event));
  }

  get game(): Game {
    return this.#game;
  }

  /** Shows a game. One that came by an address or an editor is not changed by a machine unasked. */
  open(game: Game, waits = false): void {
    this.#waits = waits;
    this.#stopReview();
    this.#review.clear();
    this.#set(game);
    this.#drawSetup();
  }

  /** Stops all work, as when another page is shown. */
  leave(): void {
    this.#work.abort();
    this.#stopReview();
  }

  #set(game: Game): void {
    this.#game = game;
    this.#onGame(game);
    this.#work.abort();
    this.#work = new AbortController();
    this.#verdicts.clear();
    this.#whole = null;
    this.#analysis = null;
    this.#value = null;
    this.#regions = [];
    this.#why = null;
    this.#region = -1;
    this.#shown = [];
    this.#failure = "";
    this.#thinking = false;
    this.#draw();
    void this.#think(this.#work.signal);
  }

  get #isOver(): boolean {
    return movesOf(board(this.#game), side(this.#game), this.#game.tile).length === 0;
  }

  /** Whether a machine has to move now: never while one looks back. */
  get #isMachineTurn(): boolean {
    return !this.#waits && this.#opponent !== "human" && side(this.#game) !== this.#own && this.#game.shown === this.#game.moves.length && !this.#isOver;
  }

  async #think(signal: AbortSignal): Promise<void> {
    const game = this.#game;
    try {
      if (this.#isMachineTurn) {
        this.#thinking = true;
        this.#drawStatus();
        const request = { ask: "play" as const, position: boardText(game.start), first: game.first, tile: game.tile, moves: game.moves.map(moveText), player: this.#opponent, seed: this.#seed };
        const choice = await this.#engine.ask<Choice>(request, { signal });
        this.#thinking = false;
        const move = parseMove(choice.move);
        announce(`${NAMES[move.player]} plays row ${move.row + 1}, column ${move.col + 1}.`);
        return this.#set(withMove(game, move));
      }
      if (this.#tab === "values") await this.#askValue(signal);
      if (this.#tab === "why") await this.#askWhy(signal);
      if (this.#marksOn || this.#tab === "moves") await this.#analyse(signal);
    } catch (error) {
      this.#thinking = false;
      if (isAbort(error)) return;
      this.#failure = error instanceof Error ? error.message : String(error);
      this.#draw();
    }
  }

  #position(): { position: string; tile: number } {
    return { position: `${boardText(board(this.#game))} ${side(this.#game)}`, tile: this.#game.tile };
  }

  async #analyse(signal: AbortSignal): Promise<void> {
    if (this.#isOver || this.#analysis) return;
    let drawn = 0;
    const onEvent = ({ name, data }: { name: string; data: unknown }): void => {
      if (name === "winner") {
        this.#whole = data as Whole;
        return this.#draw();
      }
      if (name !== "verdict") return;
      const verdict = data as Verdict;
      this.#verdicts.set(verdict.move, verdict);
      // Many come at once.
      drawn ||= requestAnimationFrame(() => {
        drawn = 0;
        if (!signal.aborted) this.#draw();
      });
    };
    const analysis = await this.#engine.ask<Analysis>({ ask: "analyse", ...this.#position() }, { signal, onEvent });
    if (signal.aborted) return;
    this.#analysis = analysis;
    this.#draw();
  }

  async #askValue(signal: AbortSignal): Promise<void> {
    if (this.#value) return;
    const onEvent = ({ name, data }: { name: string; data: unknown }): void => {
      if (name !== "region") return;
      this.#regions.push(data as Region);
      this.#draw();
    };
    const value = await this.#engine.ask<Value>({ ask: "value", ...this.#position(), seconds: 20 }, { signal, onEvent });
    if (signal.aborted) return;
    this.#value = value;
    this.#regions = value.regions;
    this.#draw();
  }

  async #askWhy(signal: AbortSignal): Promise<void> {
    if (this.#why) return;
    const why = await this.#engine.ask<Explanation>({ ask: "explain", ...this.#position() }, { signal });
    if (signal.aborted) return;
    this.#why = why;
    const proves = why.cuts.findIndex((cut) => cut.proves);
    this.#overlay = `cut-${Math.max(0, proves)}`;
    this.#draw();
  }

  // What can be done.

  #play(move: Move): void {
    if (this.#isMachineTurn || move.player !== side(this.#game)) return;
    const known = this.#verdicts.get(moveText(move));
    announce(`${NAMES[move.player]} plays row ${move.row + 1}, column ${move.col + 1}${known ? `, a ${known.result === "wins" ? "winning" : "losing"} move` : ""}.`);
    this.#waits = false;
    this.#stopReview();
    this.#review.clear();
    this.#set(withMove(this.#game, move));
    if (this.#isOver) announce(this.#sentence());
  }

  #undo(): void {
    let game = goTo(this.#game, this.#game.shown - 1);
    // Against a machine one takes back one’s own move.
    if (this.#opponent !== "human" && side(game) !== this.#own && game.shown > 0) game = goTo(game, game.shown - 1);
    this.#set(game);
  }

  #redo(): void {
    let game = goTo(this.#game, this.#game.shown + 1);
    if (this.#opponent !== "human" && side(game) !== this.#own && game.shown < game.moves.length) game = goTo(game, game.shown + 1);
    this.#set(game);
  }

  #resume(): void {
    this.#waits = false;
    this.#set(this.#game);
  }

  #toggleMarks(): void {
    this.#marksOn = !this.#marksOn;
    kept.set("marks", this.#marksOn ? "on" : "off");
    this.#draw();
    if (this.#marksOn && !this.#isMachineTurn) void this.#think(this.#work.signal);
  }

  async #hint(): Promise<void> {
    const signal = this.#work.signal;
    try {
      let text = this.#whole?.best_move ?? [...this.#verdicts.values()].find((verdict) => verdict.result === "wins")?.move ?? null;
      let why = "wins";
      if (!text) {
        const choice = await this.#engine.ask<Choice>({ ask: "play", ...this.#position(), player: "perfect" }, { signal });
        text = choice.move;
        why = choice.claim === "wins" ? "wins" : choice.claim === "loses" ? "loses like every move, but is hardest to answer" : "looks best";
      }
      if (signal.aborted) return;
      this.#shown = [{ move: parseMove(text), text: "★", tone: "hint" }];
      announce(`Hint: row ${parseMove(text).row + 1}, column ${parseMove(text).col + 1}; it ${why}.`);
      this.#point.textContent = `${text} ${why}.`;
      this.#drawBoard();
    } catch (error) {
      if (!isAbort(error)) this.#failure = String(error);
      this.#drawStatus();
    }
  }

  #showLine(): void {
    const judged = this.#analysis?.vertical_first ?? this.#analysis?.horizontal_first;
    const line = judged?.line;
    if (!line || line.moves.length === 0) {
      this.#point.textContent = this.#isOver ? "The game is over." : "The line comes with the last verdict.";
      return;
    }
    const isShown = this.#shown.length > 1;
    this.#shown = isShown ? [] : line.moves.map((text, index) => ({ move: parseMove(text), text: String(index + 1), tone: "line" }));
    announce(isShown ? "The line is hidden." : `Best line: ${line.moves.join(", ")}.`);
    this.#drawBoard();
  }

  async #startReview(): Promise<void> {
    if (this.#reviewing) return this.#stopReview();
    const game = this.#game;
    if (game.moves.length === 0) {
      this.#point.textContent = "There is no move to review yet.";
      return;
    }
    const work = new AbortController();
    this.#reviewing = work;
    this.#drawStatus();
    try {
      const request = { ask: "review" as const, position: boardText(game.start), first: game.first, tile: game.tile, moves: game.moves.map(moveText) };
      const onEvent = ({ name, data }: { name: string; data: unknown }): void => {
        if (name !== "ply") return;
        this.#review.set((data as Ply).ply, data as Ply);
        this.#drawList();
      };
      // The analysis of this position can wait.
      this.#work.abort();
      this.#work = new AbortController();
      const review = await this.#engine.ask<Review>(request, { signal: work.signal, onEvent });
      const gave = review.moves.filter((move) => move.effect === "gave").length;
      const text = gave === 0 ? "Nobody gave a win away." : `${gave === 1 ? "Once" : `${gave} times`} a win was given away.`;
      this.#point.textContent = text;
      announce(text);
    } catch (error) {
      if (!isAbort(error)) this.#failure = error instanceof Error ? error.message : String(error);
    } finally {
      if (this.#reviewing === work) this.#reviewing = null;
      this.#draw();
      void this.#think(this.#work.signal);
    }
  }

  #stopReview(): void {
    this.#reviewing?.abort();
    this.#reviewing = null;
  }

  #select(tab: Tab): void {
    this.#tab = tab;
    this.#draw();
    if (!this.#isMachineTurn) void this.#think(this.#work.signal);
  }

  #tabKey(event: KeyboardEvent): void {
    const all = [...this.#tabs.keys()];
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const next = all[(all.indexOf(this.#tab) + step + all.length) % all.length]!;
    this.#select(next);
    this.#tabs.get(next)!.focus();
  }

  #shortcut(event: KeyboardEvent): void {
    if (!this.element.isConnected || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.matches("input, select, textarea")) return;
    const actions: Record<string, () => void> = { u: () => this.#undo(), r: () => this.#redo(), h: () => void this.#hint(), l: () => this.#showLine(), m: () => this.#toggleMarks() };
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  }

  async #loadProof(bytes: Uint8Array): Promise<void> {
    try {
      const proof = await this.#engine.verify(bytes);
      if (!proof.valid || !proof.hash || !proof.game) throw new Error(proof.reason ?? "the certificate is about no game that can be played");
      const { position, tile, first, winner } = proof.game;
      this.#proof = proof;
      this.#opponent = `proof:${proof.hash}`;
      this.#own = opponent(winner);
      this.open(newGame(parsePosition(position).board, first, tile));
      this.#point.textContent = `Checked: ${number(proof.nodes)} nodes. ${NAMES[winner]} plays the proof.`;
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      this.#drawStatus();
    }
  }

  #pointed(move: Move | null): void {
    if (!move) {
      this.#point.textContent = "";
      return;
    }
    const text = moveText(move);
    const verdict = this.#verdicts.get(text);
    const worth = verdict ? (verdict.result === "wins" ? "wins" : `loses${verdict.refutation ? `, answer ${verdict.refutation}` : ""}`) : "";
    this.#point.textContent = worth && this.#marksOn ? `${text} ${worth}` : text;
    if (document.activeElement === this.view.element) {
      announce(`Row ${move.row + 1}, column ${move.col + 1}${worth && this.#marksOn ? `, ${worth}` : ""}`);
    }
  }

  // What is drawn.

  #draw(): void {
    this.#drawBoard();
    this.#drawStatus();
    this.#drawList();
    this.#drawTab();
  }

  #drawBoard(): void {
    const game = this.#game;
    const marks = new Map<string, Mark>();
    const judging = this.#marksOn && this.#tab !== "values" && this.#tab !== "why" && this.#shown.length < 2 && !this.#isMachineTurn;
    if (judging) {
      for (const move of movesOf(board(game), side(game), game.tile)) {
        const verdict = this.#verdicts.get(moveText(move));
        marks.set(moveText(move), verdict ? (verdict.result === "wins" ? "win" : "loss") : "unknown");
      }
    }
    const better = this.#review.get(game.shown)?.better[0];
    const shown = better && this.#shown.length === 0 ? [{ move: parseMove(better), text: "★", tone: "hint" as const }] : this.#shown;
    this.view.render({
      board: board(game),
      tile: game.tile,
      placed: game.moves.slice(0, game.shown),
      side: this.#isMachineTurn || this.#isOver ? null : side(game),
      mode: this.#isMachineTurn || this.#isOver ? "still" : "play",
      marks,
      shown,
      patches: this.#patches(),
    });
    const { undo, redo, marks: marksButton, review } = this.#buttons;
    undo.disabled = game.shown === 0;
    redo.disabled = game.shown === game.moves.length;
    review.disabled = game.moves.length === 0;
    marksButton.setAttribute("aria-pressed", String(this.#marksOn));
    this.view.element.setAttribute("aria-label", `Board of ${game.start.rows} rows and ${game.start.cols} columns. ${this.#sentence()} Arrow keys move the tile, Enter places it.`);
  }

  #patches(): Patch[] {
    if (this.#tab === "values") {
      return this.#regions.map((region, index) => ({
        cells: region.cells.map(placeOf),
        tone: `tone-${index % 6}${this.#region === index ? " chosen" : ""}`,
        label: "why" in region ? "?" : regionLabel(region),
        note: regionNote(region),
      }));
    }
    if (this.#tab !== "why" || !this.#why) return [];
    const [kind, index] = this.#overlay.split("-") as [string, string];
    if (kind === "cut") return cutPatches(this.#why.cuts[Number(index)]);
    return coverPatches(this.#why.covers[Number(index)]);
  }

  #sentence(): string {
    const mover = side(this.#game);
    if (this.#isOver) return `${NAMES[mover]} cannot move: ${NAMES[opponent(mover)]} has won.`;
    if (this.#thinking) return `${NAMES[mover]} is thinking…`;
    return `${NAMES[mover]} to move.`;
  }

  #drawStatus(): void {
    const mover = side(this.#game);
    const winner = this.#isOver ? opponent(mover) : this.#whole?.winner;
    const total = movesOf(board(this.#game), mover, this.#game.tile).length;
    const showVerdict = this.#marksOn || this.#isOver;
    const note = this.#failure
      ? h("p", { class: "failure", role: "alert" }, this.#failure)
      : !showVerdict || this.#isMachineTurn
        ? null
        : winner
          ? h("p", { class: "verdict", "data-testid": "verdict" }, h("span", { class: `dot ${winner === "V" ? "vertical" : "horizontal"}` }), this.#isOver ? `${NAMES[winner]} wins.` : `${NAMES[winner]} wins with best play.`)
          : h("p", { class: "verdict muted", "data-testid": "verdict" }, "Looking for the winner…");
    const known = this.#verdicts.size;
    const progress =
      showVerdict && !this.#isOver && !this.#isMachineTurn && !this.#failure
        ? h("p", { class: "muted small", "data-testid": "progress", "data-known": known, "data-total": total }, known === total ? `All ${total} moves judged.` : `${known} of ${total} moves judged`)
        : null;
    const reviewing = this.#reviewing ? h("p", { class: "muted small" }, "Reviewing the game…") : null;
    const mayMove = this.#waits && this.#opponent !== "human" && mover !== this.#own && !this.#isOver;
    const letMove = mayMove ? h("div", { class: "bar" }, button("Let the computer move", () => this.#resume(), { "data-testid": "resume" })) : null;
    replace(this.#status, h("p", { class: "turn", "data-testid": "turn" }, h("span", { class: `chip-tile ${mover === "V" ? "vertical" : "horizontal"}`, "aria-hidden": "true" }), this.#sentence()), note, progress, reviewing, letMove);
  }

  #drawList(): void {
    const game = this.#game;
    const items = game.moves.map((move, index) => {
      const ply = this.#review.get(index);
      const mark = ply ? { kept: "✓", gave: "✗", lost: "·", unknown: "?" }[ply.effect] : "";
      const words = ply ? { kept: "keeps the win", gave: `gives the win away${ply.better[0] ? `; ${ply.better[0]} would have kept it` : ""}`, lost: "was lost anyway", unknown: "not known" }[ply.effect] : "";
      const jump = button(moveText(move), () => this.#set(goTo(game, index + 1)), { class: "move", "aria-current": index + 1 === game.shown ? "step" : undefined, title: words });
      jump.prepend(h("span", { class: `chip-tile ${sideAt(game, index) === "V" ? "vertical" : "horizontal"}`, "aria-hidden": "true" }));
      if (ply) jump.append(h("span", { class: `ply ${ply.effect}`, "data-mark": ply.effect }, mark, h("span", { class: "unseen" }, ` ${words}`)));
      return h("li", {}, jump);
    });
    const mistakes = [...this.#review.values()].filter((ply) => ply.effect === "gave").sort((a, b) => a.ply - b.ply);
    const notes = mistakes.map((ply) =>
      h("p", { class: "mistake" }, `Move ${ply.ply + 1}, ${ply.move}, gave the win away. `, ply.better[0] ? button(`${ply.better[0]} would have kept it`, () => this.#set(goTo(this.#game, ply.ply)), { class: "link" }) : null),
    );
    replace(this.#list, ...(items.length > 0 ? items : [h("li", { class: "muted" }, "No move yet.")]));
    const old = this.#list.parentElement?.querySelector(".mistakes");
    old?.remove();
    if (notes.length > 0) this.#list.after(h("div", { class: "mistakes", "data-testid": "mistakes" }, ...notes));
  }

  #drawTab(): void {
    for (const [tab, one] of this.#tabs) {
      one.setAttribute("aria-selected", String(tab === this.#tab));
      one.tabIndex = tab === this.#tab ? 0 : -1;
    }
    this.#body.setAttribute("aria-labelledby", `tab-${this.#tab}`);
    const drawn: Record<Tab, () => HTMLElement[]> = { moves: () => this.#movesTab(), values: () => this.#valuesTab(), why: () => this.#whyTab(), share: () => this.#shareTab() };
    replace(this.#body, ...drawn[this.#tab]());
  }

  #movesTab(): HTMLElement[] {
    const game = this.#game;
    if (this.#isOver) return [h("p", { class: "muted" }, "No move is left.")];
    const rows = movesOf(board(game), side(game), game.tile).map((move) => {
      const text = moveText(move);
      const verdict = this.#marksOn ? this.#verdicts.get(text) : undefined;
      const word = !this.#marksOn ? "" : verdict?.result ?? "not known yet";
      const how = verdict?.nodes != null ? `${number(verdict.nodes)} node${verdict.nodes === 1 ? "" : "s"}` : verdict?.shown_by ? (SHOWN_BY[verdict.shown_by] ?? "by a cut") : "";
      const name = button(text, () => this.#play(move), { class: "link", disabled: this.#isMachineTurn });
      name.addEventListener("focus", () => this.view.show(move));
      name.addEventListener("pointerenter", () => this.view.show(move));
      return h("tr", { class: verdict ? (verdict.result === "wins" ? "win" : "loss") : "" }, h("td", {}, name), h("td", {}, word), h("td", { class: "muted" }, how), h("td", { class: "muted" }, verdict?.refutation ? `answer ${verdict.refutation}` : ""));
    });
    return [h("div", { class: "scroll" }, h("table", { class: "judged" }, h("caption", { class: "unseen" }, "All moves and what they are worth"), h("thead", {}, h("tr", {}, ...["Move", "Result", "Shown", "Answer"].map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, ...rows)))];
  }

  #valuesTab(): HTMLElement[] {
    const value = this.#value;
    const parts: HTMLElement[] = [];
    if (!value && this.#regions.length === 0) parts.push(h("p", { class: "muted" }, "Working out values…"));
    const whole = value && worthOf(value);
    if (whole) parts.push(h("p", { class: "value", "data-testid": "value" }, whole.value ?? "A value too long to print"), this.#facts(whole));
    else if (value) parts.push(h("p", { class: "muted" }, `The value of the whole position: ${"why" in value ? value.why : "not worked out"}.`));
    const region = this.#regions[this.#region];
    const chosen = region ? worthOf(region) : whole;
    if (chosen) parts.push(thermograph(chosen) as unknown as HTMLElement);
    if (this.#regions.length > 1 || (!whole && this.#regions.length > 0)) {
      parts.push(
        h(
          "ul",
          { class: "regions" },
          ...this.#regions.map((region, index) =>
            h("li", {}, button("why" in region ? "?" : (region.value ?? "a long value"), () => this.#chooseRegion(index), { class: "link", "aria-pressed": String(this.#region === index) }), h("span", { class: "muted small" }, ` ${regionNote(region)}`)),
          ),
        ),
      );
    }
    for (const { player, winning, advice } of value?.players ?? []) {
      parts.push(h("p", { class: "small" }, winning.length > 0 ? `${NAMES[player]} wins with ${winning.slice(0, 8).join(", ")}${winning.length > 8 ? ", …" : ""}.` : `${NAMES[player]}, moving first, has no winning move.`, advice ? ` Hotstrat would play ${advice.hotstrat.move}.` : ""));
    }
    return parts;
  }

  #facts(worth: { outcome: string; mean: string; temperature: string; left_stop: string; right_stop: string }): HTMLElement {
    const fact = (name: string, text: string): HTMLElement[] => [h("dt", {}, name), h("dd", {}, text)];
    const outcomes: Record<string, string> = { V: "Vertical wins", H: "Horizontal wins", "1": "the first player wins", "2": "the second player wins" };
    return h("dl", { class: "facts" }, ...fact("Outcome", outcomes[worth.outcome] ?? worth.outcome), ...fact("Mean", worth.mean), ...fact("Temperature", worth.temperature), ...fact("Stops", `${worth.left_stop} and ${worth.right_stop}`));
  }

  #chooseRegion(index: number): void {
    this.#region = this.#region === index ? -1 : index;
    this.#draw();
  }

  #whyTab(): HTMLElement[] {
    const why = this.#why;
    if (!why) return [h("p", { class: "muted" }, "Looking for a cut…")];
    const choices: [string, string][] = [
      ...why.cuts.map((cut, index): [string, string] => [`cut-${index}`, `Cut for ${NAMES[cut.player]}, moving ${cut.turn}`]),
      ...why.covers.map((cover, index): [string, string] => [`cover-${index}`, `Cover of ${NAMES[cover.player]} (Obsequi)`]),
    ];
    const select = h("select", { "aria-label": "What is drawn", "data-testid": "overlay", onChange: (event: Event) => this.#setOverlay((event.target as HTMLSelectElement).value) }, ...choices.map(([value, label]) => h("option", { value, selected: value === this.#overlay }, label)));
    const winner = why.first === "V" ? why.vertical_first : why.horizontal_first;
    const lead = h("p", { "data-testid": "why" }, winner ? `${NAMES[winner]} wins, shown without search.` : "Nothing shows the winner without search here.");
    const [kind, index] = this.#overlay.split("-") as [string, string];
    const text = kind === "cut" ? cutText(why.cuts[Number(index)]) : coverText(why.covers[Number(index)]);
    return [lead, h("p", {}, select), ...text];
  }

  #setOverlay(overlay: string): void {
    this.#overlay = overlay;
    this.#drawBoard();
    this.#drawTab();
    this.#body.querySelector("select")?.focus();
  }

  #shareTab(): HTMLElement[] {
    const game = this.#game;
    const done = h("p", { class: "small muted", role: "status", "data-testid": "copied" });
    const copy = (label: string, make: () => string): HTMLElement =>
      button(label, () => {
        void navigator.clipboard.writeText(make()).then(
          () => (done.textContent = `${label}: copied.`),
          () => {
            // Without permission the text can still be taken by hand.
            replace(done, h("textarea", { class: "by-hand", readonly: true, "aria-label": label }, make()));
          },
        );
      });
    const save = (label: string, name: string, make: () => Promise<Blob>): HTMLElement =>
      button(label, () => {
        void make().then((blob) => {
          const link = h("a", { href: URL.createObjectURL(blob), download: name });
          link.click();
          URL.revokeObjectURL(link.href);
          done.textContent = `${name} saved.`;
        });
      });
    return [
      h("p", { class: "small" }, "The address of this page holds the position and the whole game."),
      h("input", { class: "address", readonly: true, value: addressOf(game), "aria-label": "Address of this game", "data-testid": "address" }),
      h("div", { class: "bar wrap" }, copy("Address", () => addressOf(game)), copy("Text", () => asText(game)), copy("JSON", () => asJson(game)), copy("TikZ", () => asTikz(game)), copy("SVG", () => asSvg(game)), save("SVG file", "position.svg", () => Promise.resolve(new Blob([asSvg(game)], { type: "image/svg+xml" }))), save("PNG file", "position.png", () => asPng(game))),
      done,
    ];
  }

  #drawSetup(): void {
    const opponentSelect = h(
      "select",
      { id: "opponent", "data-testid": "opponent", onChange: (event: Event) => this.#chooseOpponent((event.target as HTMLSelectElement).value) },
      ...OPPONENTS.map(([group, players]) => h("optgroup", { label: group }, ...players.map(([value, label]) => h("option", { value, selected: value === this.#opponent }, label)))),
      h("optgroup", { label: "The proof of a certificate" }, this.#proof ? h("option", { value: `proof:${this.#proof.hash}`, selected: this.#opponent.startsWith("proof:") }, `Proof, ${NAMES[this.#proof.game!.winner]} wins`) : null, ...PROOFS.map(([file, label]) => h("option", { value: `file:${file}` }, `Proof of ${label}`)), h("option", { value: "load" }, "A certificate of your own…")),
    );
    const own = h("select", { id: "own", "data-testid": "own", onChange: (event: Event) => this.#chooseOwn((event.target as HTMLSelectElement).value as Player) }, h("option", { value: "V", selected: this.#own === "V" }, "Vertical"), h("option", { value: "H", selected: this.#own === "H" }, "Horizontal"));
    const first = h("select", { id: "first", "data-testid": "first" }, h("option", { value: "V", selected: this.#game.first === "V" }, "Vertical"), h("option", { value: "H", selected: this.#game.first === "H" }, "Horizontal"));
    const size = h("input", { id: "size", value: sizeText(this.#game), "data-testid": "size", spellcheck: "false", autocomplete: "off", list: "sizes" });
    const problem = h("p", { class: "failure small", role: "alert", hidden: true });
    const begin = (): void => {
      try {
        const { board: start } = parsePosition(size.value);
        this.#seed = Math.floor(Math.random() * 1e9);
        problem.hidden = true;
        this.open(newGame(start.free.every((free) => free) ? emptyBoard(start.rows, start.cols) : start, first.value as Player, this.#game.tile));
        announce("A new game begins.");
      } catch (error) {
        problem.hidden = false;
        problem.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    size.addEventListener("keydown", (event) => event.key === "Enter" && begin());
    const row = (label: string, id: string, control: HTMLElement): HTMLElement => h("div", { class: id === "opponent" ? "field whole" : "field" }, h("label", { for: id }, label), control);
    replace(
      this.#setup,
      h("div", { class: "fields" }, row("Against", "opponent", opponentSelect), row("You are", "own", own), row("Begins", "first", first), row("Board", "size", size), button("New game", begin, { class: "primary", "data-testid": "new" }), h("datalist", { id: "sizes" }, ...["4x4", "5x5", "6x6", "7x7", "8x8", "6x9", "10x10"].map((value) => h("option", { value })))),
      problem,
    );
  }

  #chooseOpponent(value: string): void {
    this.#waits = false;
    if (value === "load") {
      const input = h("input", { type: "file", accept: ".cert" });
      input.addEventListener("change", () => void input.files?.[0]?.arrayBuffer().then((buffer) => this.#loadProof(new Uint8Array(buffer))));
      input.click();
      this.#drawSetup();
      return;
    }
    if (value.startsWith("file:")) {
      void fetch(`certificates/${value.slice(5)}`)
        .then((response) => response.arrayBuffer())
        .then((buffer) => this.#loadProof(new Uint8Array(buffer)))
        .catch((error: unknown) => {
          this.#failure = String(error);
          this.#drawStatus();
        });
      return;
    }
    this.#opponent = value;
    if (!value.startsWith("proof:")) kept.set("opponent", value);
    this.#set(this.#game);
  }

  #chooseOwn(own: Player): void {
    this.#waits = false;
    this.#own = own;
    kept.set("own", own);
    this.#set(this.#game);
  }
}

/** Switches as they are written beside numbers: ±½ is {½|−½}. */
const switches = (set: string): string => [...set.replace("∅", "")].map((one) => (one === "∗" ? "∗" : `±${one}`)).join("");

/** Value, mean and temperature, as far as they fit into a cell; of a number only the number. */
function regionLabel({ value, mean, temperature }: Worth): string {
  if (temperature.startsWith("-") && value !== null) return value;
  const lines = [`m ${mean}`, `t ${temperature}`];
  return [...(value !== null && value.length <= 8 ? [value] : []), ...lines].join("\n");
}

/** What is said beside a region. */
const regionNote = (region: Region): string => ("why" in region ? region.why : `mean ${region.mean}, temperature ${region.temperature}`);

const worthOf = (found: Found): Worth | null => ("why" in found ? null : found);

/** Row and column from 0 of a cell as it is written, from 1. */
const placeOf = (cell: string): [number, number] => {
  const [row, col] = cell.split(",").map((part) => Number(part) - 1) as [number, number];
  return [row, col];
};

const sizeText = (game: Game): string => (game.start.free.every((free) => free) ? `${game.start.rows}x${game.start.cols}` : boardText(game.start));

function cutPatches(cut: Cut | undefined): Patch[] {
  if (!cut) return [];
  const pieces = cut.pieces.map((piece, index): Patch => ({ cells: piece.cells.map(placeOf), tone: `tone-${index % 6}`, label: `${piece.name}\n${piece.number}${switches(piece.switches)}`, note: `piece ${piece.name}: ${piece.number}, moving ${piece.turn}` }));
  return [...pieces, { cells: cut.idle.map(placeOf), tone: "idle", split: "singles" }, { cells: cut.dead.map(placeOf), tone: "idle", split: "singles" }];
}

function cutText(cut: Cut | undefined): HTMLElement[] {
  if (!cut) return [];
  const relation = cut.turn === "second" ? "at least" : "greater than or confused with";
  const sum = cut.pieces.map((piece) => piece.number + switches(piece.switches)).join(" + ").replaceAll("+ -", "− ");
  const verdict = cut.proves ? `So ${NAMES[cut.player]}, moving ${cut.turn}, wins.` : `It misses a proof by ${cut.misses_by}.`;
  return [
    h("p", {}, `${cut.pieces.length} piece${cut.pieces.length === 1 ? "" : "s"}, together ${relation} ${cut.bound}. ${verdict}`),
    h("p", { class: "sum" }, cut.pieces.length > 1 ? `${sum} = ${cut.bound}` : ""),
    h("p", { class: "small muted" }, `Forbidding ${NAMES[cut.player]} the moves across the cut only takes choices away, so the board is worth at least the sum of its pieces. ∗, ±½ and ±1 are switches; used twice they cancel.`),
  ];
}

/** The first letter of the kind of an area, or all of it. */
const COVER_KINDS: [string, string][] = [
  ["P", "Protective: one tile makes another place safe"],
  ["V2", "Vulnerable, type 2: the opponent may hit two areas at once"],
  ["V1", "Vulnerable, type 1: the opponent hits one area only"],
  ["S", "Safe: the opponent cannot get in"],
  ["O", "Options: lengthen a safe place"],
  ["U", "Unavailable to the opponent"],
];

/** The kinds of areas that a cover has, with their cells. */
function coverAreas(cover: Cover): [kind: string, note: string, cells: string[]][] {
  const all = COVER_KINDS.map(([kind, note]): [string, string, string[]] => [kind, note, cover.areas.filter((area) => area.kind.startsWith(kind)).flatMap((area) => area.cells)]);
  return all.filter(([, , cells]) => cells.length > 0);
}

function coverPatches(cover: Cover | undefined): Patch[] {
  if (!cover) return [];
  return coverAreas(cover).map(([kind, note, cells], index) => ({ cells: cells.map(placeOf), tone: `tone-${index}`, note, split: kind === "P" ? "squares" : kind === "O" || kind === "U" ? "singles" : cover.player }));
}

function coverText(cover: Cover | undefined): HTMLElement[] {
  if (!cover) return [];
  const present = coverAreas(cover);
  const bounds = cover.moves === undefined ? "The cover has no move." : `${NAMES[cover.player]} has at least ${cover.moves} more moves, ${NAMES[opponent(cover.player)]} at most ${cover.opponent_moves}. ${cover.proves ? `So ${NAMES[cover.player]} wins.` : "That proves nothing."}`;
  return [h("p", {}, bounds), h("ul", { class: "legend" }, ...present.map(([, note], index) => h("li", {}, h("span", { class: `swatch tone-${index}`, "aria-hidden": "true" }), note)))];
}
