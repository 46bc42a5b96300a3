import { auditPage } from "../audit/audit.ts";
import { auditDeps } from "../audit/audit-workspace.ts";
import type { Plan } from "../config.ts";
import type { VectorIndex } from "../models/ports.ts";
import type { AuditArrived } from "./move.ts";
import { readWorkspaceRow } from "./sql/workspace-rows.ts";

interface AuditingWith {
  readonly plan: Plan;
  readonly secrets: readonly string[];
  readonly random: () => number;
  /** The vector index of an identity. */
  readonly vectorsFor: (identity: string) => VectorIndex | undefined;
  readonly now: () => number;
}

/** Was so before the move, and says nothing about the copy: work that was given up, vectors that the index lost. */
const NOT_OF_A_COPY: readonly string[] = [
  "failed_work",
  "stuck_work",
  "stuck_source",
  "missing_vector",
  "orphan_vector",
];

/** Makes what audits a workspace in the database that it has come to. */
export const auditArrived =
  ({ plan, secrets, random, vectorsFor, now }: AuditingWith): AuditArrived =>
  async (session, { workspace, cursor }) => {
    const { identity } = await readWorkspaceRow(session, workspace);
    const key = String(identity);
    const running = { plan, secrets, random, identity: key, vectors: vectorsFor(key) };
    const deps = auditDeps({ session, workspace, nowMs: now() }, running, true);
    const { checks, next } = await auditPage(deps, { cursor, repairs: false });
    const wrong = checks.filter(({ check }) => !NOT_OF_A_COPY.includes(check));
    return { found: wrong.flatMap(({ check, found }) => found.map(({ id }) => `${check} ${id}`)), next };
  };
