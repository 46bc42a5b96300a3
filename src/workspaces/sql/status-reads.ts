import { isThere } from "../../database/gone-documents.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";

/** What can be reached of a root: nothing that waits to be emptied. */
interface RootRow {
  readonly root: string;
  readonly documents: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly indexedAt: number | null;
}

const ROOTS =
  statement<RootRow>(`SELECT root, count(*) AS documents, sum(chunk_count) AS chunks, sum(bytes) AS bytes,
    max(indexed_at) AS indexedAt FROM documents
  WHERE workspace = :workspace AND ${isThere("documents")} GROUP BY root ORDER BY root`);

interface Counts {
  readonly pending: number;
  readonly embedded: number;
  readonly failedDocuments: number;
  readonly failedWork: number;
  readonly lastError: string | null;
  /** Chunks whose context is still to be written, and why the last of them was not. */
  readonly pendingContexts: number;
  readonly contextError: string | null;
  readonly pendingNames: number;
  readonly namesError: string | null;
}

const COUNTS = statement<Counts>(`SELECT
  (SELECT count(*) FROM chunks WHERE workspace = :workspace AND vector_state = 'pending') AS pending,
  (SELECT count(*) FROM chunks WHERE workspace = :workspace AND vector_state = 'embedded') AS embedded,
  (SELECT count(*) FROM outbox WHERE workspace = :workspace AND state = 'parked') AS failedWork,
  (SELECT count(DISTINCT c.document) FROM outbox o JOIN chunks c ON c.id = o.chunk
    WHERE o.workspace = :workspace AND o.state = 'parked') AS failedDocuments,
  (SELECT last_error FROM outbox WHERE workspace = :workspace AND last_error IS NOT NULL ORDER BY seq DESC LIMIT 1) AS lastError,
  (SELECT count(*) FROM contexts WHERE workspace = :workspace) AS pendingContexts,
  (SELECT last_error FROM contexts WHERE workspace = :workspace AND last_error IS NOT NULL LIMIT 1) AS contextError,
  (SELECT count(*) FROM name_requests WHERE workspace = :workspace) AS pendingNames,
  (SELECT last_error FROM name_requests WHERE workspace = :workspace AND last_error IS NOT NULL LIMIT 1) AS namesError`);

/** What `status` shows beside the workspace's own row. */
export async function readStatus(
  db: Session,
  workspace: number,
): Promise<Partial<Counts> & { readonly roots: readonly RootRow[] }> {
  const { roots, counts } = await db.batch({
    roots: db.bind(ROOTS, { workspace }),
    counts: db.bind(COUNTS, { workspace }),
  });
  return { ...counts[0], roots };
}
