// Which page is shown, and what they share.

import { AtlasPage } from "./atlas";
import { announce, byId, h, kept, replace } from "./dom";
import { EditPage } from "./edit";
import { AutomaticEngine } from "./engine";
import { type Game, newGame, readGame, writeGame } from "./game";
import { PlayPage } from "./play";
import { PuzzlesPage } from "./puzzles";
import { emptyBoard } from "./rules";
import { RunPage } from "./run";
import { startTour } from "./tour";

type Name = "play" | "edit" | "puzzles" | "atlas" | "run";

const engine = new AutomaticEngine((name) => {
  const chip = byId("engine");
  chip.textContent = name;
  chip.dataset["engine"] = name;
  // Only a server can have a run to show.
  void engine.run().then((there) => (document.querySelector<HTMLElement>("nav [data-view=run]")!.hidden = !there));
});

const write = (name: Name, game: Game): void => history.replaceState(null, "", `#/${name}?${writeGame(game).toString()}`);
const go = (game: Game): void => {
  history.pushState(null, "", `#/play?${writeGame(game).toString()}`);
  route();
};

const play = new PlayPage(engine, (game) => shown === "play" && write("play", game));
const edit = new EditPage(
  (game) => {
    edited = game;
    write("edit", game);
  },
  (game) => go(game),
);
const puzzles = new PuzzlesPage(engine, go);
const atlas = new AtlasPage(engine, (rows, cols, tile) => go(newGame(emptyBoard(rows, cols), "V", tile)));

const run = new RunPage();

let shown: Name | null = null;
let edited: Game | null = null;

function route(): void {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const params = new URLSearchParams(query);
  const name: Name = path === "edit" || path === "puzzles" || path === "atlas" || path === "run" ? path : "play";
  const page = { play, edit, puzzles, atlas, run }[name];
  if (shown === "play" && name !== "play") play.leave();
  if (shown === "puzzles" && name !== "puzzles") puzzles.leave();
  if (shown === "atlas" && name !== "atlas") atlas.leave();
  if (shown === "run" && name !== "run") run.leave();
  const main = byId("main");
  if (shown !== name) replace(main, page.element);
  shown = name;
  for (const link of document.querySelectorAll<HTMLElement>("nav [data-view]")) {
    if (link.dataset["view"] === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${name === "play" ? "" : `${name[0]!.toUpperCase()}${name.slice(1)} · `}Crosscram`;
  try {
    if (name === "play") play.open(params.has("p") ? readGame(params) : play.game, true);
    if (name === "edit") edit.open(params.has("p") ? readGame(params) : (edited ?? play.game));
    if (name === "puzzles") void puzzles.show(params.has("n") ? Number(params.get("n")) : undefined);
    if (name === "atlas") void atlas.show();
    if (name === "run") run.show();
  } catch (error) {
    // Nothing is lost: the game that was there stays.
    const text = `This address holds no game: ${error instanceof Error ? error.message : String(error)}.`;
    announce(text);
    main.prepend(h("p", { class: "notice", role: "alert", "data-testid": "bad-address" }, text));
    if (name === "play") play.open(play.game, true);
    if (name === "edit") edit.open(play.game);
  }
}

function theme(name: string | null): void {
  if (name === "light" || name === "dark") document.documentElement.dataset["theme"] = name;
}

theme(kept.get("theme"));
byId("theme").addEventListener("click", () => {
  const dark = (document.documentElement.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  theme(dark ? "light" : "dark");
  kept.set("theme", dark ? "light" : "dark");
});
byId("tour").addEventListener("click", () => {
  if (shown !== "play") location.hash = "#/play";
  startTour();
});
window.addEventListener("hashchange", () => {
  document.querySelector(".notice")?.remove();
  route();
});
window.addEventListener("popstate", () => document.querySelector(".notice")?.remove());
document.querySelector<HTMLElement>(".skip")!.addEventListener("click", (event) => {
  event.preventDefault();
  (document.querySelector<HTMLElement>("main [tabindex='0']") ?? byId("main")).focus();
});

route();
if (kept.get("toured") === null && !navigator.webdriver) setTimeout(startTour, 600);
if ("serviceWorker" in navigator && window.isSecureContext) {
  void navigator.serviceWorker.register("service-worker.js").catch(() => {
    // Without it everything works but loading without a network.
  });
}
