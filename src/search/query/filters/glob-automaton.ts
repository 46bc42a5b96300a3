import { AppError } from "../../../errors.ts";

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

/** A collapsed pattern, sign by sign. Throws `invalid_input` for too many wildcards and for a set that is not valid. */
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
