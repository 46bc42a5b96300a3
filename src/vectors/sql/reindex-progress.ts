import { IS_OF_OLDER_CHUNKER } from "../../database/fragments/older-chunkers.ts";
import type { generations } from "../../database/schema/vectors.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";

export type GenerationProgress = Pick<
  typeof generations.$inferSelect,
  "state" | "done" | "startedAt" | "lastError"
>;

const GENERATIONS =
  statement<GenerationProgress>(`SELECT state, done, started_at AS startedAt, last_error AS lastError
  FROM generations WHERE workspace = :workspace AND state <> 'settling' ORDER BY num`);

interface RechunkProgress {
  readonly done: number;
  readonly left: number;
  readonly startedAt: number;
}

const RECHUNK = statement<RechunkProgress>(
  `SELECT r.done, r.started_at AS startedAt, CASE WHEN r.recut_all = 1
    THEN (SELECT count(*) FROM documents d WHERE d.workspace = r.workspace AND d.num > r.cursor)
    ELSE (SELECT count(*) FROM documents d WHERE d.workspace = r.workspace AND ${IS_OF_OLDER_CHUNKER}) END AS left
  FROM rechunks r WHERE r.workspace = :workspace`,
);

/** How far the generations beside a workspace's live one are, and the cutting by the present chunker, if it is under way. */
export async function readProgress(db: Session, workspace: number) {
  const { generations, rechunks } = await db.batch({
    generations: db.bind(GENERATIONS, { workspace }),
    rechunks: db.bind(RECHUNK, { workspace }),
  });
  return { generations, rechunk: rechunks[0] };
}
