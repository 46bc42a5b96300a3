import { vocabularyTable } from "../../../database/keyword-tables.ts";
import { statement } from "../../../database/statement.ts";
import { stem } from "../../../text/words/stem.ts";
import type { Confines } from "../../../workspaces/narrowing.ts";
import { answerName, type DatabaseRead, databaseRead } from "../../hops/reads.ts";
import type { SearchPlan } from "../../plan.ts";
import { embeddingWords, stemsToLookUp } from "../../query/analyse.ts";
import { confined } from "../../query/filters.ts";
import { IS_MARKER, languageForms } from "../../query/language-forms.ts";
import { quoted } from "../../query/match-text.ts";
import { filterSql } from "../../sql/filter-sql.ts";
import { matchSql } from "./matches.ts";
import { frequencies } from "./vocabulary.ts";

interface Statistics {
  readonly chunks: number;
  /** Chunks by stem. */
  readonly frequencies: ReadonlyMap<string, number>;
}

export const CONFINED_STATISTICS = answerName<Statistics>("confined statistics");

/** A word that more chunks have weighs no less: a search never counts a whole index. */
const MAX_COUNTED = 2_000;

interface Question {
  readonly stem: string;
  readonly match: string;
  /** It is asked where the index has the language of this marker. Undefined: anyway. */
  readonly marker?: string;
}

/** A query's words in other languages, and whether there are passages in these. */
const formQuestions = (query: SearchPlan["query"]): readonly Question[] =>
  languageForms(query).flatMap(({ marker, words, parts }) => [
    { stem: marker, match: `"${marker}"`, marker },
    ...[...words, ...parts].map((term) => ({ ...term, marker })),
  ]);

/** Each stem with a question that finds its chunks: by a word of the query where it has one. */
function questions({ query }: SearchPlan): readonly Question[] {
  const words = new Map(embeddingWords(query).map((word) => [stem(word), word]));
  const asked = stemsToLookUp(query).map((one) => ({ stem: one, match: quoted(words.get(one) ?? one) }));
  return [...asked, ...formQuestions(query)];
}

/**
 * How many chunks there are and have the query's words, among those alone that the asker's token sees: by the whole
 * workspace's counts an answer would tell which words other roots hold.
 */
export function confinedStatisticsRead(plan: SearchPlan, confines: Confines): DatabaseRead {
  const filters = confined({}, confines);
  const { from, where, values } = matchSql(plan.workspace, { filters }, "(n.value ->> 'match')");
  const all = filterSql(filters);
  return databaseRead(CONFINED_STATISTICS, {
    statement: statement<{ readonly chunks: number; readonly frequency: string }>(`SELECT
      (SELECT coalesce(sum(d.chunk_count), 0) FROM documents d WHERE d.workspace = :workspace AND ${all.sql}) AS chunks,
      (SELECT json_group_object(n.value ->> 'stem', (SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${MAX_COUNTED})))
        FROM json_each(:questions) n WHERE n.value ->> 'marker' IS NULL
          OR n.value ->> 'marker' IN (SELECT term FROM ${vocabularyTable(plan.workspace)} WHERE ${IS_MARKER})) AS frequency`),
    values: {
      ...all.values,
      ...values,
      workspace: plan.workspace,
      questions: JSON.stringify(questions(plan)),
    },
    answer: ([row]) => ({
      chunks: row?.chunks ?? 0,
      frequencies: new Map([...frequencies(row?.frequency ?? "{}")].filter(([, chunks]) => chunks > 0)),
    }),
  });
}
