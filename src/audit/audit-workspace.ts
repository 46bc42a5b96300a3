import { MEMORY_ROOT, PLAN_LIMITS, type Plan } from "../config.ts";
import { readGivenNames } from "../database/fragments/given-names.ts";
import type { Session } from "../database/session.ts";
import { prepareDocument } from "../documents/prepare-document.ts";
import { writeDocuments } from "../documents/sql/document-writes.ts";
import type { StoredDocument } from "../documents/sql/stored-documents.ts";
import { asUpload, rebuild } from "../documents/stored-document.ts";
import { AppError } from "../errors.ts";
import type { VectorIndex } from "../models/ports.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { WorkspaceRow } from "../workspaces/sql/workspace-store.ts";
import { auditPage, type CheckReport } from "./audit.ts";
import type { AuditDeps } from "./check.ts";
import type { AuditAnswer, AuditCheckAnswer } from "./contract.ts";
import { REPAIR_COMMAND, RESTORE_STEP } from "./repair-command.ts";

/**
 * A part reads some rows for each that it looks at, of names and what mentions them hundreds: without a bound a page of 30
 * parts read 22 million rows of a workspace of 100,000 passages, and took a minute (`npm run growth`).
 */
const ROWS_READ = 500_000;

/** Things named for each check of a page. */
const EXAMPLES = 5;

/** Parts of checks in one request; rows, or documents with their passages, and text bytes of a part, which takes up to four queries. */
const LIMITS: Readonly<Record<Plan, AuditDeps["limits"]>> = {
  paid: {
    slices: 30,
    rows: 5_000,
    rowsRead: ROWS_READ,
    documents: 1_000,
    bytes: 2 * PLAN_LIMITS.paid.maxBatchBytes,
    rewrites: 40,
  },
  free: {
    slices: 8,
    rows: 500,
    rowsRead: ROWS_READ,
    documents: 500,
    bytes: PLAN_LIMITS.free.maxBatchBytes,
    rewrites: 2,
  },
};

/** What an audit runs on. */
interface AuditRunning {
  readonly vectors: VectorIndex | undefined;
  /** Key of the identity that texts are embedded in. */
  readonly identity: string;
  readonly plan: Plan;
  readonly secrets?: readonly string[] | undefined;
  readonly random: () => number;
  /** The database is a file of this machine. @default false */
  readonly isOwnFile?: boolean;
}

export interface AuditQuery {
  readonly full: boolean;
  readonly cursor?: string | undefined;
  readonly repairs: boolean;
}

/** What an audit of a workspace needs, over a session that reads the primary. */
export function auditDeps(
  { session, workspace, nowMs }: { session: Session; workspace: number; nowMs: number },
  { vectors, identity, plan, secrets, random, isOwnFile = false }: AuditRunning,
  isFull: boolean,
): AuditDeps {
  const rewrite = async (document: StoredDocument): Promise<void> => {
    const rebuilt = await rebuild(document);
    if (rebuilt === undefined) return;
    const { root, memory } = document;
    const given = await readGivenNames(session, workspace);
    const prepared = await prepareDocument(asUpload(document, rebuilt), { workspace, root, memory, given });
    const expects = new Map([[prepared.path, document.version]]);
    const write = { workspace, root, identity, nowMs, documents: [prepared], expects };
    await writeDocuments(session, write).catch(unlessConflict);
  };
  const limits = LIMITS[plan];
  return { db: session, rewrite, vectors, workspace, secrets, isOwnFile, isFull, limits, nowMs, random };
}

/** What has been written meanwhile is no longer the document that was found wrong. */
function unlessConflict(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== "conflict") throw error;
}

/** One page of an audit, and of its repairs when asked for. Throws AppError `invalid_input` for a wrong cursor. */
export async function auditWorkspace(
  context: WorkspaceContext & { readonly row: WorkspaceRow },
  running: AuditRunning,
  { full, cursor, repairs }: AuditQuery,
): Promise<AuditAnswer> {
  const { workspace, nowMs, row } = context;
  // A replica that lags would show as wrong what has just been repaired.
  const parts = auditDeps({ session: context.session.toPrimary(), workspace, nowMs }, running, full);
  const { checks, next } = await auditPage(parts, { cursor, repairs });
  return { workspace: row.slug, full, checks: checks.map(checkAnswer), nextCursor: next ?? null };
}

const checkAnswer = ({ check, promise, checked, found }: CheckReport): AuditCheckAnswer => ({
  check,
  promise,
  checked,
  failed: found.length,
  examples: found.slice(0, EXAMPLES).map(({ id, note }) => ({ id, note: note || null })),
  repair: repairsOf(found),
});

/** A memory is in no folder. */
const FOR_A_MEMORY = "recall import an export that has the memory, with --merge, or recall forget it";

/** Steps in their order: what the index can rebuild, it repairs; for the rest the folder has to be pushed once more. */
function repairsOf(found: CheckReport["found"]): string[] {
  const roots = new Set(found.flatMap(({ needsPush }) => needsPush ?? []));
  const pushes = [...roots].map((root) => {
    if (root === MEMORY_ROOT) return FOR_A_MEMORY;
    return root === "" ? "recall push the folder that held it" : `recall push the folder of root "${root}"`;
  });
  const others = new Set(found.flatMap(({ step }) => step ?? []));
  const isDamaged = found.some(({ needsBackup }) => needsBackup);
  const isRepairable = found.some(
    ({ needsPush, needsBackup, step }) => needsPush !== MEMORY_ROOT && !needsBackup && step === undefined,
  );
  return [
    ...(isRepairable ? [REPAIR_COMMAND] : []),
    ...(isDamaged ? [RESTORE_STEP] : []),
    ...pushes,
    ...others,
  ];
}
