import { type AnswerName, answerName, type DatabaseRead, databaseRead } from "../../hops/reads.ts";
import type { VocabularyTerm } from "../../query/repair.ts";
import { vocabularyTable } from "../../sql/keyword-index.ts";

/** Terms with a first letter. */
export const vocabularyName = (letter: string): AnswerName<readonly VocabularyTerm[]> =>
  answerName(`vocabulary ${letter}`);

/** Reads all terms with a first letter that two chunks have: some thousand rows, so only for a word that no chunk has. */
export const vocabularyRead = (workspace: number, letter: string): DatabaseRead =>
  databaseRead<VocabularyTerm, readonly VocabularyTerm[]>(
    vocabularyName(letter),
    {
      sql: `SELECT term, doc FROM ${vocabularyTable(workspace)} WHERE term >= ? AND term < ? AND doc >= 2`,
      params: [letter, `${letter}\u{10ffff}`],
    },
    (rows) => rows,
  );

/** Number of chunks that hold each of the stems in a JSON list, exact and current: one JSON object. */
export const frequencySql = (workspace: number, stems: string): string =>
  `(SELECT json_group_object(term, doc) FROM ${vocabularyTable(workspace)}
     WHERE term IN (SELECT value FROM json_each(${stems})))`;

/** Chunks by stem, from that object. */
export const frequencies = (json: string): ReadonlyMap<string, number> =>
  new Map(Object.entries(JSON.parse(json) as Record<string, number>));
