// What must still reach the vector index is written in the batch that needs it. A chunk waits by its state `pending` alone;
// one row of the outbox has what that does not say: that a vector is to be deleted, that a passage failed or has a vector
// already. A chunk with a row goes by its row.

/** As due as a new row. */
const AGAIN = "state = 'due', attempts = 0, next_at = excluded.next_at, last_error = NULL";

/**
 * SQL that has the vectors of chunks sent by rows of their own: `chunks` selects `workspace` and `id`, due from `:now`. A
 * row that waits to be sent already stays as it is, unless `restarts`.
 */
export const enqueueUpserts = (chunks: string, { restarts = false } = {}): string =>
  `INSERT INTO outbox (workspace, chunk, op, next_at) SELECT workspace, id, 'upsert', :now FROM (${chunks}) WHERE true
  ON CONFLICT (chunk) DO UPDATE SET op = 'upsert', ${AGAIN}
    ${restarts ? "" : "WHERE outbox.op = 'delete' OR outbox.state <> 'due'"}`;

/** SQL: the outbox has a row of chunk `c`. */
export const HAS_WORK = "EXISTS (SELECT 1 FROM outbox o WHERE o.chunk = c.id)";

/** SQL that has the vectors of chunks deleted which are gone: `chunks` selects `workspace` and `id`, due from `:now`. */
export const enqueueDeletes = (chunks: string): string =>
  `INSERT INTO outbox (workspace, chunk, op, next_at) SELECT workspace, id, 'delete', :now FROM (${chunks}) x
  WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = x.id)
  ON CONFLICT (chunk) DO UPDATE SET next_at = excluded.next_at WHERE outbox.op = 'delete'`;
