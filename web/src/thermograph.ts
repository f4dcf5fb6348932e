// Thermographs: value to the left of zero is Vertical's, as the books draw it.

import type { Worth } from "./engine";
import { s } from "./dom";

/** A number written as "-3/4". */
function numberOf(text: string): number {
  const [above, below] = text.split("/").map(Number) as [number, number?];
  return above / (below ?? 1);
}

export function thermograph(worth: Worth): SVGSVGElement {
  const corners = (wall: [string, string][]): [number, number][] => wall.map(([value, t]) => [numberOf(value), numberOf(t)]);
  const [left, right] = [corners(worth.thermograph.left), corners(worth.thermograph.right)];
  const all = [...left, ...right];
  const values = all.map(([value]) => value);
  const top = Math.max(1, ...all.map(([, t]) => t)) + 0.75;
  const [low, high] = [Math.min(...values, 0) - 0.5, Math.max(...values, 0) + 0.5];
  const [width, height, pad] = [280, 170, 24];
  // Larger values lie on the left.
  const x = (value: number): number => pad + ((high - value) / (high - low)) * (width - 2 * pad);
  const y = (t: number): number => height - pad - ((t + 1) / (top + 1)) * (height - 2 * pad);
  const wall = (corners: [number, number][]): string => {
    const last = corners[corners.length - 1]!;
    const points = [...corners, [last[0], top] as [number, number]];
    return points.map(([value, t], index) => `${index === 0 ? "M" : "L"}${x(value).toFixed(1)} ${y(t).toFixed(1)}`).join("");
  };
  const ticks: Element[] = [];
  const step = high - low > 12 ? 4 : high - low > 6 ? 2 : 1;
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    ticks.push(s("path", { class: "tick", d: `M${x(value)} ${y(-1)}v4` }), s("text", { class: "label", x: x(value), y: y(-1) + 16, "text-anchor": "middle" }, String(value)));
  }
  for (let t = -1; t <= top; t += top > 4 ? 2 : 1) {
    ticks.push(s("path", { class: "grid", d: `M${pad} ${y(t)}H${width - pad}` }), s("text", { class: "label", x: pad - 6, y: y(t) + 4, "text-anchor": "end" }, String(t)));
  }
  const label = `Thermograph: mean ${worth.mean}, temperature ${worth.temperature}`;
  return s(
    "svg",
    { class: "thermograph", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    ...ticks,
    s("path", { class: "zero", d: `M${pad} ${y(0)}H${width - pad}` }),
    s("path", { class: "wall left", d: wall(left) }),
    s("path", { class: "wall right", d: wall(right) }),
  );
}
