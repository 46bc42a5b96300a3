import { DAY_MS } from "../config.ts";

/** Age at which a vote counts half, milliseconds (180 days). */
export const VOTE_HALF_LIFE_MS = 180 * DAY_MS;

/** What a vote of `f` (feedback) is worth at a time: 1 when it is given, ½ after 180 days, ¼ after 360. */
export const weightSql = (f: string, now: string): string =>
  `pow(0.5, max(0, ${now} - ${f}.at) / ${VOTE_HALF_LIFE_MS}.0)`;

/**
 * Sums up the votes of chunks anew. All votes fade alike, so that one sum and its time are exact at any later time.
 * `?1` workspace, `?2` now; `chunks` selects the ids of the chunks.
 */
export const sumVotes = (chunks: string): string => `UPDATE chunks SET
  votes_net = (SELECT sum(f.value * ${weightSql("f", "?2")}) FROM feedback f
    WHERE f.workspace = ?1 AND f.chunk = chunks.id),
  votes_at = (SELECT ?2 FROM feedback f WHERE f.workspace = ?1 AND f.chunk = chunks.id LIMIT 1)
  WHERE id IN (${chunks}) AND +workspace = ?1`;

/** `?1` workspace, `?2` now, `?3` JSON list of chunk ids. */
export const SUM_VOTES = sumVotes("SELECT value FROM json_each(?3)");
