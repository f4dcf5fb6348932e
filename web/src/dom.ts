// Elements without a framework.

type Child = Node | string | null | false | undefined;
type Props = Record<string, unknown>;

const SVG = "http://www.w3.org/2000/svg";

function fill<T extends Element>(element: T, props: Props, children: Child[]): T {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2).toLowerCase(), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

export const h = <K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] =>
  fill(document.createElement(tag), props, children);

export const s = <K extends keyof SVGElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): SVGElementTagNameMap[K] =>
  fill(document.createElementNS(SVG, tag), props, children);

export function replace(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
}

export const byId = (id: string): HTMLElement => document.getElementById(id)!;

/** Says something to those who cannot see the board. */
export function announce(text: string): void {
  byId("live").textContent = text;
}

export const button = (label: string, onClick: () => void, props: Props = {}): HTMLButtonElement => h("button", { type: "button", onClick, ...props }, label);

export const number = (n: number): string => n.toLocaleString("en");

/** Something that is kept in this browser, where that is allowed. */
export const kept = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(`crosscram.${name}`);
    } catch {
      return null;
    }
  },
  set(name: string, value: string): void {
    try {
      localStorage.setItem(`crosscram.${name}`, value);
    } catch {
      // Private windows may refuse; then it is forgotten.
    }
  },
};
