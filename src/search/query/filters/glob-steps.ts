import { AppError } from "../../../errors.ts";

/** What one sign of a glob stands for. */
export type Step =
  | { readonly kind: "one"; readonly accepts: (character: string) => boolean }
  /** `*`: any run within a part of the path. */
  | { readonly kind: "run" }
  /** `**`: any run. */
  | { readonly kind: "all" }
  /** `**` + `/`: any number of whole parts, none too. */
  | { readonly kind: "parts" };

/** `*` and `**` of a pattern: people write three or four, and each costs work on every path that is matched. */
const MAX_WILDCARDS = 16;

const TOKEN = /\*\*\/|\*\*|\*|\?|\[([!^]?)([^\]/]+)\]/g;
/** A set first, so that stars in it stay as they are. */
const STARS = /\[[^\]/]+\]|\*{3,}/g;
const REPEATED_PARTS = /\[[^\]/]+\]|(?:\*\*\/)+\*\*(?!\/)|(?:\*\*\/){2,}/g;

/** The same pattern with every run of wildcards as short as it can be: three stars or more mean two. */
export function collapsed(pattern: string): string {
  return pattern
    .replace(STARS, (found) => (found.startsWith("*") ? "**" : found))
    .replace(REPEATED_PARTS, (found) => {
      if (!found.startsWith("*")) return found;
      return found.endsWith("/") ? "**/" : "**";
    });
}

/** A collapsed pattern, sign by sign. Throws `invalid_input` for too many wildcards and for a set that is none. */
export function stepsOf(pattern: string): Step[] {
  const steps: Step[] = [];
  const literal = (text: string) => {
    for (const wanted of text) steps.push({ kind: "one", accepts: (character) => character === wanted });
  };
  let at = 0;
  for (const match of pattern.matchAll(TOKEN)) {
    literal(pattern.slice(at, match.index));
    steps.push(stepOf(match[0], match[1] !== "", match[2] ?? ""));
    at = match.index + match[0].length;
  }
  literal(pattern.slice(at));
  const wildcards = steps.filter(({ kind }) => kind !== "one").length;
  if (wildcards > MAX_WILDCARDS)
    throw new AppError("invalid_input", `glob: at most ${MAX_WILDCARDS} of * and **, this has ${wildcards}`);
  return steps;
}

function stepOf(token: string, isNegated: boolean, set: string): Step {
  if (token === "**/") return { kind: "parts" };
  if (token === "**") return { kind: "all" };
  if (token === "*") return { kind: "run" };
  if (token === "?") return { kind: "one", accepts: (character) => character !== "/" };
  const accepts = setOf(set);
  return { kind: "one", accepts: (character) => character !== "/" && accepts(character) !== isNegated };
}

const code = (character = ""): number => character.codePointAt(0) ?? 0;

/** A set such as `a-z_` as a test of one character; by code point, as SQLite orders them. */
function setOf(set: string): (character: string) => boolean {
  const ranges = Array.from(set.matchAll(/(.)-(.)|(.)/gsu), ([, from, to, single]) => ({
    from: code(from ?? single),
    to: code(to ?? single),
  }));
  if (ranges.some(({ from, to }) => from > to))
    throw new AppError("invalid_input", `glob: [${set}] holds a range that ends before it begins`);
  return (character) => ranges.some(({ from, to }) => code(character) >= from && code(character) <= to);
}
