import { isThere } from "../../database/fragments/gone-documents.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { recentlyUsed } from "../../text/recently-used.ts";
import type { IndexFailure, StatusAnswer, WorkspaceMove } from "../contract.ts";

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

const VERSION = statement<{ readonly version: number }>(
  "SELECT version FROM workspaces WHERE num = :workspace",
);

/** Workspaces that an isolate remembers the roots of. */
const MOST_KNOWN = 500;
/** A database that was set back to an earlier moment comes to the same versions again, with other texts. */
const KNOWN_FOR_MS = 60_000;

interface KnownRoots {
  readonly version: number;
  readonly readMs: number;
  readonly roots: readonly RootRow[];
}

/** An isolate's: adding up roots reads a row a document, and programs ask again and again while nothing changes. */
export const createRootMemory = () => recentlyUsed<string, KnownRoots>(MOST_KNOWN);

export type RootMemory = ReturnType<typeof createRootMemory>;

type Counts = Omit<
  StatusAnswer["index"],
  "indexedAt" | "failures" | "pausedUntil" | "embedder" | "reranker" | "vectors"
>;

const HERE = "workspace = :workspace";

const COUNTS = statement<Counts>(`SELECT
  (SELECT count(*) FROM chunks WHERE ${HERE} AND vector_state = 'pending')
    + (SELECT count(*) FROM chunks WHERE ${HERE} AND vector_state = 'failed') AS pendingChunks,
  (SELECT count(*) FROM chunks WHERE ${HERE} AND vector_state = 'embedded') AS invisibleVectors,
  (SELECT count(DISTINCT c.document) FROM outbox o JOIN chunks c ON c.id = o.chunk
    WHERE o.workspace = :workspace AND o.state = 'parked') AS failedDocuments,
  (SELECT count(*) FROM outbox WHERE ${HERE} AND state = 'parked') AS failedWork,
  coalesce((SELECT last_error FROM outbox WHERE ${HERE} AND last_error IS NOT NULL ORDER BY seq DESC LIMIT 1),
    (SELECT last_error FROM contexts WHERE ${HERE} AND last_error IS NOT NULL LIMIT 1),
    (SELECT last_error FROM name_requests WHERE ${HERE} AND last_error IS NOT NULL LIMIT 1)) AS lastError,
  (SELECT count(*) FROM contexts WHERE ${HERE}) AS pendingContexts,
  (SELECT count(*) FROM name_requests WHERE ${HERE}) AS pendingNames`);

/** Enough to see what they have in common. */
const MAX_FAILURES = 20;

const FAILURES =
  statement<IndexFailure>(`SELECT d.root, d.path, count(*) AS chunks, max(o.last_error) AS error
  FROM outbox o JOIN chunks c ON c.id = o.chunk JOIN documents d ON d.num = c.document
  WHERE o.workspace = :workspace AND o.state = 'parked'
  GROUP BY d.num ORDER BY chunks DESC, d.root, d.path LIMIT ${MAX_FAILURES}`);

interface MovingRow {
  readonly side: "from" | "to";
  readonly other: number;
  readonly phase: WorkspaceMove["phase"];
}

const MOVING = statement<MovingRow>("SELECT side, other, phase FROM moves WHERE workspace = :workspace");

/** What has come here is checked, then the move is over for who works in it. */
const moveOf = ({ side, other, phase }: MovingRow, here: number): WorkspaceMove =>
  side === "from" ? { from: here, to: other, phase } : { from: other, to: here, phase: "verify" };

interface StatusRows {
  readonly roots: readonly RootRow[];
  readonly counts: Counts;
  /** Documents whose work has had its last attempt. */
  readonly failures: readonly IndexFailure[];
  readonly move: WorkspaceMove | undefined;
}

interface StatusQuery {
  /** Number of the workspace, and the version that its row had. */
  readonly num: number;
  readonly version: number;
  readonly nowMs: number;
}

/** What `status` shows beside the workspace's own row. */
export async function readStatus(
  db: Session,
  { num: workspace, version, nowMs }: StatusQuery,
  memory: RootMemory,
): Promise<StatusRows> {
  const key = `${db.database}/${workspace}`;
  const last = memory.get(key);
  const known = last?.version === version && nowMs < last.readMs + KNOWN_FOR_MS ? last : undefined;
  const answers = await db.batch({
    roots: known === undefined ? db.bind(ROOTS, { workspace }) : undefined,
    versions: known === undefined ? db.bind(VERSION, { workspace }) : undefined,
    counts: db.bind(COUNTS, { workspace }),
    failures: db.bind(FAILURES, { workspace }),
    moving: db.bind(MOVING, { workspace }),
  });
  const [counts] = answers.counts;
  const [moving] = answers.moving;
  if (counts === undefined) throw new Error("counts are one row");
  const roots = known?.roots ?? answers.roots;
  if (known === undefined)
    memory.set(key, { version: answers.versions[0]?.version ?? 0, readMs: nowMs, roots });
  return { roots, counts, failures: answers.failures, move: moving && moveOf(moving, db.database) };
}
