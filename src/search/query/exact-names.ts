import { quotedName, technicalName } from "../../names/technical-names.ts";
import type { EntityType } from "../../names/types.ts";
import type { AnalysedQuery } from "./analyse.ts";
import { namesInBackticks, namesIn } from "./identifiers.ts";

/** Told apart from words by a digit, an underscore or a capital inside: OPS-1234, E4012, max_pool, getUser; not and/or. */
const CODE_SHAPE = /\p{N}|_|\p{Ll}\p{Lu}/u;
/** Shorter numbers are counts as often as names. */
const NUMBER = /^\p{N}{3,}$/u;
const FLAG = /^--\p{L}[\p{L}\p{N}-]+/u;
const CALL = /\(\)$/;
const SPACE = /\s/;
/** Written small, and no files: a passage may say Node alone. */
const FRAMEWORK = /^(?:node|next|nuxt|vue|react|three|express)\.js$/;
/** Of one name each. People and products are called by others, too, and addresses are rarely typed whole. */
const ONE_THING: ReadonlySet<EntityType> = new Set([
  "path",
  "code",
  "ticket",
  "error",
  "variable",
  "package",
] satisfies EntityType[]);

/**
 * Names and numbers of a query that stand for one thing only, so that a passage about another one has another: files,
 * symbols, calls, flags, tickets, errors, variables, packages, and what stands in backticks. As typed, each once.
 */
export function exactNames({ text, words }: Pick<AnalysedQuery, "text" | "words">): string[] {
  const names = new Set([
    ...namesIn(text).flatMap((word) => shapedName(word) ?? []),
    ...namesInBackticks(text).flatMap((inside) => nameInBackticks(inside) ?? []),
  ]);
  const isPart = (word: string) => [...names].some((name) => name.includes(word));
  return [...names, ...words.filter((word) => NUMBER.test(word) && !isPart(word))];
}

/** By its shape alone, where nothing else has that shape. */
function shapedName(word: string): string | undefined {
  const flag = FLAG.exec(word)?.[0];
  if (flag !== undefined) return flag;
  const technical = FRAMEWORK.test(word) ? undefined : technicalName(word);
  if (technical !== undefined && technical.evidence >= 1 && ONE_THING.has(technical.type))
    return technical.name;
  return CODE_SHAPE.test(word) ? word.replace(CALL, "") : undefined;
}

/** One word in backticks, but none of a programming language. */
function nameInBackticks(inside: string): string | undefined {
  const name = quotedName(inside.trim());
  return name !== undefined && ONE_THING.has(name.type) && !SPACE.test(name.name) ? name.name : undefined;
}

/** Where a name may stand: a text, the headings over it, its document's path. */
interface Passage {
  readonly text: string;
  readonly headings: readonly string[];
  readonly path: string;
}

/**
 * Tells whether a passage has such a name whole, in any case: in its text, its headings or its path. `getUser` is not in
 * `getUserById`, nor `deploy.ts` in `pre-deploy.ts`; `iPhone` is in `iPhones`. Of a path the last two parts are enough, each by
 * itself: a folder is pushed under another name, and notes shorten.
 */
export function nameTest({ text, headings, path }: Passage): (name: string) => boolean {
  const places = [text, ...headings, path].map((where) => where.toLowerCase());
  return (name) =>
    partsOf(name.toLowerCase()).every((part) => places.some((where) => holdsWhole(where, part)));
}

const SLASHES = /[\\/]+/;
const SCOPED = /^@[^/]/;
const HAS_WORD = /[\p{L}\p{N}]/u;

function partsOf(name: string): readonly string[] {
  const parts = SCOPED.test(name) ? [] : name.split(SLASHES).filter((part) => HAS_WORD.test(part));
  return parts.length < 2 ? [name] : parts.slice(-2);
}

function holdsWhole(text: string, name: string): boolean {
  const isContinued = continuationOf(name);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!isContinued(text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2))) return true;
  }
  return false;
}

const OPENS_WORD = /^[\p{L}_]/u;
const CLOSES_WORD = /[\p{L}_]$/u;
const OPENS_NUMBER = /^\p{N}/u;
const CLOSES_NUMBER = /\p{N}$/u;
const WORD_BEFORE = /[\p{L}\p{N}_]$/u;
const WORD_AFTER = /^(?!s(?:[^\p{L}\p{N}_]|$))[\p{L}\p{N}_]/u;
const NUMBER_BEFORE = /\p{N}$/u;
const NUMBER_AFTER = /^\p{N}/u;
const JOINED_BEFORE = /[\p{L}\p{N}_][-.]$/u;
const JOINED_AFTER = /^[-.][\p{L}\p{N}_]/u;

/** Whether the two characters before and after a name make another one of it. */
function continuationOf(name: string): (before: string, after: string) => boolean {
  const before = OPENS_WORD.test(name) ? WORD_BEFORE : OPENS_NUMBER.test(name) ? NUMBER_BEFORE : undefined;
  const after = CLOSES_WORD.test(name) ? WORD_AFTER : CLOSES_NUMBER.test(name) ? NUMBER_AFTER : undefined;
  // Of files and flags; in prose a hyphen joins what belongs to a name: IL-17-producing.
  const isJoined = FLAG.test(name) || FILE.test(name);
  return (left, right) =>
    before?.test(left) === true ||
    after?.test(right) === true ||
    (isJoined && (JOINED_BEFORE.test(left) || JOINED_AFTER.test(right)));
}

const FILE = /\.[a-z][a-z\d]*$/;
