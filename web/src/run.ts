// A proof in units of work, as it goes: what is done and left, who works, and the top of the tree.

import { h, number, replace, s } from "./dom";
import { NAMES, type Player } from "./rules";

/** A position at the top of the tree. */
interface Node {
  move: string | null;
  board: string;
  to_move: Player;
  /** Who wins, once that is known. */
  winner: Player | null;
  /** What it is expected to take, in units. */
  units: number;
  /** Units that are worked on below it. */
  at_work: number;
  moves: number;
  decided: number;
  children: Node[];
}

interface Worker {
  worker: string;
  units: number;
  nodes: number;
  seconds: number;
  busy: boolean;
}

/** What `cluster status --json` prints. */
interface Status {
  run: string;
  board: string;
  first: Player;
  winner: Player | null;
  complete: boolean;
  segments: number;
  solved: number;
  opened: number;
  facts: number;
  nodes: number;
  leaves_left: number;
  units_left: [number, number, number];
  seconds_left: [number, number, number] | null;
  under_way: number;
  rate: number;
  facts_rate: number;
  nodes_rate: number;
  seconds: number;
  workers: Worker[];
  shut_out: Record<string, string>;
  parked: number;
  tree: Node;
}

interface Answer {
  /** Seconds since the run last said something. */
  age: number;
  status: Status;
}

/** How often the run is asked for, in milliseconds. */
const PACE = 1000;
/** A run that has said nothing for so many seconds is not going on. */
const SILENT = 15;

export class RunPage {
  readonly element: HTMLElement;
  readonly #head = h("section", { class: "card", "aria-live": "polite", "data-testid": "run" }, h("h1", {}, "A proof as it goes"), h("p", { class: "muted" }, "…"));
  readonly #workers = h("section", { class: "card", "data-testid": "workers" });
  readonly #tree = h("section", { class: "card", "data-testid": "run-tree" });
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Which positions are unfolded, by their place in the tree. */
  readonly #folded = new Map<string, boolean>();

