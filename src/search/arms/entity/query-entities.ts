import { isCjk } from "../../../text/words/cjk.ts";
import { fold, normalise } from "../../../text/words/fold.ts";
import { isFunctionWord, MIN_CJK_NAME_CHARS, NAME_WORD, nameParts } from "../../../text/words/name-parts.ts";
import { containsIdentifier } from "../../query/identifiers.ts";

/** What a way of being found weighs: an alias is nearly as sure as the name, a part may be of many. */
const ENTITY_WEIGHTS: Readonly<Record<EntityMatchKind, number>> = { name: 1, alias: 0.9, part: 0.6 };

interface EntityMatch {
  readonly id: string;
  readonly match: EntityMatchKind;
  /** 1, 0.9 or 0.6. */
  readonly weight: number;
}

/** Longer names are found by their parts only. */
const MAX_NAME_WORDS = 8;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Found extends Span {
  readonly form: NameForm;
}

/**
 * The entities that a query names, each once by its best match; best first, ties by id. An entity is named when its name,
 * an alias or a word of either stands in the query as whole words, whatever the case. A name within a longer one that was found is not meant ("York" in "New York
 * Times"). A name that is also a function word ("IT", "WHO") must be written as the index has it. Work grows with the
 * query, not with the number of names, except for Chinese, Japanese and Korean ones.
 */
export function queryEntities(
  query: string,
  names: readonly EntityName[] | NameIndex,
): readonly EntityMatch[] {
  const index = "byWords" in names ? names : indexNames(names);
  const text = normalise(query);
  const found = [...foundByWords(text, index), ...foundInRuns(text, index)];
  return bestOfEach(longestOnly(found));
}

function foundByWords(text: string, { byWords, byPart }: NameIndex): Found[] {
  const folded = fold(text);
  const words = Array.from(folded.matchAll(NAME_WORD), ({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }));
  const found: Found[] = [];
  for (const [at, { word, start, end }] of words.entries()) {
    for (const form of byPart.get(word) ?? []) found.push({ form, start, end });
    let key = "";
    for (const { word: next, end } of words.slice(at, at + MAX_NAME_WORDS)) {
      key = key === "" ? next : `${key} ${next}`;
      for (const form of byWords.get(key) ?? [])
        if (isWritten(form, { text, folded, end })) found.push({ form, start, end });
    }
  }
  return found;
}

