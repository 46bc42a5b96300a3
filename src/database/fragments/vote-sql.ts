import { DAY_MS } from "../../config.ts";
import { type Statement, statement } from "../statement.ts";

/** Age at which a vote counts half, milliseconds (180 days). */
export const VOTE_HALF_LIFE_MS = 180 * DAY_MS;

/** What a vote of `f` (feedback) is worth at a time: 1 when it is given, ½ after 180 days, ¼ after 360. */
export const weightSql = (f: string, now: string): string =>
  `pow(0.5, max(0, ${now} - ${f}.at) / ${VOTE_HALF_LIFE_MS}.0)`;

/**
 * Sums up the votes of chunks anew at `:nowMs`; `chunks` selects their ids. All votes fade alike, so that one sum and its
 * time are exact at any later time.
 */
export const sumVotes = (chunks: string): Statement =>
  statement(`UPDATE chunks SET
  votes_net = (SELECT sum(f.value * ${weightSql("f", ":nowMs")}) FROM feedback f
    WHERE f.workspace = :workspace AND f.chunk = chunks.id),
  votes_at = (SELECT :nowMs FROM feedback f WHERE f.workspace = :workspace AND f.chunk = chunks.id LIMIT 1)
  WHERE id IN (${chunks}) AND +workspace = :workspace`);

/**
 * Judges memories anew by their votes as they have faded by `:nowMs`: (1 + ups) / (2 + ups + downs), none without votes;
 * `documents` selects their numbers. A vote counts at once; the daily run only lets what is there fade.
 */
export const judgeMemories = (documents: string): Statement =>
  statement(`UPDATE documents SET quality = (SELECT (1 + sum(iif(f.value > 0, ${weightSql("f", ":nowMs")}, 0)))
      / (2 + sum(${weightSql("f", ":nowMs")}))
    FROM feedback f WHERE f.workspace = documents.workspace AND f.root = documents.root AND f.path = documents.path)
  WHERE num IN (${documents}) AND kind = 'memory'`);

/** `:chunks` is a JSON list of chunk ids. */
export const SUM_VOTES = sumVotes("SELECT value FROM json_each(:chunks)");
