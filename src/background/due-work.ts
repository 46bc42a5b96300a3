import { callValues, IS_OVER_CALLS } from "../database/fragments/model-calls.ts";
import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";
import { IS_MOVE_DUE } from "../moves/sql/move-rows.ts";
import { IS_SOURCE_DUE } from "../sources/sql/claims.ts";
import { IS_WEBHOOK_DUE } from "../webhooks/sql/deliveries.ts";
import { IS_MERGE_DUE } from "./merge-indexes.ts";
import { HAS_WRONG_TIMES, mendTimes } from "./wrong-times.ts";

/** What is due, and the identities that workspaces use. */
export interface DueWork {
  readonly identities: readonly string[];
  /** A workspace uses another identity than the configured one, or a half-built generation has another. */
  readonly hasStaleIdentity: boolean;
  readonly tasks: ReadonlySet<DueTask>;
}

/** Tasks with the SQL that finds something due of them; a text model's only while no run asks it, and where one may. */
const DUE_TASKS = {
  sweep: `EXISTS (SELECT 1 FROM chunks WHERE vector_state = 'pending')
    OR EXISTS (SELECT 1 FROM outbox WHERE state = 'due' AND next_at <= :now)
    OR EXISTS (SELECT 1 FROM claims WHERE lease_until <= :now) OR EXISTS (SELECT 1 FROM sent_calls)`,
  deletions:
    "EXISTS (SELECT 1 FROM deletions) OR EXISTS (SELECT 1 FROM workspaces WHERE gone_at IS NOT NULL)",
  memories: "EXISTS (SELECT 1 FROM documents WHERE compared = 0)",
  generations: "EXISTS (SELECT 1 FROM generations WHERE next_at <= :now)",
  rechunk: "EXISTS (SELECT 1 FROM rechunks)",
  contexts: isAskingDue("contexts"),
  names: isAskingDue("name_requests"),
  webhooks: `EXISTS (SELECT 1 FROM webhooks h WHERE ${IS_WEBHOOK_DUE})`,
  sources: `EXISTS (SELECT 1 FROM sources s WHERE ${IS_SOURCE_DUE})`,
  moves: `EXISTS (SELECT 1 FROM moves WHERE ${IS_MOVE_DUE})`,
  merges: IS_MERGE_DUE,
  recalls: "EXISTS (SELECT 1 FROM dropped_documents)",
} as const;

export type DueTask = keyof typeof DUE_TASKS;

function isAskingDue(table: string): string {
  return `EXISTS (SELECT 1 FROM workspaces w
      WHERE EXISTS (SELECT 1 FROM ${table} x WHERE x.workspace = w.num AND x.next_at <= :now) AND NOT ${IS_OVER_CALLS})
    AND NOT EXISTS (SELECT 1 FROM ${table} WHERE lease_until > :now)`;
}

interface DueRow {
  readonly identities: string;
  readonly hasStaleIdentity: 0 | 1;
  readonly hasWrongTimes: 0 | 1;
  readonly tasks: string;
}

const DUE = statement<DueRow>(`SELECT ${HAS_WRONG_TIMES} AS hasWrongTimes,
  (SELECT json_group_array(DISTINCT identity) FROM workspaces) AS identities,
  (EXISTS (SELECT 1 FROM workspaces WHERE identity <> :identity AND gone_at IS NULL)
    OR EXISTS (SELECT 1 FROM generations WHERE state = 'building' AND identity <> :identity)) AS hasStaleIdentity,
  json_array(${Object.entries(DUE_TASKS).map(([task, isDue]) => `iif(${isDue}, '${task}', NULL)`)}) AS tasks`);

/**
 * One look at what there is to do: a run without work costs little more than this. What waits for a time that a wrong clock
 * has written is made due, and looked at once more.
 */
export async function dueWork(
  db: Session,
  { identity, nowMs }: { readonly identity: string; readonly nowMs: number },
): Promise<DueWork> {
  const values = { identity, now: nowMs, ...callValues(db, nowMs) };
  let row = await db.first(DUE, values);
  if (row?.hasWrongTimes === 1) {
    await mendTimes(db, nowMs);
    row = await db.first(DUE, values);
  }
  const tasks = JSON.parse(row?.tasks ?? "[]") as (DueTask | null)[];
  return {
    identities: JSON.parse(row?.identities ?? "[]") as string[],
    hasStaleIdentity: row?.hasStaleIdentity === 1,
    tasks: new Set(tasks.filter((task) => task !== null)),
  };
}
