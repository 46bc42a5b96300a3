import { RELEASE } from "./leases.ts";

// What must still reach the vector index is written into the outbox in the batch that needs it: one row a chunk.

/** As due as a new row. A run that holds it may be sending, or deleting, this very vector: its lease ends first. */
const AGAIN = `state = 'due', attempts = 0, next_at = max(excluded.next_at, coalesce(outbox.lease_until, 0)), ${RELEASE},
    mutation = NULL, sent_at = NULL, last_error = NULL`;

/**
 * SQL that has the vectors of chunks sent: `chunks` selects `workspace` and `id`, due from `:now`. A row that waits to be
 * sent already stays as it is, unless `restarts`.
 */
export const enqueueUpserts = (chunks: string, { restarts = false } = {}): string =>
  `INSERT INTO outbox (workspace, chunk, op, next_at) SELECT workspace, id, 'upsert', :now FROM (${chunks}) WHERE true
  ON CONFLICT (chunk) DO UPDATE SET op = 'upsert', ${AGAIN}
    ${restarts ? "" : "WHERE outbox.op = 'delete' OR outbox.state <> 'due'"}`;

/** SQL that has the vectors of chunks deleted which are gone: `chunks` selects `workspace` and `id`, due from `:now`. */
export const enqueueDeletes = (chunks: string): string =>
  `INSERT INTO outbox (workspace, chunk, op, next_at) SELECT workspace, id, 'delete', :now FROM (${chunks}) x
  WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = x.id)
  ON CONFLICT (chunk) DO UPDATE SET next_at = excluded.next_at WHERE outbox.op = 'delete'`;
