// What must still reach the vector index is written in the batch that needs it. A chunk waits by its state `pending` alone,
// or in a list of chunks that have their vectors; one row of the outbox has what that does not say: that a vector is to be
// deleted, or that a passage failed. A chunk with a row goes by its row.

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

/** SQL: a chunk `c` as an entry of a claim's list. */
const ENTRY = "json_array(c.id, c.workspace, c.embed_hash)";

/** SQL that has the vectors of chunks `c` sent which have one, in one row: a claim that has ended, left to whoever claims next. */
export const leaveToBeSent = (chunks: string): string =>
  `INSERT INTO claims (lease, lease_until, chunks) SELECT '', 0, json_group_array(${ENTRY}) ${chunks} HAVING count(*) > 0`;

/** SQL that has the vectors of chunks deleted which are gone: `chunks` selects `workspace` and `id`, due from `:now`. */
export const enqueueDeletes = (chunks: string): string =>
  `INSERT INTO outbox (workspace, chunk, op, next_at) SELECT workspace, id, 'delete', :now FROM (${chunks}) x
  WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = x.id)
  ON CONFLICT (chunk) DO UPDATE SET next_at = excluded.next_at WHERE outbox.op = 'delete'`;
