import { vocabularyTable } from "../../../database/keyword-tables.ts";
import { statement } from "../../../database/statement.ts";
import { stem } from "../../../text/words/stem.ts";
import { type AnswerName, answerName, type DatabaseRead, databaseRead } from "../../hops/reads.ts";
import { type AnalysedQuery, stemsToLookUp } from "../../query/analyse.ts";
import { formStems, IS_MARKER } from "../../query/language-forms.ts";
import type { VocabularyTerm } from "../../query/repair.ts";
import { finishedWords } from "../../query/typed-word.ts";

/** Terms with a first letter. */
export const vocabularyName = (letter: string): AnswerName<readonly VocabularyTerm[]> =>
  answerName(`vocabulary:${letter}`);

/** Reads all terms with a first letter that two chunks have: some thousand rows, so only for a word that no chunk has. */
export const vocabularyRead = (workspace: number, letter: string): DatabaseRead =>
  databaseRead(vocabularyName(letter), {
    statement: statement<VocabularyTerm>(
      `SELECT term, doc FROM ${vocabularyTable(workspace)} WHERE term >= :letter AND term < :end AND doc >= 2`,
    ),
    values: { letter, end: `${letter}\u{10ffff}` },
    answer: (rows) => rows,
  });

/** Chunks that have a word which begins like the one that is still being typed, at most. */
export const TYPED_FREQUENCY = answerName<number>("frequency of the typed beginning");

/** Adds up the vocabulary under a beginning of three letters or more, some fifty terms, and what it may become besides. */
export function typedFrequencyRead(workspace: number, typed: string): DatabaseRead {
  const table = vocabularyTable(workspace);
  const start = stem(typed);
  return databaseRead(TYPED_FREQUENCY, {
    statement: statement<{ readonly chunks: number }>(
      `SELECT coalesce(sum(doc), 0) AS chunks FROM (SELECT doc FROM ${table} WHERE term >= :start AND term < :end
        UNION ALL SELECT doc FROM ${table} WHERE term IN (SELECT value FROM json_each(:finished)))`,
    ),
    values: {
      start,
      end: `${start}\u{10ffff}`,
      finished: JSON.stringify(finishedWords(typed).map(stem)),
    },
    answer: ([row]) => row?.chunks ?? 0,
  });
}

/**
 * Number of chunks that hold each of `:stems`, a JSON list, and the markers of the languages of the index, exact and current:
 * one JSON object.
 */
export const frequencySql = (workspace: number): string =>
  `(SELECT json_group_object(term, doc) FROM (SELECT term, doc FROM ${vocabularyTable(workspace)}
     WHERE term IN (SELECT value FROM json_each(:stems)) UNION ALL SELECT term, doc FROM ${vocabularyTable(workspace)}
     WHERE ${IS_MARKER}))`;

/** The parameters of `frequencySql` for queries. */
export const frequencyValues = (queries: readonly AnalysedQuery[]) => ({
  stems: JSON.stringify([
    ...new Set(queries.flatMap((query) => [...stemsToLookUp(query), ...formStems(query)])),
  ]),
});

/** An index that has more words of a script has texts in it. */
const FEW_WORDS = 10;
/** So many times as many words of other scripts make those of one rare. */
const RARE = 10;
/** What the index has for itself is of private use. */
const PRIVATE_USE_CODE = 0xe000;
/**
 * Behind a script's first letter as a word: reading a term counts its passages, and nearly all of a large English workspace have
 * the word "a". Digits are before all letters.
 */
const BEHIND_FIRST = "|| '0'";

/**
 * 1 where the words from `:scriptStart` to `:scriptEnd`, those of one script, are hardly any among the others; 0 where the
 * range is empty. Reads a few words of an index that has the script, some hundred of one that has not.
 */
export function isRareScriptSql(workspace: number): string {
  const table = vocabularyTable(workspace);
  const some = (condition: string, most: number) => `SELECT 1 FROM ${table} WHERE ${condition} LIMIT ${most}`;
  const others = [
    `term >= 'a' ${BEHIND_FIRST} AND term < :scriptStart`,
    `term >= :scriptEnd AND term < char(${PRIVATE_USE_CODE})`,
  ].map((condition) => `SELECT * FROM (${some(condition, FEW_WORDS * RARE + 1)})`);
  return `(SELECT CASE WHEN :scriptEnd = '' OR own > ${FEW_WORDS} THEN 0
      ELSE own * ${RARE} < (SELECT count(*) FROM (${others.join(" UNION ALL ")})) END
    FROM (SELECT count(*) AS own FROM (${some(`term >= :scriptStart ${BEHIND_FIRST} AND term < :scriptEnd`, FEW_WORDS + 1)})))`;
}

/** Chunks by stem, from that object. */
export const frequencies = (json: string): ReadonlyMap<string, number> =>
  new Map(Object.entries(JSON.parse(json) as Record<string, number>));
