import { answerName, type DatabaseRead } from "../../hops/reads.ts";
import type { PoolSizes, SearchPlan } from "../../plan.ts";
import type { KnownQuery } from "../../query/analyse.ts";
import { withPhrases } from "../../query/match-text.ts";
import type { UnknownWord } from "../../query/repair.ts";
import { number, toggle } from "../../setting.ts";
import { type Arm, listOf, type SearchState } from "../arm.ts";
import { REPAIRED_MATCHES, repairedMatchesRead } from "./held-terms.ts";
import { isNarrowedLater, type KeywordMatch, matchesRead } from "./matches.ts";
import { withOwnBm25 } from "./own-bm25.ts";
import { IN_PERIOD, periodRead } from "./period.ts";
import { type Rescored, rescore } from "./rescore.ts";
import { typedFrequencyRead, vocabularyRead } from "./vocabulary.ts";

/** What the keyword index answered to the query as it was written. */
export const MATCHES = answerName<readonly KeywordMatch[]>("keyword");

/** Words, by FTS5 and re-scoring. A query that holds no word finds nothing, which is a list as well. */
export const keyword: Arm = {
  name: "keyword",
  settings: { keyword: toggle(true, "words, by FTS5 and re-scoring") },
  weight: number(1, [0, 10], { meaning: "rrf and weighted: weight of the keyword arm" }),
  isOn,
  reads: {
    hop1: (plan) => [
      ...matchesRead(MATCHES, plan, plan.query),
      ...periodRead(plan),
      ...(plan.query.typed === undefined ? [] : [typedFrequencyRead(plan.workspace, plan.query.typed)]),
    ],
    // A word that no chunk has is repaired from the vocabulary; what the isolate remembers of that is asked at once.
    hop2: (state) => ({
      database: [
        ...state.repaired.lacking.map((letter) => vocabularyRead(state.plan.workspace, letter)),
        ...repairedRead(state),
      ],
    }),
    hop3: repairedRead,
  },
  rows: (state) => matchesOf(state) ?? [],
  lists(state) {
    const matches = matchesOf(state);
    if (matches === undefined) return [];
    const entries = listOf(state.lists, "keyword") ?? rankByKeyword(state.repaired, matches, state.plan);
    return [{ name: "keyword", arm: "keyword", entries }];
  },
};

/** The embedded vector arm scores this arm's pool, so that it needs it in any profile. */
function isOn({ profile: { arms }, serving }: SearchPlan): boolean {
  return arms.keyword === true || (arms.vector === true && serving.embedder.kind === "embedded");
}

function repairedRead({ plan, repaired: { unknown }, answers }: SearchState): readonly DatabaseRead[] {
  const isOwed = unknown.some(isSearched) && answers.of(REPAIRED_MATCHES) === undefined;
  return isOwed ? repairedMatchesRead(plan, unknown) : [];
}

const isSearched = (one: UnknownWord): boolean => one.isSearched;

/**
 * What has words of the query, and behind it what was said in the time asked for, which is of the first pool. Undefined: it
 * is still to be read, or nobody asked for it.
 */
function matchesOf(state: SearchState): readonly KeywordMatch[] | undefined {
  const { plan, answers } = state;
  const matches = wordMatchesOf(state);
  const dated = answers.of(IN_PERIOD) ?? [];
  if (matches === undefined || dated.length === 0) return matches;
  const { from, ofArm } = plan.pool;
  // The first pool has read so many by words; what is dated so was added to it where it is behind them.
  const read = Math.max(0, ofArm - from);
  if (from > 0) return [...matches.slice(0, read), ...without(matches.slice(read), dated)];
  const passing = withPhrases(matches, plan.query.phrases);
  const more = without(withPhrases(dated, plan.query.phrases), passing).slice(0, ofArm - 1);
  return [...passing.slice(0, ofArm - more.length), ...more];
}

function without(matches: readonly KeywordMatch[], others: readonly KeywordMatch[]): readonly KeywordMatch[] {
  const ids = new Set(others.map(({ id }) => id));
  return matches.filter(({ id }) => !ids.has(id));
}

/**
 * Matches of the arm up to the end of this pool, where there may be more behind it; undefined: there are none. Infinity:
 * pages lead no further, where matches are checked behind SQL, which looks at a bounded number of them once and for all.
 */
export function endOfPool(state: SearchState): number | undefined {
  const { plan, answers } = state;
  const matches = wordMatchesOf(state);
  if (!isOn(plan) || matches === undefined) return undefined;
  const { from, ofArm } = plan.pool;
  if (isNarrowedLater(plan))
    return withPhrases(matches, plan.query.phrases).length > ofArm ? Number.POSITIVE_INFINITY : undefined;
  const dated = from === 0 ? without(answers.of(IN_PERIOD) ?? [], matches).slice(0, ofArm - 1).length : 0;
  return matches.length > ofArm - dated || matches.length === ofArm ? from + ofArm - dated : undefined;
}

function wordMatchesOf({ plan, repaired, answers }: SearchState): readonly KeywordMatch[] | undefined {
  if (repaired.unknown.some(isSearched)) return answers.of(REPAIRED_MATCHES);
  return answers.of(MATCHES) ?? (isOn(plan) ? [] : undefined);
}

/** The matches that hold every quoted phrase of the query; undefined: they are still to be read. */
export const matchesWithPhrases = (state: SearchState): readonly KeywordMatch[] | undefined => {
  const matches = matchesOf(state);
  return matches && withPhrases(matches, state.plan.query.phrases);
};

/** A keyword question's matches, scored again from their text by the query's words; best first. */
export function rankByKeyword(
  known: KnownQuery,
  matches: readonly KeywordMatch[],
  {
    pool: { ofArm, sourceRows },
    confines,
  }: { readonly pool: Pick<PoolSizes, "ofArm" | "sourceRows"> } & Pick<SearchPlan, "confines">,
): readonly Rescored[] {
  const candidates = withPhrases(matches, known.query.phrases)
    .slice(0, ofArm)
    .map(({ id, documentNum, documentChunks, headings, text, language, bm25 }) => ({
      id,
      documentNum,
      documentChunks,
      title: headings.join("\n"),
      text,
      language,
      bm25,
    }));
  return rescore(known, confines === undefined ? candidates : withOwnBm25(known, candidates), sourceRows);
}
