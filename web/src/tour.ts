// A tour of a minute for newcomers.

import { button, h, kept, replace } from "./dom";

const STEPS: [selector: string, title: string, text: string][] = [
  [".board", "Two players, one board", "Vertical places upright tiles, Horizontal lying ones, each on two free cells. Whoever cannot move loses. That is the whole game."],
  [".board", "Place a tile", "Move the pointer between two cells and click, or tap. With the keyboard: arrow keys and Enter."],
  [".board", "What a move is worth", "A round + wins, a square – loses, whatever the opponent does; a dotted ? is not known yet. The solver in your browser proves it while you look."],
  ["[data-testid=opponent]", "Choose an opponent", "From level 1, who has just learnt it, to a player who never goes wrong, or the proof that a board is won."],
  [".bar", "Help on the way", "Undo, a hint, the best line; after the game, Review shows where the win was given away and what would have kept it."],
  ["[role=tablist]", "Look behind it", "Values gives the worth of each region with its thermograph, Why draws the cut that proves a win, Share copies the position."],
  ["nav", "And more", "Draw any position in Edit, train with Puzzles, or look in the Atlas who wins on every rectangle."],
];

export function startTour(): void {
  document.querySelector(".tour")?.remove();
  const before = document.activeElement as HTMLElement | null;
  const card = h("div", { class: "tour", role: "dialog", "aria-modal": "false", "aria-labelledby": "tour-title", "data-testid": "tour" });
  const end = (): void => {
    card.remove();
    document.querySelector(".toured")?.classList.remove("toured");
    document.removeEventListener("keydown", escape);
    kept.set("toured", "yes");
    before?.focus();
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape") end();
  };
  const show = (index: number): void => {
    const step = STEPS[index];
    if (!step) return end();
    const [selector, title, text] = step;
    document.querySelector(".toured")?.classList.remove("toured");
    const target = document.querySelector(selector);
    target?.classList.add("toured");
    target?.scrollIntoView({ block: "nearest" });
    const next = button(index + 1 < STEPS.length ? "Next" : "Start", () => show(index + 1), { class: "primary", "data-testid": "tour-next" });
    replace(card, h("p", { class: "muted small" }, `${index + 1} of ${STEPS.length}`), h("h2", { id: "tour-title" }, title), h("p", {}, text), h("div", { class: "bar" }, next, button("End the tour", end, { class: "quiet" })));
    next.focus();
  };
  document.addEventListener("keydown", escape);
  document.body.append(card);
  show(0);
}
