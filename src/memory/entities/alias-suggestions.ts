import { fold } from "../../text/fold.ts";
import type { EntityType } from "./types.ts";

/** An entity as suggestions compare it. */
export interface ComparedEntity {
  readonly slug: string;
  readonly name: string;
  readonly type: EntityType;
  readonly aliases: readonly string[];
}

/** Why two entities may be one: same letters, names left out or shortened, a first name only, initials. */
export type SuggestionReason = "spelling" | "shortened" | "first_name" | "abbreviation";

export interface AliasSuggestion {
  /** The slug of the other entity. */
  readonly slug: string;
  readonly reason: SuggestionReason;
}

/** Surest first. */
const REASONS: readonly SuggestionReason[] = ["spelling", "shortened", "abbreviation", "first_name"];
const WORD = /[\p{L}\p{N}]+/gu;
const MAX_SUGGESTIONS = 20;
const MIN_ABBREVIATION_CHARS = 2;
const MIN_FIRST_NAME_CHARS = 3;
/** Small words that abbreviations leave out. */
const SKIPPED = new Set("of the and for de la del und fur der y".split(" "));
/** Types whose names people shorten; a path or a function with fewer words is another one. */
const SHORTENED: ReadonlySet<EntityType> = new Set([
  "person",
  "organisation",
  "project",
  "place",
  "product",
  "concept",
  "heading",
  "other",
]);

/**
 * Entities that may be the same as one, surest first, each once, at most 20. A first name is suggested only when one
 * person among all has it. For people to decide: nothing is merged by it.
 */
export function aliasSuggestions(
  entity: ComparedEntity,
  others: readonly ComparedEntity[],
): AliasSuggestion[] {
  const rest = others.filter(({ slug }) => slug !== entity.slug);
  const found = rest.flatMap((other) => {
    const reason = sameBy(entity, other, rest);
    return reason === undefined ? [] : [{ slug: other.slug, reason }];
  });
  return found
    .sort((a, b) => REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason) || (a.slug < b.slug ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS);
}

const namesOf = ({ name, aliases }: ComparedEntity) => [name, ...aliases];
const wordsOf = (name: string): string[] => fold(name).match(WORD) ?? [];

function sameBy(
  one: ComparedEntity,
  other: ComparedEntity,
  rest: readonly ComparedEntity[],
): SuggestionReason | undefined {
  const pairs = namesOf(one).flatMap((a) => namesOf(other).map((b) => [a, b] as const));
  if (pairs.some(([a, b]) => isSameSpelling(a, b))) return "spelling";
  if (!SHORTENED.has(one.type) || !SHORTENED.has(other.type)) return undefined;
  if (pairs.some(([a, b]) => isShortened(a, b) || isShortened(b, a))) return "shortened";
  if (pairs.some(([a, b]) => isAbbreviation(a, b) || isAbbreviation(b, a))) return "abbreviation";
  return isOnlyFirstName(one, other, rest) ? "first_name" : undefined;
}

function isSameSpelling(a: string, b: string): boolean {
  const letters = wordsOf(a).join("");
  return letters !== "" && letters === wordsOf(b).join("");
}

/** "Ana López" and "A. López" of "Ana María López": first and last agree, nothing new stands between. */
function isShortened(short: string, long: string): boolean {
  const [fewer, more] = [wordsOf(short), wordsOf(long)];
  if (fewer.length < 2 || fewer.length > more.length || fewer.at(-1) !== more.at(-1)) return false;
  let at = 0;
  for (const word of fewer) {
    while (at < more.length && !isWordOrInitial(word, more[at] ?? "")) at += 1;
    if (at === more.length) return false;
    at += 1;
  }
  return isWordOrInitial(fewer[0] ?? "", more[0] ?? "");
}

const isWordOrInitial = (short: string, long: string) =>
  short === long || (short.length === 1 && long.startsWith(short));

/** "MCP" of "Model Context Protocol". */
export function isAbbreviation(short: string, long: string): boolean {
  const [letters = "", second] = wordsOf(short);
  if (
    second !== undefined ||
    letters.length < MIN_ABBREVIATION_CHARS ||
    !/^\p{Lu}[\p{Lu}\p{N}s]+$/u.test(short)
  )
    return false;
  const words = wordsOf(long);
  if (words.length < MIN_ABBREVIATION_CHARS) return false;
  const initials = (kept: readonly string[]) => kept.map((word) => [...word][0] ?? "").join("");
  return [initials(words), initials(words.filter((word) => !SKIPPED.has(word)))].includes(letters);
}

/** "Tobias" and "Tobias Kraft", when no other entity's name of several words begins with it. */
function isOnlyFirstName(
  one: ComparedEntity,
  other: ComparedEntity,
  rest: readonly ComparedEntity[],
): boolean {
  const [a, b] = [wordsOf(one.name), wordsOf(other.name)];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const [first = ""] = short;
  if (short.length !== 1 || long.length < 2 || long[0] !== first || first.length < MIN_FIRST_NAME_CHARS)
    return false;
  if (one.type !== "person" && other.type !== "person") return false;
  const sharing = [one, ...rest].filter(({ name }) => beginsWith(name, first));
  return sharing.length === 1;
}

function beginsWith(name: string, first: string): boolean {
  const words = wordsOf(name);
  return words.length > 1 && words[0] === first;
}
