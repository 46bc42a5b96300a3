import { AppError } from "../../errors.ts";

/**
 * A glob as conditions that SQL can check without GLOB (whose pattern may have 50 bytes only).
 * All hold for every path that `matches`; `matches` decides.
 */
export interface GlobFilter {
  readonly startsWith: string;
  readonly endsWith: string;
  readonly contains: readonly string[];
  /** Number of "/" in the path; undefined when `**` leaves it open. */
  readonly slashes: number | undefined;
  /** Patterns of SQLite's GLOB (at most 50 bytes), one of which matches; none: the pattern is too long for it. */
  readonly sqlGlobs: readonly string[];
  /** The conditions above hold for no other path. */
  readonly isExact: boolean;
  matches(path: string): boolean;
}

const LITERALS = /\*\*\/?|\*|\?|\[[^\]/]+\]/g;
const SET = /\[([!^]?)([^\]/]+)\]/g;

/**
 * `*` stays within a part of the path, `**` crosses parts (and followed by `/` also stands for none), `?` is one
 * character, `[a-z]` one of a set, `[!a-z]` and `[^a-z]` one outside it. Throws `invalid_input`.
 */
export function globFilter(written: string): GlobFilter {
  const pattern = collapsed(written);
  const matches = automaton(stepsOf(pattern));
  const literals = pattern.split(LITERALS);
  const slashes = pattern.includes("**") ? undefined : pattern.split("/").length - 1;
  const sqlGlobs = sqlGlobsOf(pattern);
  return {
    startsWith: literals[0] ?? "",
    endsWith: literals.length > 1 ? (literals.at(-1) ?? "") : "",
    contains: narrowest(literals.slice(1, -1)),
    slashes,
    sqlGlobs,
    // With as many slashes as the pattern has, none is left for a `*` or `?` to stand for.
    isExact: sqlGlobs.length > 0 && (slashes !== undefined || isOfWholeRuns(pattern)),
    matches: remembered(matches),
  };
}

/** `**` and `**` + `/*` stand for any text, as SQLite's `*` does. */
const WHOLE_RUNS = /\*\*\/\*(?!\*)|\*\*\/?/g;

/** Whether nothing in a pattern stays within a part of the path: `**`, `docs/**`, and `*.md` anywhere. */
const isOfWholeRuns = (pattern: string): boolean => !/[*?[]/.test(pattern.replaceAll(WHOLE_RUNS, ""));

/** A condition of SQL each: an expression of D1 is at most 100 deep, a statement takes 100 parameters. */
const MAX_CONTAINS = 8;

/** The longest of the literals, which the fewest paths hold. */
const narrowest = (literals: readonly string[]): string[] =>
  [...new Set(literals)]
    .filter((literal) => literal !== "")
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_CONTAINS);

/** A search looks at many chunks of the same documents: each path is matched once. */
function remembered(matches: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const found = matches(path);
    known.set(path, found);
    return found;
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
  // A bracket that opens no set in this syntax would open one in SQLite.
  const isPlain = !pattern.replaceAll(LITERALS, "").includes("[");
  if (pieces.length - 1 > MAX_PARTS || !isPlain) return [];
  const translated = pieces.map((piece) => piece.replaceAll("**", "*").replaceAll(SET, sqlSet));
  const [first = "", ...others] = translated;
  const globs = others.reduce(
    (made, piece) => made.flatMap((glob) => [glob + piece, `${glob}*/${piece}`]),
    [first],
  );
  return globs.every((glob) => encoder.encode(glob).length <= MAX_SQL_GLOB_BYTES) ? globs : [];
}

/** SQLite negates by `^` alone, and would take a set of only that for one that is not closed. */
function sqlSet(_: string, negation: string, body: string): string {
  if (negation !== "") return `[^${body}]`;
  return body === "^" ? body : `[${body}]`;
}

// All states at once, one bit each (Baeza-Yates and Gonnet 1992, "A new approach to text searching"), never a regular
// expression made of a caller's pattern: twelve `**` in one would make that try more ways than there are seconds.

interface Position {
  /** Whether a character leads to the next position. */
  readonly moves: (character: string) => boolean;
  /** Whether a character leads back here. */
  readonly loops: (character: string) => boolean;
  /** Positions after this one that are reached without a character. */
  readonly skips: 0 | 1 | 2;
}

/** A bit for each position, 32 a word. */
interface Masks {
  readonly moves: Uint32Array;
  readonly loops: Uint32Array;
}

