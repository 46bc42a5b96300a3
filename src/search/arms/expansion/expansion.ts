import { statement } from "../../../database/statement.ts";
import type { VectorMatch } from "../../../models/ports.ts";
import type { ArmList } from "../../fusion/lists.ts";
import { type AnswerName, answerName, type DatabaseRead, databaseRead, indexRead } from "../../hops/reads.ts";
import type { SearchPlan } from "../../plan.ts";
import {
  type AnalysedQuery,
  analyseQuery,
  type KnownQuery,
  type TermStatistics,
} from "../../query/analyse.ts";
import { known } from "../../query/language-forms.ts";
import { number, toggle } from "../../setting.ts";
import { type Arm, listOf, type SearchState } from "../arm.ts";
import { rankByKeyword } from "../keyword/keyword.ts";
import { type KeywordMatch, keywordQuery, matchesRead } from "../keyword/matches.ts";
import { frequencies, frequencySql, frequencyValues } from "../keyword/vocabulary.ts";
import { asksIndex, nearestTo, onlyCurrent } from "../vector/vector.ts";

/** The query's other forms: rewrites searched by keyword, paraphrases and a passage by meaning. Each makes a list of its own. */
export const expansion: Arm = {
  name: "expansion",
  settings: { expand: toggle(false, "the generator rewrites the query first") },
  weight: number(0.5, [0, 1], { meaning: "weight of a rewritten query's list, as a share of its arm's" }),
  isOn: ({ profile }) => profile.arms.expand === true,
  reads: {
    hop2(state) {
      const rewrites = rewritesOf(state);
      const others = asksIndex(state) ? state.expansion.vectors : [];
      return {
        database: [
          ...rewrites.flatMap(({ list, query }) =>
            matchesRead(matchesName(list), inFirstPool(state.plan), query),
          ),
          ...(rewrites.length > 0 ? [frequencyRead(state.plan.workspace, rewrites)] : []),
        ],
        index: others.map(({ list, vector }) => indexRead(nearestName(list), vector)),
      };
    },
  },
  rows: (state) => rewritesOf(state).flatMap(({ list }) => state.answers.of(matchesName(list)) ?? []),
  unread: ({ lists }) =>
    lists
      .filter(({ isExpansion, arm }) => isExpansion && arm === "vector")
      .flatMap(({ entries }) => entries.map(({ id }) => id)),
  lists: (state) => [...keywordLists(state), ...vectorLists(state)],
};

interface Rewrite {
  /** The name of its list. */
  readonly list: string;
  readonly query: AnalysedQuery;
}

const matchesName = (list: string): AnswerName<readonly KeywordMatch[]> => answerName(list);
const nearestName = (list: string): AnswerName<readonly VectorMatch[]> => answerName(list);

/** The rewrites that hold a word, where the profile searches by keyword. The phrases of the query itself stay: they are filters. */
function rewritesOf({ plan, expansion: { expansion } }: SearchState): readonly Rewrite[] {
  if (!plan.profile.arms.keyword) return [];
  return (expansion?.rewrites ?? []).flatMap((text, at) => {
    const query = { ...analyseQuery(text, { tried: plan.query.tried }), phrases: plan.query.phrases };
    return keywordQuery(plan, query) === undefined ? [] : [{ list: `keyword rewrite ${at + 1}`, query }];
  });
}

const FREQUENCIES = answerName<TermStatistics["chunkFrequency"]>("frequencies of rewrites");

/** Chunks by stem of all rewrites. */
function frequencyRead(workspace: number, rewrites: readonly Rewrite[]): DatabaseRead {
  return databaseRead(FREQUENCIES, {
    statement: statement<{ readonly frequency: string }>(`SELECT ${frequencySql(workspace)} AS frequency`),
    values: frequencyValues(rewrites.map(({ query }) => query)),
    answer: ([row]) => frequencies(row?.frequency ?? "{}"),
  });
}

const statisticsOf = ({ answers, workspace }: SearchState): TermStatistics => ({
  chunkCount: workspace.chunks,
  chunkFrequency: answers.of(FREQUENCIES) ?? new Map(),
});

/** Each rewrite as it was searched, with what it found. */
export const searchedRewrites = (
  state: SearchState,
): readonly { query: KnownQuery; found: ArmList["entries"] }[] =>
  rewritesOf(state).map(({ list, query }) => ({
    query: known(query, statisticsOf(state)),
    found: listOf(state.lists, list) ?? [],
  }));

/** Rewrites are no list that goes on: they are asked for what they found first. */
const inFirstPool = (plan: SearchPlan): SearchPlan => ({ ...plan, pool: { ...plan.pool, from: 0 } });

/** Rewrites are scored again by their own words. */
function keywordLists(state: SearchState): ArmList[] {
  const { answers, lists, plan } = state;
  const statistics = statisticsOf(state);
  return rewritesOf(state).map(({ list, query }) => ({
    name: list,
    arm: "keyword",
    isExpansion: true,
    entries:
      listOf(lists, list) ??
      rankByKeyword(known(query, statistics), answers.of(matchesName(list)) ?? [], plan),
  }));
}

function vectorLists(state: SearchState): ArmList[] {
  return state.expansion.vectors.flatMap(({ list, vector }): ArmList[] => {
    const entries = listOf(state.lists, list) ?? nearestTo(vector, nearestName(list), state);
    if (entries === undefined) return [];
    return [{ name: list, arm: "vector", isExpansion: true, entries: onlyCurrent(entries, state) }];
  });
}
