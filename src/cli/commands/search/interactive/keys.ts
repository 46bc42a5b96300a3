import type { Key as NodeKey } from "node:readline";
import type { Edit } from "./line.ts";

export type Key =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "edit"; readonly edit: Edit }
  | { readonly kind: "move"; readonly move: Move }
  | { readonly kind: "profile"; readonly by: 1 | -1 }
  | { readonly kind: "open" | "copy" | "again" | "leave" | "interrupt" | "suspend" | "redraw" };

export type Move = "up" | "down" | "pageUp" | "pageDown" | "first" | "last";

const edit = (name: Edit): Key => ({ kind: "edit", edit: name });
const move = (name: Move): Key => ({ kind: "move", move: name });

const NAMED: Readonly<Record<string, Key>> = {
  up: move("up"),
  down: move("down"),
  pageup: move("pageUp"),
  pagedown: move("pageDown"),
  left: edit("left"),
  right: edit("right"),
  home: edit("start"),
  end: edit("end"),
  backspace: edit("backspace"),
  delete: edit("delete"),
  return: { kind: "open" },
  enter: { kind: "open" },
  tab: { kind: "profile", by: 1 },
  escape: { kind: "leave" },
};

const WITH_CONTROL: Readonly<Record<string, Key>> = {
  c: { kind: "interrupt" },
  d: { kind: "leave" },
  p: move("up"),
  n: move("down"),
  y: { kind: "copy" },
  r: { kind: "again" },
  l: { kind: "redraw" },
  z: { kind: "suspend" },
  a: edit("start"),
  e: edit("end"),
  b: edit("left"),
  f: edit("right"),
  h: edit("backspace"),
  w: edit("deleteWord"),
  u: edit("deleteToStart"),
  k: edit("deleteToEnd"),
  home: move("first"),
  end: move("last"),
};

const PRINTABLE = /^[^\p{Cc}]+$/u;

/** What a press of a key means, as Node's readline decodes it; undefined: nothing. */
export function keyOf(typed: string | undefined, { name = "", ctrl, meta, shift }: NodeKey): Key | undefined {
  if (ctrl === true) return WITH_CONTROL[name];
  if (meta === true) return name === "y" ? { kind: "copy" } : name === "escape" ? NAMED.escape : undefined;
  if (name === "tab" && shift === true) return { kind: "profile", by: -1 };
  if (Object.hasOwn(NAMED, name)) return NAMED[name];
  return typed !== undefined && PRINTABLE.test(typed) ? { kind: "text", text: typed } : undefined;
}
