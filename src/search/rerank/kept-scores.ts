import { answerName, type DatabaseRead, databaseRead } from "../hops/reads.ts";
import type { SearchPlan } from "../plan.ts";

/** Raw rerank scores that an earlier search left, by chunk id. */
export const KEPT_SCORES = answerName<ReadonlyMap<string, number>>("rerank scores");

/** Reads a model's scores of these chunks for the plan's query: by what is sent of a chunk, whatever chunk that was of. */
export const keptScoresRead = (
  { workspace, keys }: SearchPlan,
  model: string,
  ids: readonly string[],
): DatabaseRead =>
  databaseRead<{ readonly id: string; readonly score: number }, ReadonlyMap<string, number>>(
    KEPT_SCORES,
    {
      sql: `SELECT c.id, r.score FROM json_each(?) j CROSS JOIN chunks c ON c.id = j.value
        CROSS JOIN rerank_scores r ON r.workspace = ? AND r.model = ? AND r.query_hash = ? AND r.sent_hash = c.sent_hash`,
      params: [JSON.stringify(ids), workspace, model, keys.query],
    },
    (rows) => new Map(rows.map(({ id, score }) => [id, score])),
  );
