// The page's board in a notebook. Python keeps the game and knows everything; this draws its state and says what was
// clicked.

import { BoardView, type Mark, type Patch } from "../../web/src/board";
import { button, h, replace } from "../../web/src/dom";
import { type Move, NAMES, type Player, moveText, parseMove, parsePosition } from "../../web/src/rules";

interface State {
  /** The board now, and where no tile was placed yet. */
  board: string;
  start: string;
  tile: number;
  moves: string[];
  to_move: Player;
  over: boolean;
  /** Whether verdicts and values are wanted. */
  verdicts_on: boolean;
  values_on: boolean;
  verdicts: Record<string, Mark>;
  regions: { cells: [number, number][]; label: string }[];
  /** What is known of the position, in words. */
  says: string;
}

interface Model {
  get(name: "state"): State;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  send(content: { do: string; move?: string }): void;
}

const TONES = 6;

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const view = new BoardView({
    onMove: (move: Move) => model.send({ do: "move", move: moveText(move) }),
    onToggle: () => undefined,
    onPoint: () => undefined,
  });
  const says = h("p", { class: "says", role: "status" });
  const undo = button("Undo", () => model.send({ do: "undo" }));
  const again = button("New game", () => model.send({ do: "restart" }));
  const verdicts = button("Verdicts", () => model.send({ do: "verdicts" }));
  const values = button("Values", () => model.send({ do: "values" }));
  const bar = h("div", { class: "bar" }, undo, again, verdicts, values);
  replace(el, h("div", { class: "crosscram-widget" }, view.element, h("div", { class: "beside" }, says, bar)));

  const draw = (): void => {
    const state = model.get("state");
    const { board } = parsePosition(state.board);
    const patches: Patch[] = state.regions.map((region, index) => ({ ...region, tone: `tone-${index % TONES}` }));
    view.render({
      board,
      tile: state.tile,
      placed: state.moves.map(parseMove),
      side: state.over ? null : state.to_move,
      mode: state.over ? "still" : "play",
      marks: new Map(Object.entries(state.verdicts)),
      shown: [],
      patches,
    });
    view.element.setAttribute("aria-label", `Board, ${NAMES[state.to_move]} to move`);
    says.textContent = state.says;
    undo.disabled = state.moves.length === 0;
    verdicts.setAttribute("aria-pressed", String(state.verdicts_on));
    values.setAttribute("aria-pressed", String(state.values_on));
  };
  model.on("change:state", draw);
  draw();
  return () => model.off("change:state", draw);
}

export default { render };