const never = (): boolean => false;
const always = (): boolean => true;
const isSlash = (character: string): boolean => character === "/";

function positionsOf(step: Step): Position[] {
  if (step.kind === "one") return [{ moves: step.accepts, loops: never, skips: 0 }];
  if (step.kind === "run") return [{ moves: never, loops: (character) => !isSlash(character), skips: 1 }];
  if (step.kind === "all") return [{ moves: never, loops: always, skips: 1 }];
  // Whole parts: none of them, or any run that ends in "/".
  return [
    { moves: never, loops: never, skips: 2 },
    { moves: isSlash, loops: always, skips: 0 },
  ];
}

const WORD_BITS = 32;
/** Characters whose masks are kept: paths have some dozens. */
const MAX_KEPT = 1_024;

const setBit = (words: Uint32Array, at: number): void => {
  words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31));
};
const hasBit = (words: Uint32Array, at: number): boolean =>
  (((words[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;

/**
 * Whether steps match a whole path: a word operation for each 32 steps and character. What a step accepts is asked once
 * for each different character of all the paths.
 */
export function automaton(steps: readonly Step[]): (path: string) => boolean {
  const positions = steps.flatMap(positionsOf);
  const words = Math.floor(positions.length / WORD_BITS) + 1;
  const skipping = positions.flatMap(({ skips }, at) => (skips === 0 ? [] : [{ at, skips }]));
  const kept = new Map<string, Masks>();
  const masksOf = (character: string): Masks => {
    const known = kept.get(character);
    if (known !== undefined) return known;
    const masks = { moves: new Uint32Array(words), loops: new Uint32Array(words) };
    for (const [at, { moves, loops }] of positions.entries()) {
      if (moves(character)) setBit(masks.moves, at);
      if (loops(character)) setBit(masks.loops, at);
    }
    if (kept.size < MAX_KEPT) kept.set(character, masks);
    return masks;
  };
  const skip = (states: Uint32Array): void => {
    for (const { at, skips } of skipping) {
      if (!hasBit(states, at)) continue;
      setBit(states, at + 1);
      if (skips === 2) setBit(states, at + 2);
    }
  };
  return (path) => {
    const states = new Uint32Array(words);
    setBit(states, 0);
    skip(states);
    for (const character of path) {
      if (!advance(states, masksOf(character))) return false;
      skip(states);
    }
    return hasBit(states, positions.length);
  };
}

/** Moves every state by one character, in place; false when none is left. */
function advance(states: Uint32Array, { moves, loops }: Masks): boolean {
  let carry = 0;
  let left = 0;
  for (let at = 0; at < states.length; at++) {
    const state = states[at] ?? 0;
    const moved = state & (moves[at] ?? 0);
    const next = (moved << 1) | carry | (state & (loops[at] ?? 0));
    carry = moved >>> (WORD_BITS - 1);
    states[at] = next;
    left |= next;
  }
  return left !== 0;
}

/** What one sign of a glob stands for. */
export type Step =
  | { readonly kind: "one"; readonly accepts: (character: string) => boolean }
  /** `*` stands for a run within a part of the path. */
  | { readonly kind: "run" }
  /** `**` stands for a run across parts. */
  | { readonly kind: "all" }
  /** `**` with `/` behind it stands for whole parts, or for none. */
  | { readonly kind: "parts" };

/** `*` and `**` of a pattern: people write three or four, and each costs work on every path that is matched. */
const MAX_WILDCARDS = 16;

const TOKEN = /\*\*\/|\*\*|\*|\?|\[([!^]?)([^\]/]+)\]/g;
/** A set first, so that stars in it stay as they are. */
const STARS = /\[[^\]/]+\]|\*{3,}/g;
const REPEATED_PARTS = /\[[^\]/]+\]|(?:\*\*\/)+\*\*(?!\/)|(?:\*\*\/){2,}/g;

/** The same pattern with every run of wildcards as short as it can be: three stars or more mean two. */
function collapsed(pattern: string): string {
  return pattern
    .replace(STARS, (found) => (found.startsWith("*") ? "**" : found))
    .replace(REPEATED_PARTS, (found) => {
      if (!found.startsWith("*")) return found;
      return found.endsWith("/") ? "**/" : "**";
    });
}

/** A collapsed pattern, sign by sign. Throws `invalid_input` for too many wildcards and for a set that is not valid. */
function stepsOf(pattern: string): Step[] {
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
