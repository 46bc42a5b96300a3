import { fold } from "../text/words/fold.ts";
import type { EntityType } from "./types.ts";

export interface ComparedEntity {
  readonly slug: string;
  readonly name: string;
  readonly type: EntityType;
  readonly aliases: readonly string[];
}

/** Why two entities may be one: same letters, names left out or shortened, a first name only, initials. */
export type SuggestionReason = "spelling" | "shortened" | "first_name" | "abbreviation";

/** Surest first. */
const REASONS: readonly SuggestionReason[] = ["spelling", "shortened", "abbreviation", "first_name"];
const WORD = /[\p{L}\p{N}]+/gu;
const MAX_SUGGESTIONS = 20;
const CAPITALS = /^\p{Lu}[\p{Lu}\p{N}s]+$/u;
const MIN_ABBREVIATION_CHARS = 2;
const MIN_FIRST_NAME_CHARS = 3;
/** Small words that abbreviations leave out. */
const SKIPPED = new Set("of the and for de la del und fur der y".split(" "));
/** Types whose names people shorten; a path or a function with fewer words is another one. */
const SHORTENED: ReadonlySet<EntityType> = new Set([
  ...(["person", "organisation", "project", "place", "product", "concept", "heading", "other"] as const),
]);

/** Names of one entity that are compared: its own, and of its aliases the first. */
const MAX_NAMES = 50;

interface Name {
  readonly words: readonly string[];
  /** All its letters and digits. */
  readonly letters: string;
  /** First letters of its words, with and without the small ones. */
  readonly initials: readonly string[];
  /** Written as abbreviations are, in capitals. */
  readonly isCapitals: boolean;
}

interface Named extends ComparedEntity {
  /** Its own first. */
  readonly names: readonly Name[];
}

/**
 * Entities that may be the same as one, surest first, each once, at most 20. A first name is suggested only when one
 * person among all has it. For people to decide: nothing is merged by it. Of each entity 50 names are compared.
 */
export function aliasSuggestions(
  entity: ComparedEntity,
  others: readonly ComparedEntity[],
): { readonly slug: string; readonly reason: SuggestionReason }[] {
  const one = foldedNames(entity);
  const rest = others.filter(({ slug }) => slug !== entity.slug).map(foldedNames);
  const found = rest.flatMap((other) => {
    const reason = sameBy(one, other, rest);
    return reason === undefined ? [] : [{ slug: other.slug, reason }];
  });
  return found
    .sort((a, b) => REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason) || (a.slug < b.slug ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS);
}

const initialsOf = (words: readonly string[]): string => words.map((word) => [...word][0] ?? "").join("");

function nameOf(name: string): Name {
  const words: string[] = fold(name).match(WORD) ?? [];
  return {
    words,
    letters: words.join(""),
    initials: [initialsOf(words), initialsOf(words.filter((word) => !SKIPPED.has(word)))],
    isCapitals: CAPITALS.test(name),
  };
}

const foldedNames = (entity: ComparedEntity): Named => ({
  ...entity,
  names: [entity.name, ...entity.aliases].slice(0, MAX_NAMES).map(nameOf),
});

function sameBy(one: Named, other: Named, rest: readonly Named[]): SuggestionReason | undefined {
  const somePair = (isSame: (a: Name, b: Name) => boolean) =>
    one.names.some((a) => other.names.some((b) => isSame(a, b)));
  if (somePair(isSameSpelling)) return "spelling";
  if (!SHORTENED.has(one.type) || !SHORTENED.has(other.type)) return undefined;
  if (somePair((a, b) => isShortened(a, b) || isShortened(b, a))) return "shortened";
  if (somePair((a, b) => abbreviates(a, b) || abbreviates(b, a))) return "abbreviation";
  return isOnlyFirstName(one, other, rest) ? "first_name" : undefined;
}

const isSameSpelling = (a: Name, b: Name): boolean => a.letters !== "" && a.letters === b.letters;

/** "Ana López" and "A. López" of "Ana María López": first and last agree, nothing new stands between. */
function isShortened({ words: fewer }: Name, { words: more }: Name): boolean {
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
export const isAbbreviation = (short: string, long: string): boolean =>
  CAPITALS.test(short) && abbreviates(nameOf(short), nameOf(long));

const abbreviates = (short: Name, long: Name): boolean =>
  short.words.length === 1 &&
  short.isCapitals &&
  short.letters.length >= MIN_ABBREVIATION_CHARS &&
  long.words.length >= MIN_ABBREVIATION_CHARS &&
  long.initials.includes(short.letters);

/** "Tobias" and "Tobias Kraft", when no other entity's name of several words begins with it. */
function isOnlyFirstName(one: Named, other: Named, rest: readonly Named[]): boolean {
  const [a, b] = [ownWords(one), ownWords(other)];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const [first = ""] = short;
  if (short.length !== 1 || long.length < 2 || long[0] !== first || first.length < MIN_FIRST_NAME_CHARS)
    return false;
  if (one.type !== "person" && other.type !== "person") return false;
  const names = [one, ...rest].map(ownWords);
  return names.filter((words) => words.length > 1 && words[0] === first).length === 1;
}

const ownWords = ({ names }: Named): readonly string[] => names[0]?.words ?? [];
