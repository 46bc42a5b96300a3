import { isCjk } from "../../../text/words/cjk.ts";
import { stem } from "../../../text/words/stem.ts";
import { isStopWord } from "../../../text/words/stop-words.ts";
import { tokenise } from "../../../text/words/tokenise.ts";
import { findTerm } from "../../arms/keyword/proximity.ts";
import type { WeighedTerm } from "../../query/analyse.ts";
import { SAYS_NEW } from "./grammar.ts";

// Of things of one kind a word or a number beside the kind says which: staging shard 7, printer Oslo 4. What speaks of
// production shard 7 has most words of the question and is about another thing.

/** Two words that follow each other in the query. */
interface Neighbours {
  readonly first: WeighedTerm;
  readonly second: WeighedTerm;
}

/** What a statement has of neighbours, by their place in the list. */
export interface Naming {
  /** It has both, one behind the other. */
  readonly whole: ReadonlySet<number>;
  /** It has one of them, and in the place of the other something else, wherever it has it. */
  readonly other: ReadonlySet<number>;
}

const NUMBER = /^\p{N}/u;

/** The neighbours of a query: content words with nothing but a space or a hyphen between them. */
export function neighboursOf(text: string, terms: readonly WeighedTerm[]): readonly Neighbours[] {
  const byStem = new Map(terms.filter((term) => !isCjk(term.stem)).map((term) => [term.stem, term]));
  const words = tokenise(text).map((word) => byStem.get(stem(word)));
  return words.flatMap((second, at) => {
    const first = words[at - 1];
    return first === undefined || second === undefined || first === second ? [] : [{ first, second }];
  });
}

/** Between two words of one name. */
const GAP = /^[ \t_-]{1,2}$/;
const WORD_BEFORE = /([\p{L}\p{N}]{1,64})[ \t_-]{1,2}$/u;
const NUMBER_BEHIND = /^[ \t_#-]{0,2}\p{N}/u;
/** Characters before a word in which the one before it is looked for. */
const LOOK_BACK = 66;

/** What a folded statement, with the folded headings above it, has of a query's neighbours. */
export function namingOf(
  statement: string,
  { neighbours, headings }: { readonly neighbours: readonly Neighbours[]; readonly headings: string },
): Naming {
  const whole = new Set<number>();
  const other = new Set<number>();
  const starts = (term: WeighedTerm) => findTerm(statement, term).whole;
  const isAbove = (term: WeighedTerm) => findTerm(headings, term).whole.length > 0;
  for (const [at, { first, second }] of neighbours.entries()) {
    const [before, behind] = [starts(first), starts(second)];
    const isPair = before.some(({ end }) =>
      behind.some(({ start }) => start > end && GAP.test(statement.slice(end, start))),
    );
    if (isPair) whole.add(at);
    else if (isReplaced(statement, { first, before, behind, isAbove: isAbove(first) })) other.add(at);
    else if (isRenumbered(statement, { second, before, behind, isAbove: isAbove(second) })) other.add(at);
  }
  return { whole, other };
}

type Places = readonly { readonly start: number; readonly end: number }[];

interface Found {
  readonly before: Places;
  readonly behind: Places;
  /** A heading has the word that the statement lacks. */
  readonly isAbove: boolean;
}

/** Whether another word that names something stands wherever the first would: production shard. */
function isReplaced(
  statement: string,
  { first, before, behind, isAbove }: Found & { readonly first: WeighedTerm },
): boolean {
  if (before.length > 0 || behind.length === 0 || isAbove || NUMBER.test(first.stem)) return false;
  return behind.every(({ start }) => {
    const [, word = ""] = WORD_BEFORE.exec(statement.slice(Math.max(0, start - LOOK_BACK), start)) ?? [];
    return word !== "" && !isStopWord(word, "english") && !SAYS_NEW.has(word);
  });
}

/** Whether another number stands wherever the second, a number, would: shard 8. */
function isRenumbered(
  statement: string,
  { second, before, behind, isAbove }: Found & { readonly second: WeighedTerm },
): boolean {
  if (behind.length > 0 || before.length === 0 || isAbove || !NUMBER.test(second.stem)) return false;
  return before.every(({ end }) => NUMBER_BEHIND.test(statement.slice(end)));
}

/** Whether what has the first naming speaks of another thing than what has the second, which names it as the query does. */
export const isNamedApart = ({ other }: Naming, { whole }: Naming): boolean =>
  [...other].some((at) => whole.has(at));

/** The naming of a passage: as any of its statements names the thing, and as all of them name another. */
export const namingOfAll = (all: readonly Naming[]): Naming => ({
  whole: new Set(all.flatMap(({ whole }) => [...whole])),
  other: new Set([...(all[0]?.other ?? [])].filter((at) => all.every(({ other }) => other.has(at)))),
});
