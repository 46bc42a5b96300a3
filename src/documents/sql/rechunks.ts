import { CHUNKER_VERSION } from "../../config.ts";
import { isThere } from "../../database/fragments/gone-documents.ts";
import { IS_OF_OLDER_CHUNKER } from "../../database/fragments/older-chunkers.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { type StoredDocument, storedDocuments } from "./stored-documents.ts";

// Documents that are cut anew: those of an older chunker, or all.

const START = statement(`INSERT INTO rechunks (workspace, recut_all, started_at)
  SELECT w.num, :all, :now FROM workspaces w WHERE w.gone_at IS NULL AND (:workspace IS NULL OR w.num = :workspace)
    AND (:all = 1 OR w.num IN (SELECT d.workspace FROM documents d WHERE ${IS_OF_OLDER_CHUNKER}))
  ON CONFLICT (workspace) DO UPDATE SET recut_all = 1, cursor = 0, done = 0, started_at = excluded.started_at
    WHERE excluded.recut_all = 1`);

/** Begins with the workspaces that have documents of an older chunker, or (all) with all documents of one. */
export async function startRechunk(
  db: Session,
  { workspace, all, nowMs }: { workspace: number | undefined; all: boolean; nowMs: number },
): Promise<void> {
  await db.all(START, { workspace: workspace ?? null, all: all ? 1 : 0, now: nowMs });
}

interface BegunRow extends Pick<RechunkWork, "workspace" | "identity"> {
  readonly isAll: 0 | 1;
  readonly cursor: number;
}

/** By turns: the workspace of which the fewest documents have been looked at. */
const BEGUN =
  statement<BegunRow>(`SELECT r.workspace, r.recut_all AS isAll, r.cursor, w.identity FROM rechunks r
  JOIN workspaces w ON w.num = r.workspace AND w.gone_at IS NULL
  WHERE :workspace IS NULL OR r.workspace = :workspace ORDER BY r.done, r.started_at, r.workspace LIMIT 1`);

const NEXT_OF_ALL = statement<{ readonly num: number }>(`SELECT d.num FROM documents d
  WHERE d.workspace = :workspace AND d.num > :cursor AND ${isThere("d")} ORDER BY d.num LIMIT :limit`);
const NEXT_STALE = statement<{ readonly num: number }>(`SELECT d.num FROM documents d
  WHERE d.workspace = :workspace AND ${IS_OF_OLDER_CHUNKER} AND ${isThere("d")} ORDER BY d.chunker, d.num LIMIT :limit`);

/** A workspace whose documents are being cut anew, and the next of them. */
export interface RechunkWork {
  readonly workspace: number;
  readonly identity: string;
  /** Where the walk stands: the greatest document number of these; undefined: there are no more. */
  readonly upTo: number | undefined;
  readonly documents: readonly StoredDocument[];
}

interface Next {
  /** Undefined: of any. */
  readonly workspace: number | undefined;
  readonly limit: number;
  readonly bytes: number;
}

/** The next documents, with text of at most `bytes` but one at least; undefined: nothing is begun. */
export async function nextToRechunk(
  db: Session,
  { workspace: wanted, limit, bytes }: Next,
): Promise<RechunkWork | undefined> {
  const row = await db.first(BEGUN, { workspace: wanted ?? null });
  if (row === undefined) return undefined;
  const { workspace, isAll, cursor, identity } = row;
  const found = await db.all(isAll === 1 ? NEXT_OF_ALL : NEXT_STALE, { workspace, cursor, limit });
  const nums = found.map(({ num }) => num);
  if (nums.length === 0) return { workspace, identity, upTo: undefined, documents: [] };
  const { documents } = await storedDocuments(db, { workspace, choice: { nums }, maxBytes: bytes });
  // In the order of their numbers, so that those which found no room come after the last of these.
  const upTo = Math.max(...(documents.length === 0 ? nums : documents.map(({ num }) => num)));
  return { workspace, identity, upTo, documents };
}

/** Notes how far the walk has come. */
export const ADVANCE_RECHUNK = statement(
  "UPDATE rechunks SET cursor = max(cursor, :upTo), done = done + :documents WHERE workspace = :workspace",
);

/** Nothing is left. */
export const FINISH_RECHUNK = statement("DELETE FROM rechunks WHERE workspace = :workspace");

const GIVE_UP = statement(
  `UPDATE documents SET chunker = -${CHUNKER_VERSION} WHERE num = :num AND version = :version`,
);

/** The next push of its root sends it: below zero no run looks for it, and no push takes it for current. */
export async function giveUpRechunk(db: Session, { num, version }: StoredDocument): Promise<void> {
  await db.all(GIVE_UP, { num, version });
}
