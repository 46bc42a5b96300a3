import type { AnalysedQuery } from "../query/analyse.ts";
import { exactNames, nameTest } from "../query/exact-names.ts";
import type { RepairedQuery } from "../query/repair.ts";
import type { SaidPassage } from "./passage-of.ts";

// Reasons not to rely on an answer, however likely its words make it.

/** Names and numbers of the query that stand in none of the passages, nor in their headings and paths, nor are said by their dates. */
export function missingNames(
  query: AnalysedQuery,
  passages: readonly Omit<SaidPassage, "context">[],
): string[] {
  const have = passages.map(({ date = "", ...said }) =>
    nameTest({ ...said, headings: [...said.headings, date] }),
  );
  return exactNames(query).filter((name) => !have.some((has) => has(name)));
}

/**
 * An answer about OPS-1234 to a question for OPS-9999; one to a query without a word that carries something; one about
 * Martinez to who asked for Martinek.
 */
export const isDoubtful = (repaired: RepairedQuery, missing: readonly string[]): boolean =>
  missing.length > 0 ||
  repaired.query.isEmpty ||
  repaired.repairs.some(({ from }) => isNameIn(repaired.query.text, from));

/** Whether a word has a capital where no sentence begins. */
const isNameIn = (text: string, word: string): boolean =>
  text
    .split(SPACES)
    .slice(1)
    .some((typed) => CAPITAL.test(typed) && typed.toLowerCase().startsWith(word));

const SPACES = /\s+/u;
const CAPITAL = /^\p{Lu}/u;
