import { DAY_MS } from "../config.ts";
import { deleteSome, MAX_DELETED } from "../database/delete-some.ts";
import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";

/** Days that what models said of a query, and what a text model wrote, is kept unused. */
const UNUSED_DAYS = 30;

/** A row beside its vector or its scores, bytes: hashes of 32 characters, a model's name, what the indexes repeat. */
const ROW_BYTES = 120;

/** Rows that tell how long one is. */
const SAMPLE = 100;

const RESULT_BYTES = `(SELECT avg(coalesce(length(vector), 0) + length(scores)) FROM
  (SELECT vector, scores FROM query_results ORDER BY num LIMIT ${SAMPLE}))`;

const SIZES = statement<{ readonly results: number; readonly bytes: number | null }>(
  `SELECT (SELECT count(*) FROM query_results) AS results, ${RESULT_BYTES} AS bytes`,
);

/** Rows beyond what fits. */
const excess = (rows: number, bytes: number | null, maxBytes: number): number =>
  Math.max(0, rows - Math.floor(maxBytes / ((bytes ?? 0) + ROW_BYTES)));

const OLDEST_RESULTS = deleteSome("query_results", "num", "true ORDER BY num");
/** Only the oldest are looked at: an index by use would be one more row written by each new search. */
const UNUSED_RESULTS = deleteSome(
  "query_results",
  "num",
  "num IN (SELECT num FROM query_results ORDER BY num LIMIT :max) AND used_at < :before",
);
const UNUSED_TEXTS = deleteSome("generated", "workspace, kind, key", "used_at < :before");

/** The oldest beyond so many bytes, and what nobody used for a month; a slice, answers the rows that went. */
export async function pruneCaches(db: Session, nowMs: number, maxResultBytes: number): Promise<number> {
  const sizes = await db.first(SIZES);
  if (sizes === undefined) return 0;
  const unused = { max: MAX_DELETED, before: nowMs - UNUSED_DAYS * DAY_MS };
  const beyond = excess(sizes.results, sizes.bytes, maxResultBytes);
  const { deleted } = await db.batch({
    deleted: [
      db.bind(OLDEST_RESULTS, { max: Math.min(MAX_DELETED, beyond) }),
      db.bind(UNUSED_RESULTS, unused),
      db.bind(UNUSED_TEXTS, unused),
    ],
  });
  return deleted.length;
}
