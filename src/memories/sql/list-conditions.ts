import { and, type SQL, sql } from "drizzle-orm";
import { LANE, MEMORY_ROOT } from "../../config.ts";

// What lists of memories ask beside the filters of a search. The memories are `d`.

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** SQLite knows no case but that of ASCII: other letters are looked for as they are usually written. */
const casesOf = (word: string): readonly string[] => [
  ...new Set([word, word.toLowerCase(), word.toUpperCase(), capitalised(word.toLowerCase())]),
];

function holdsWord(word: string, isPast: boolean): SQL {
  const cases = JSON.stringify(casesOf(word));
  const isIn = (text: string) =>
    sql`EXISTS (SELECT 1 FROM json_each(${cases}) w WHERE instr(lower(${sql.raw(text)}), lower(w.value)) > 0)`;
  if (isPast) return isIn("d.text");
  return sql`EXISTS (SELECT 1 FROM chunks c WHERE c.document = d.num AND ${isIn("c.text")})`;
}

/** Each word, or part of one, is in the text; it reads every memory until enough are found. */
export const holdsWords = (words: readonly string[], isPast: boolean): SQL | undefined =>
  and(...words.map((word) => holdsWord(word, isPast)));

/** Searches that recalled the memory, with `recalledCounts`. */
export const RECALLED = sql<number>`coalesce(n.searches, 0)`;

/** Joins to each memory how many of the newest searches had it among their first hits: a token's, or everybody's. */
export const recalledCounts = (workspace: number, token: string | undefined): SQL =>
  sql`LEFT JOIN (SELECT h.value->>'path' AS memory, count(DISTINCT r.id) AS searches FROM (
      SELECT id, hits FROM recalls WHERE workspace = ${workspace} AND (${token ?? null} IS NULL OR token = ${token ?? null})
      ORDER BY id DESC LIMIT ${sql.raw(String(LANE.searches))}) r
    CROSS JOIN json_each(r.hits) h ON h.key < ${sql.raw(String(LANE.hits))} AND h.value->>'root' = ${MEMORY_ROOT}
    GROUP BY 1) n ON n.memory = d.path`;