/** Signs that make another name of a word: C++, C#, .NET, @scope. */
const HAS_SIGN = /^[.@#$]|[+#]$/;
const SIGN_FOLLOWS = /^[+#](?![\p{L}\p{N}])/u;

interface Place {
  readonly text: string;
  readonly folded: string;
  readonly end: number;
}

/** What the words alone do not tell: the signs of C++ and C#, and the case of names that are function words. */
function isWritten({ written, folded: name }: NameForm, { text, folded, end }: Place): boolean {
  if (isFunctionWord(name)) return containsIdentifier(text, normalise(written).trim());
  if (HAS_SIGN.test(name)) return containsIdentifier(folded, name);
  return !SIGN_FOLLOWS.test(folded.slice(end, end + 2));
}

function foundInRuns(text: string, { cjk }: NameIndex): Found[] {
  if (!isCjk(text)) return [];
  const folded = fold(text);
  return [...cjk].flatMap(([name, forms]) =>
    occurrences(folded, name).flatMap((span) => forms.map((form) => ({ form, ...span }))),
  );
}

function occurrences(text: string, name: string): Span[] {
  if ([...name].length < MIN_CJK_NAME_CHARS) return [];
  const spans: Span[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const span = { start: at, end: at + name.length };
    if (!isInsideWord(text, span)) spans.push(span);
  }
  return spans;
}

/** What is written with spaces between words. */
const SPACED = /[[\p{L}\p{N}]--[\p{Script=Han}\p{scx=Hiragana}\p{scx=Katakana}]]/v;
const HANGUL = /\p{Script=Hangul}/u;

/** Chinese and Japanese names stand anywhere in a run; a Korean one begins a word, for particles follow it. */
function isInsideWord(text: string, { start, end }: Span): boolean {
  const isSpaced = (at: number) => SPACED.test(text[at] ?? "");
  if (isSpaced(start - 1) && isSpaced(start)) return true;
  return isSpaced(end - 1) && isSpaced(end) && !HANGUL.test(text[end - 1] ?? "");
}

/** Without what lies within something longer that is a whole name. */
function longestOnly(found: readonly Found[]): Found[] {
  const endsAt = new Map<number, number>();
  for (const { form, start, end } of found)
    if (form.match !== "part") endsAt.set(start, Math.max(endsAt.get(start) ?? 0, end));
  const kept: Found[] = [];
  let reach = 0;
  let at = -1;
  for (const one of [...found].sort((a, b) => a.start - b.start)) {
    // Names that begin before this one, and how far the farthest goes.
    if (one.start !== at) {
      reach = Math.max(reach, endsAt.get(at) ?? 0);
      at = one.start;
    }
    if (reach < one.end && (endsAt.get(at) ?? 0) <= one.end) kept.push(one);
  }
  return kept;
}

function bestOfEach(found: readonly Found[]): EntityMatch[] {
  const best = new Map<string, EntityMatch>();
  for (const { form } of found) {
    const weight = ENTITY_WEIGHTS[form.match];
    if (weight > (best.get(form.id)?.weight ?? 0))
      best.set(form.id, { id: form.id, match: form.match, weight });
  }
  return [...best.values()].sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1));
}

export interface EntityName {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

type EntityMatchKind = "name" | "alias" | "part";

/** One name of an entity, or one word of it. */
interface NameForm {
  readonly id: string;
  readonly match: EntityMatchKind;
  /** As the index has it. */
  readonly written: string;
  /** Folded, with the punctuation that its words lose; for a part, the part. */
  readonly folded: string;
}

type Forms = ReadonlyMap<string, readonly NameForm[]>;

/** Names prepared to be found: once for a list, for as many queries as come. */
interface NameIndex {
  /** By their folded words with one space between. */
  readonly byWords: Forms;
  /** By one of several words. */
  readonly byPart: Forms;
  /** Chinese, Japanese and Korean names and parts, folded: their script has no words to look up. */
  readonly cjk: Forms;
}

/** What more entities than this are called, or have in their names, points at none of them. */
const MAX_SHARING = 10;

/** Prepares names to be found in queries. */
export function indexNames(names: readonly EntityName[]): NameIndex {
  const byWords = new Map<string, NameForm[]>();
  const byPart = new Map<string, NameForm[]>();
  const cjk = new Map<string, NameForm[]>();
  for (const form of names.flatMap(formsOf)) {
    const words = form.folded.match(NAME_WORD) ?? [];
    if (isCjk(form.folded)) append(cjk, form.folded, form);
    else if (words.length > 0) append(byWords, words.join(" "), form);
    for (const part of nameParts(words))
      append(isCjk(part) ? cjk : byPart, part, { ...form, match: "part", folded: part });
  }
  return { byWords: withoutShared(byWords), byPart: withoutShared(byPart), cjk: withoutShared(cjk) };
}

function formsOf({ id, name, aliases }: EntityName): NameForm[] {
  return [name, ...aliases].map((written, index) => ({
    id,
    match: index === 0 ? "name" : "alias",
    written,
    folded: fold(written).trim(),
  }));
}

function append(map: Map<string, NameForm[]>, key: string, form: NameForm): void {
  const forms = map.get(key);
  if (forms === undefined) map.set(key, [form]);
  else forms.push(form);
}

const withoutShared = (map: Map<string, NameForm[]>): Forms =>
  new Map([...map].filter(([, forms]) => new Set(forms.map(({ id }) => id)).size <= MAX_SHARING));
