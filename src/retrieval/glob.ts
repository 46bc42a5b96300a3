import { AppError } from "../errors.ts";
import type { GlobFilter } from "../stores/search.ts";

// Matched by following all states at once, never by a regular expression made of a caller's pattern: twelve `**` in one
// would make that try more ways than there are seconds.

type Step =
  | { readonly kind: "one"; readonly accepts: (character: string) => boolean }
  /** `*`: any run within a part of the path. */
  | { readonly kind: "run" }
  /** `**`: any run. */
  | { readonly kind: "all" }
  /** `**` + `/`: any number of whole parts, none too. */
  | { readonly kind: "parts" };

const TOKEN = /\*\*\/|\*\*|\*|\?|\[(!?)([^\]/]+)\]/g;
const LITERALS_ALL = /\*\*\/?|\*|\?|\[[^\]/]+\]/g;
const LITERALS = /\*\*\/?|\*|\?|\[[^\]/]+\]/;

/**
 * `*` stays within a part of the path, `**` crosses parts (and followed by `/` also stands for none), `?` is one
 * character, `[a-z]` one of a set, `[!a-z]` one outside it.
 */
export function globFilter(pattern: string): GlobFilter {
  const steps = stepsOf(pattern);
  const literals = pattern.split(LITERALS);
  const slashes = pattern.includes("**") ? undefined : pattern.split("/").length - 1;
  const sqlGlobs = sqlGlobsOf(pattern);
  return {
    startsWith: literals[0] ?? "",
    endsWith: literals.length > 1 ? (literals.at(-1) ?? "") : "",
    contains: literals.slice(1, -1).filter((literal) => literal !== ""),
    slashes,
    sqlGlobs,
    // With as many slashes as the pattern has, none is left for a `*` or `?` to stand for.
    isExact: sqlGlobs.length > 0 && slashes !== undefined,
    matches: (path) => matchesSteps(steps, path),
  };
}

/** D1's bound on a GLOB pattern. */
const MAX_SQL_GLOB_BYTES = 50;

/** `**` + `/` twice makes four patterns; with more of them SQL only narrows by the literals. */
const MAX_PARTS = 2;

const encoder = new TextEncoder();

/** The pattern in SQLite's GLOB, whose `*` crosses parts; `**` + `/` is either nothing or any run that ends in `/`. */
function sqlGlobsOf(pattern: string): string[] {
  const pieces = pattern.split("**/");
  // A bracket that opens no set of ours would open one of SQLite's.
  const isPlain = !pattern.replaceAll(LITERALS_ALL, "").includes("[");
  if (pieces.length - 1 > MAX_PARTS || !isPlain) return [];
  const translated = pieces.map((piece) => piece.replaceAll("**", "*").replaceAll("[!", "[^"));
  const [first = "", ...others] = translated;
  const globs = others.reduce(
    (made, piece) => made.flatMap((glob) => [glob + piece, `${glob}*/${piece}`]),
    [first],
  );
  return globs.every((glob) => encoder.encode(glob).length <= MAX_SQL_GLOB_BYTES) ? globs : [];
}

function stepsOf(pattern: string): Step[] {
  const steps: Step[] = [];
  const literal = (text: string) => {
    for (const wanted of text) steps.push({ kind: "one", accepts: (character) => character === wanted });
  };
  let at = 0;
  for (const match of pattern.matchAll(TOKEN)) {
    literal(pattern.slice(at, match.index));
    steps.push(stepOf(match[0], match[1] === "!", match[2] ?? ""));
    at = match.index + match[0].length;
  }
  literal(pattern.slice(at));
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

/** A set such as `a-z_` as a test of one character. */
function setOf(set: string): (character: string) => boolean {
  const ranges = Array.from(set.matchAll(/(.)-(.)|(.)/gsu), ([, from, to, single]) => ({
    from: from ?? single ?? "",
    to: to ?? single ?? "",
  }));
  if (ranges.some(({ from, to }) => from > to))
    throw new AppError("invalid_input", `glob: [${set}] holds a range that ends before it begins`);
  return (character) => ranges.some(({ from, to }) => character >= from && character <= to);
}

/** Positions: state 2·i stands before step i, 2·i + 1 inside it (a part of the path that `parts` has begun). */
function matchesSteps(steps: readonly Step[], path: string): boolean {
  let states = closure(steps, new Set([0]));
  for (const character of path) {
    const next = new Set<number>();
    for (const state of states) advance(steps, { state, character, next });
    states = closure(steps, next);
    if (states.size === 0) return false;
  }
  return states.has(2 * steps.length);
}

/** Adds what can be reached without a character: every step but `one` may stand for nothing. */
function closure(steps: readonly Step[], states: Set<number>): Set<number> {
  for (const state of states) {
    const step = steps[state / 2];
    if (step !== undefined && step.kind !== "one") states.add(state + 2);
  }
  return states;
}

function advance(
  steps: readonly Step[],
  { state, character, next }: { state: number; character: string; next: Set<number> },
): void {
  const at = Math.floor(state / 2);
  const step = steps[at];
  if (step === undefined) return;
  if (step.kind === "one") {
    if (step.accepts(character)) next.add(2 * at + 2);
  } else if (step.kind === "parts") {
    next.add(character === "/" ? 2 * at + 2 : 2 * at + 1);
    if (character === "/") next.add(2 * at);
  } else if (step.kind === "all" || character !== "/") {
    next.add(2 * at);
  }
}
