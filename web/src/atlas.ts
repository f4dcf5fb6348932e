// The atlas: who wins on every rectangle, as a chart to zoom, with the derivation of each cell.

import { button, h, replace, s } from "./dom";
import { type AtlasBoard, type Chart, type Claim, type Engine, type Tree, isAbort } from "./engine";
import { NAMES } from "./rules";

const UNIT = 20;

const KEY: [string, string, string][] = [
  ["V", "is-v", "Vertical wins"],
  ["H", "is-h", "Horizontal wins"],
  ["1", "is-1", "the first player wins"],
  ["2", "is-2", "the second player wins"],
  ["1v", "is-1v", "1 or V"],
  ["1h", "is-1h", "1 or H"],
  ["12", "is-12", "1 or 2"],
  ["?", "is-q", "partly or not known"],
];

const toneOf = (code: string): string => KEY.find(([key]) => key === code)?.[1] ?? "is-q";

export class AtlasPage {
  readonly element: HTMLElement;
  readonly #engine: Engine;
  #chart: Chart | null = null;
  #tile = 2;
  #known = "all";
  #size = 30;
  #chosen: [number, number] = [6, 6];
  #zoom = 1;
  #work = new AbortController();
  readonly #holder = h("div", { class: "chart", tabindex: "0", role: "application", "aria-roledescription": "chart", "aria-label": "Chart of rectangles. Arrow keys choose a board, plus and minus zoom.", "data-testid": "chart" });
  readonly #detail = h("section", { class: "card detail", "aria-live": "polite", "data-testid": "detail" });
  readonly #onOpen: (rows: number, cols: number, tile: number) => void;

