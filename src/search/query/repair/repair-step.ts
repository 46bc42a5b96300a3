import { stem } from "../../../text/words/stem.ts";
import type { IsolateMemory } from "../../hops/isolate-memory.ts";
import type { FirstHopAnswer, VocabularyTerm } from "../../sql/search-types.ts";
import type { AnalysedQuery } from "../analyse.ts";
import type { TermStatistics } from "../term-statistics.ts";
import { type Repair, repairWord, withRepairs, wordsToRepair } from "./repair.ts";

/** Words that no chunk holds, and what of the vocabulary is still lacking to repair them. */
export interface RepairTask {
  readonly words: readonly string[];
  readonly lacking: readonly string[];
}

/** A query with its repairs, and statistics that know the repaired terms. */
export interface RepairedQuery {
  readonly query: AnalysedQuery;
  readonly statistics: TermStatistics;
  readonly repairs: readonly Repair[];
}

/** Each first letter reads some thousand rows: a query with more unknown words than this is not misspelt but foreign. */
const MAX_LETTERS = 4;

const firstLetter = (word: string): string => [...stem(word)][0] ?? "";

/** How many chunks the workspace has, and how many of them each word; 0 without a workspace. */
export const statisticsOf = ({ workspace, documentFrequency }: FirstHopAnswer): TermStatistics => ({
  chunkCount: workspace?.chunks ?? 0,
  chunkFrequency: documentFrequency,
});

/** What repairing the query takes; no words: nothing to do. */
export function repairTask(
  query: AnalysedQuery,
  first: FirstHopAnswer,
  memory: Pick<IsolateMemory, "vocabulary">,
): RepairTask {
  const statistics = statisticsOf(first);
  if (statistics.chunkCount === 0) return { words: [], lacking: [] };
  const unknown = wordsToRepair(query, statistics);
  const letters = [...new Set(unknown.map(firstLetter))].slice(0, MAX_LETTERS);
  const words = unknown.filter((word) => letters.includes(firstLetter(word)));
  const { num = 0, version = 0 } = first.workspace ?? {};
  return {
    words,
    lacking: letters.filter((letter) => memory.vocabulary(num, version, letter) === undefined),
  };
}

/** The query with every word repaired that has a near term in the vocabulary. */
export function repairQuery(
  query: AnalysedQuery,
  { words }: RepairTask,
  known: {
    readonly statistics: TermStatistics;
    readonly vocabulary: (letter: string) => readonly VocabularyTerm[];
  },
): RepairedQuery {
  const { statistics, vocabulary } = known;
  const repairs = words.flatMap((word) => repairWord(word, vocabulary(firstLetter(word))) ?? []);
  if (repairs.length === 0) return { query, statistics, repairs };
  const frequency = new Map(statistics.chunkFrequency);
  for (const { from, stem: term } of repairs)
    frequency.set(term, vocabulary(firstLetter(from)).find((entry) => entry.term === term)?.doc ?? 0);
  return {
    query: withRepairs(query, repairs),
    statistics: { ...statistics, chunkFrequency: frequency },
    repairs,
  };
}
