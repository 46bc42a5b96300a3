import type { Plan } from "../config.ts";
import type { Session } from "../database/session.ts";
import type { VectorIndex } from "../models/ports.ts";
import { someWorkspace } from "../workspaces/sql/workspace-store.ts";
import { auditPage } from "./audit.ts";
import { auditDeps } from "./audit-workspace.ts";
import { CHECKS } from "./checks.ts";

/** Pages that one run looks at: a day's sample, whatever the number of workspaces. */
const PAGES: Readonly<Record<Plan, number>> = { paid: 10, free: 1 };

/** What one page came to. */
interface AuditSlice {
  readonly counts: { readonly checked: number; readonly wrong: number };
  readonly isLast: boolean;
}

export interface DailyAudit {
  readonly session: Session;
  readonly plan: Plan;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: () => number;
  /** The index that holds the vectors of an identity, by its key. */
  readonly vectorsFor: (identity: string) => VectorIndex | undefined;
}

/**
 * Slices of a bounded look at what nobody asks to have looked at: each a page of the audit of some workspace, begun at
 * some check. What is wrong is counted and logged, and left for `recall doctor` to tell and repair.
 */
export function dailyAudit(audit: DailyAudit): () => Promise<AuditSlice | undefined> {
  let left = PAGES[audit.plan];
  return async () => {
    left -= 1;
    const counts = await onePage(audit);
    return counts && { counts, isLast: left <= 0 };
  };
}

async function onePage(audit: DailyAudit): Promise<AuditSlice["counts"] | undefined> {
  const { session, plan, now, random, vectorsFor } = audit;
  const chosen = await someWorkspace(session);
  const check = CHECKS[Math.floor(random() * CHECKS.length)];
  if (chosen === undefined || check === undefined) return undefined;
  const { num: workspace, identity } = chosen;
  const running = { vectors: vectorsFor(identity), identity, plan, random };
  const parts = auditDeps({ session, workspace, nowMs: now() }, running, false);
  const { checks } = await auditPage(parts, { cursor: `${check.name} `, repairs: false });
  const wrong = checks.filter(({ found }) => found.length > 0);
  for (const { check: name, found } of wrong)
    console.error(`audit of workspace ${workspace}: ${name} fails for ${found.length}; run recall doctor`);
  const sum = (of: (report: (typeof checks)[number]) => number) =>
    checks.reduce((total, report) => total + of(report), 0);
  return { checked: sum(({ checked }) => checked), wrong: sum(({ found }) => found.length) };
}