  constructor(engine: Engine, onOpen: (rows: number, cols: number, tile: number) => void) {
    this.#engine = engine;
    this.#onOpen = onOpen;
    const known = h("select", { id: "known", onChange: () => ((this.#known = known.value), void this.show()) }, ...[["all", "everything, with our own results"], ["published", "everything published"], ["bullock", "Bullock 2002"], ["certified", "only what has certificates"]].map(([value, label]) => h("option", { value }, label!)));
    const tile = h("select", { id: "atlas-tile", onChange: () => ((this.#tile = Number(tile.value)), void this.show()) }, h("option", { value: "2" }, "dominoes"), h("option", { value: "3" }, "tiles of three"));
    const size = h("select", { id: "atlas-size", "data-testid": "atlas-size", onChange: () => ((this.#size = Number(size.value)), void this.show()) }, ...[12, 20, 30, 45, 60].map((n) => h("option", { value: n, selected: n === 30 }, `up to ${n}×${n}`)));
    const field = (label: string, id: string, control: HTMLElement): HTMLElement => h("div", { class: "field" }, h("label", { for: id }, label), control);
    this.#holder.addEventListener("keydown", (event) => this.#key(event));
    this.#holder.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.#setZoom(this.#zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
    });
    this.element = h(
      "div",
      { class: "play atlas" },
      h("div", { class: "stage" }, h("div", { class: "bar" }, button("Zoom in", () => this.#setZoom(this.#zoom * 1.4)), button("Zoom out", () => this.#setZoom(this.#zoom / 1.4)), button("Whole chart", () => this.#setZoom(1))), this.#holder, h("ul", { class: "legend wide" }, ...KEY.map(([key, tone, text]) => h("li", {}, h("span", { class: `swatch ${tone}`, "aria-hidden": "true" }), `${key} · ${text}`)))),
      h("div", { class: "side" }, h("section", { class: "card" }, h("h1", {}, "Who wins m × n?"), h("p", { class: "small muted" }, "Rows down, columns across. Choose a board to see why it is known, down to the searches and papers it rests on."), h("div", { class: "fields" }, field("Known", "known", known), field("Tiles", "atlas-tile", tile), field("Size", "atlas-size", size))), this.#detail),
    );
  }

  leave(): void {
    this.#work.abort();
  }

  async show(): Promise<void> {
    this.#work.abort();
    const work = (this.#work = new AbortController());
    try {
      this.#chart = await this.#engine.ask<Chart>({ ask: "atlas", size: this.#size, tile: this.#tile, known: this.#known }, { signal: work.signal });
      this.#draw();
      await this.#choose(...this.#chosen);
    } catch (error) {
      if (!isAbort(error)) replace(this.#detail, h("p", { class: "failure", role: "alert" }, String(error)));
    }
  }

  #setZoom(zoom: number): void {
    this.#zoom = Math.max(1, Math.min(zoom, 8));
    this.#draw();
    this.#holder.querySelector(".chosen")?.scrollIntoView({ block: "center", inline: "center" });
  }

  #draw(): void {
    const chart = this.#chart;
    if (!chart) return;
    const side = chart.size * UNIT;
    const cells: Element[] = [];
    chart.rows.forEach((row, r) =>
      row.forEach((code, c) => {
        const cell = s("g", { class: `place ${toneOf(code)}`, "data-board": `${r + 1}x${c + 1}` }, s("rect", { x: (c + 1) * UNIT, y: (r + 1) * UNIT, width: UNIT - 1, height: UNIT - 1, rx: 3 }), s("text", { x: (c + 1.5) * UNIT, y: (r + 1.5) * UNIT + 3.5 }, code === "?" ? "" : code));
        cell.addEventListener("click", () => void this.#choose(r + 1, c + 1));
        cells.push(cell);
      }),
    );
    const label = (x: number, y: number, n: number): Element => s("text", { class: "coordinate", x, y }, String(n));
    for (let n = 1; n <= chart.size; n++) cells.push(label((n + 0.5) * UNIT, UNIT - 5, n), label(UNIT - 10, (n + 0.5) * UNIT + 4, n));
    const svg = s("svg", { viewBox: `0 0 ${side + UNIT} ${side + UNIT}`, class: "chart-svg", "aria-hidden": "true" }, ...cells);
    svg.style.width = `${100 * this.#zoom}%`;
    replace(this.#holder, svg);
    this.#mark();
  }

  #mark(): void {
    this.#holder.querySelector(".chosen")?.classList.remove("chosen");
    this.#holder.querySelector(`[data-board="${this.#chosen.join("x")}"]`)?.classList.add("chosen");
  }

  async #choose(rows: number, cols: number): Promise<void> {
    this.#chosen = [rows, cols];
    this.#mark();
    this.#work.abort();
    const work = (this.#work = new AbortController());
    try {
      const found = await this.#engine.ask<AtlasBoard>({ ask: "atlas", board: `${rows}x${cols}`, tile: this.#tile, known: this.#known }, { signal: work.signal });
      const outcomes: Record<string, string> = { V: "Vertical wins, whoever begins", H: "Horizontal wins, whoever begins", "1": "the first player wins", "2": "the second player wins" };
      replace(
        this.#detail,
        h("h2", {}, `${rows} × ${cols}: `, outcomes[found.outcome ?? ""] ?? `open (${found.possible})`),
        ...([["V", found.vertical_first], ["H", found.horizontal_first]] as const).flatMap(([first, one]) => [
          h("h3", {}, `${NAMES[first]} first: ${one.winner ? `${NAMES[one.winner]} wins` : "open"}`),
          one.derivation ? h("ul", { class: "tree" }, tree(one.derivation, 0)) : h("ul", { class: "small" }, ...(one.settled_by.length > 0 ? one.settled_by.slice(0, LISTED).map(({ answer, settles }) => `if ${said(answer)}, then ${said(settles)}`) : ["Only a solution of this board itself would settle it."]).map((line) => h("li", {}, line))),
          one.sources.length > 0 ? h("p", { class: "small muted" }, one.sources.join(" · ")) : h("span"),
        ]),
        rows <= 16 && cols <= 16 ? h("div", { class: "bar" }, button(`Play ${rows}x${cols}`, () => this.#onOpen(rows, cols, this.#tile), { class: "primary", "data-testid": "atlas-play" })) : h("p", { class: "small muted" }, "Boards of up to 16 × 16 can be played here."),
      );
    } catch (error) {
      if (!isAbort(error)) replace(this.#detail, h("p", { class: "failure", role: "alert" }, String(error)));
    }
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    const clamp = (n: number): number => Math.max(1, Math.min(n, this.#chart?.size ?? 1));
    if (step) void this.#choose(clamp(this.#chosen[0] + step[0]), clamp(this.#chosen[1] + step[1]));
    else if (event.key === "+") this.#setZoom(this.#zoom * 1.4);
    else if (event.key === "-") this.#setZoom(this.#zoom / 1.4);
    else return;
    event.preventDefault();
  }
}

/** How many answers are listed that would settle an open question. */
const LISTED = 12;

/** A claim in words. */
function said(claim: Claim): string {
  return `${claim.winner} wins ${claim.rows}x${claim.cols} moving ${claim.winner === claim.first ? "first" : "second"}`;
}

/** A derivation; its deeper steps are folded. */
function tree(node: Tree, depth: number): HTMLElement {
  const head = [h("span", {}, node.statement), h("span", { class: "muted" }, ` — ${node.reason}`)];
  if (node.premises.length === 0) return h("li", {}, ...head);
  return h("li", {}, h("details", { open: depth < 2 }, h("summary", {}, ...head), h("ul", {}, ...node.premises.map((premise) => tree(premise, depth + 1)))));
}