  constructor() {
    this.element = h("div", { class: "play run" }, h("div", { class: "side" }, this.#tree), h("div", { class: "side" }, this.#head, this.#workers));
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  show(): void {
    this.leave();
    void this.#look();
  }

  async #look(): Promise<void> {
    const mine = (this.#timer = setTimeout(() => {}, 0));
    let next: () => void;
    try {
      const response = await fetch("api/v2/run", { cache: "no-store" });
      const answer = (await response.json()) as Answer & { error?: { message: string } };
      next = response.ok ? () => this.#draw(answer) : () => this.#nothing(answer.error?.message ?? `the server answered ${response.status}`);
    } catch {
      next = () => this.#nothing("no server answers; crosscram serve --jobs DIR shows the run in DIR");
    }
    // Somebody has left, or come again, meanwhile.
    if (this.#timer !== mine) return;
    next();
    this.#timer = setTimeout(() => void this.#look(), PACE);
  }

  #nothing(reason: string): void {
    replace(this.#head, h("h1", {}, "A proof as it goes"), h("p", { class: "muted", "data-testid": "no-run" }, `There is no run to show: ${reason}.`));
    replace(this.#workers);
    replace(this.#tree);
    this.#workers.hidden = this.#tree.hidden = true;
  }

  #draw({ age, status }: Answer): void {
    this.#workers.hidden = this.#tree.hidden = false;
    const [low, middle, high] = status.units_left.map((units) => number(Math.ceil(units)));
    const state = status.complete ? `${NAMES[status.winner ?? "V"]} wins: the proof is complete` : age > SILENT ? `not going on: nothing new for ${duration(age)}` : status.winner ? `${NAMES[status.winner]} wins; the proof is being completed` : "going on";
    const time = status.seconds_left;
    const rows: [string, string, string][] = [
      ["State", state, "state"],
      ["Leaves", `${number(status.solved)} solved, ${number(status.opened)} opened`, "leaves"],
      ["Left", status.complete ? "nothing" : `${number(status.leaves_left)} leaves, ${middle} units (${low} to ${high})`, "left"],
      ["Time left", status.complete ? "none" : time ? `${duration(time[1])} (${duration(time[0])} to ${duration(time[2])})` : "not known yet", "time-left"],
      ["Rates", `${perSecond(status.rate)} units/s, ${perSecond(status.facts_rate)} facts/s, ${perSecond(status.nodes_rate)} nodes/s`, "rates"],
      ["So far", `${number(status.segments)} segments, ${number(status.facts)} facts, ${number(status.nodes)} nodes, ${duration(status.seconds)}`, "so-far"],
    ];
    replace(this.#head, h("h1", {}, `${sizeOf(status.board)}, ${NAMES[status.first]} first`), facts(rows), h("p", { class: "small muted" }, "What is left is an estimate; in four of five cases it lies between the two ends, if the leaves to come are like those so far."));
    replace(
      this.#workers,
      h("h2", {}, status.workers.length === 0 ? "No worker is there" : `Workers: ${status.workers.length}`),
      status.workers.length > 0 &&
        h(
          "table",
          { class: "small workers" },
          h("thead", {}, h("tr", {}, ...["name", "", "units", "nodes/s"].map((text) => h("th", { scope: "col" }, text || h("span", { class: "unseen" }, "state"))))),
          h("tbody", {}, ...status.workers.map((one) => h("tr", { "data-worker": one.worker }, h("td", {}, one.worker), h("td", {}, one.busy ? "at work" : "waiting"), h("td", {}, number(one.units)), h("td", {}, perSecond(one.nodes / Math.max(one.seconds, 0.001)))))),
        ),
      ...Object.entries(status.shut_out).map(([worker, reason]) => h("p", { class: "small failure" }, `${worker} is shut out: ${reason}`)),
      status.parked > 0 && h("p", { class: "small failure" }, `${number(status.parked)} units are parked: several workers failed at them.`),
    );
    replace(this.#tree, h("h2", {}, "The top of the tree"), h("ul", { class: "tree run-tree" }, this.#node(status.tree, "", 0)));
  }

  /** A position with the moves that are tried first; deeper ones are folded until somebody looks. */
  #node(node: Node, above: string, depth: number): HTMLElement {
    const place = `${above}/${node.move ?? ""}`;
    const open = `about ${number(Math.ceil(node.units))} ${node.units > 1 ? "units" : "unit"}${node.moves > 0 ? `, ${node.decided} of ${node.moves} moves decided` : ""}`;
    const words = [
      h("strong", {}, node.move ?? "the board"),
      h("span", { class: node.winner ? `won-${node.winner}` : "muted" }, node.winner ? ` ${NAMES[node.winner]} wins` : ` ${open}`),
      node.at_work > 0 && h("span", { class: "chip" }, node.at_work === 1 ? "at work" : `${node.at_work} at work`),
    ];
    const picture = small(node.board);
    if (node.children.length === 0) return h("li", {}, picture, ...words);
    const details = h("details", { open: this.#folded.get(place) ?? depth < 3 }, h("summary", {}, picture, ...words), h("ul", {}, ...node.children.map((child) => this.#node(child, place, depth + 1))));
    // The page is drawn anew every second; what was unfolded stays so.
    details.addEventListener("toggle", () => this.#folded.set(place, details.open));
    return h("li", {}, details);
  }
}

function facts(rows: [string, string, string][]): HTMLElement {
  return h("dl", { class: "facts small" }, ...rows.flatMap(([name, text, id]) => [h("dt", {}, name), h("dd", { "data-testid": `run-${id}` }, text)]));
}

function sizeOf(board: string): string {
  const rows = board.split("|");
  return `${rows.length}×${rows[0]!.length}`;
}

/** The board as a picture of a few millimetres. */
function small(board: string): SVGElement {
  const rows = board.split("|");
  const covered = rows.flatMap((row, r) => [...row].flatMap((cell, c) => (cell === "#" ? [s("rect", { x: c, y: r, width: 1, height: 1 })] : [])));
  return s("svg", { class: "small-board", viewBox: `0 0 ${rows[0]!.length} ${rows.length}`, "aria-hidden": "true" }, ...covered);
}

const perSecond = (n: number): string => (n >= 1000 ? number(Math.round(n)) : n.toPrecision(2).replace(/\.0$/, ""));

function duration(seconds: number): string {
  const units: [number, string][] = [[86400, "d"], [3600, "h"], [60, "min"]];
  for (const [length, name] of units) if (seconds >= 2 * length) return `${number(Math.round(seconds / length))} ${name}`;
  return `${Math.max(0, Math.round(seconds))} s`;
}
