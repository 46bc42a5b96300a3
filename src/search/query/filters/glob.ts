import { automaton, collapsed, stepsOf } from "./glob-automaton.ts";

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

const LITERALS_ALL = /\*\*\/?|\*|\?|\[[^\]/]+\]/g;
const LITERALS = /\*\*\/?|\*|\?|\[[^\]/]+\]/;
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
    isExact: sqlGlobs.length > 0 && slashes !== undefined,
    matches: remembered(matches),
  };
}

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
  const isPlain = !pattern.replaceAll(LITERALS_ALL, "").includes("[");
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
