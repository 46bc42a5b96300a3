import { DAY_MS } from "../../config.ts";
import { type Statement, statement } from "../statement.ts";

/** Age at which a vote counts half, milliseconds (180 days). */
export const VOTE_HALF_LIFE_MS = 180 * DAY_MS;

/** What a vote of `f` (feedback) is worth at a time: 1 when it is given, ½ after 180 days, ¼ after 360. */
export const weightSql = (f: string, now: string): string =>
  `pow(0.5, max(0, ${now} - ${f}.at) / ${VOTE_HALF_LIFE_MS}.0)`;

/** Of votes of one millisecond the one on the later search. */
export const NEWEST = "max(printf('%015d', g.at) || g.recall || g.hit)";

/**
 * The votes that count among those of `g` (feedback) that `where` finds: of each token its newest, so that nobody counts
 * for more than one by searching again and again. Of an aggregate with max() SQLite takes the other columns from its row.
 */
export const countedVotes = (where: string): string =>
  `(SELECT g.value, g.at, ${NEWEST} FROM feedback g WHERE ${where} GROUP BY g.token)`;

/** What the votes on a chunk come to at a time; null where there are none. */
export const netOfVotes = (place: {
  readonly workspace: string;
  readonly chunk: string;
  readonly now: string;
}) =>
  `(SELECT sum(counted.value * ${weightSql("counted", place.now)})
    FROM ${countedVotes(`g.workspace = ${place.workspace} AND g.chunk = ${place.chunk}`)} counted)`;

/**
 * Sums up the votes of chunks anew at `:nowMs`; `chunks` selects their ids. All votes fade alike, so that one sum and its
 * time are exact at any later time.
 */
export const sumVotes = (chunks: string): Statement =>
  statement(`UPDATE chunks SET
  votes_net = ${netOfVotes({ workspace: ":workspace", chunk: "chunks.id", now: ":nowMs" })},
  votes_at = (SELECT :nowMs FROM feedback f WHERE f.workspace = :workspace AND f.chunk = chunks.id LIMIT 1)
  WHERE id IN (${chunks}) AND +workspace = :workspace`);

/**
 * Judges memories anew by their votes as they have faded by `:nowMs`: (1 + ups) / (2 + ups + downs), none without votes;
 * `documents` selects their numbers. A vote counts at once; the daily run only lets what is there fade.
 */
export const judgeMemories = (documents: string): Statement =>
  statement(`UPDATE documents SET quality = (SELECT (1 + sum(iif(f.value > 0, ${weightSql("f", ":nowMs")}, 0)))
      / (2 + sum(${weightSql("f", ":nowMs")}))
    FROM ${countedVotes("g.workspace = documents.workspace AND g.root = documents.root AND g.path = documents.path")} f)
  WHERE num IN (${documents}) AND kind = 'memory'`);

/** `:chunks` is a JSON list of chunk ids. */
export const SUM_VOTES = sumVotes("SELECT value FROM json_each(:chunks)");
