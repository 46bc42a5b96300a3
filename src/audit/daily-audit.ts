import type { Plan } from "../config.ts";
import type { Session } from "../database/session.ts";
import type { VectorIndex } from "../models/ports.ts";
import { keepAudited, someWorkspace } from "../workspaces/sql/workspace-store.ts";
import { auditPage } from "./audit.ts";
import { auditDeps } from "./audit-workspace.ts";
import { CHECKS } from "./checks.ts";

interface DailyLimits {
  /** Pages of one run, whatever the number of workspaces. */
  readonly pages: number;
  /** Rows that a part of a check looks at. It reads a few times as many, however large the workspace is. */
  readonly rows: number;
  /** A total of more rows than these is not checked: it can only be counted at once. */
  readonly counted: number;
}

/** A page has fewer parts on the free plan, which bounds the queries of an invocation: each may look at more. */
const DAILY_LIMITS: Readonly<Record<Plan, DailyLimits>> = {
  paid: { pages: 10, rows: 200, counted: 1_000 },
  free: { pages: 1, rows: 500, counted: 1_000 },
};

interface AuditSlice {
  readonly counts: { readonly checked: number; readonly wrong: number };
  readonly isLast: boolean;
}

interface DailyAudit {
  readonly session: Session;
  readonly plan: Plan;
  readonly secrets?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: () => number;
  /** The index that holds the vectors of an identity, by its key. */
  readonly vectorsFor: (identity: string) => VectorIndex | undefined;
}

/**
 * Slices of a bounded look at what nobody asks to have looked at: each a page of the audit of some workspace, which goes
 * on where the page before has ended, so that in time everything is looked at. What is wrong is counted and logged, and
 * left for `recall doctor` to tell and repair.
 */
export function dailyAudit(audit: DailyAudit): () => Promise<AuditSlice | undefined> {
  let left = DAILY_LIMITS[audit.plan].pages;
  return async () => {
    left -= 1;
    const counts = await onePage(audit);
    return counts && { counts, isLast: left <= 0 };
  };
}

async function onePage(audit: DailyAudit): Promise<AuditSlice["counts"] | undefined> {
  const { session, plan, secrets, now, random, vectorsFor } = audit;
  const chosen = await someWorkspace(session);
  if (chosen === undefined) return undefined;
  const { num: workspace, slug, identity, auditNext } = chosen;
  const running = { vectors: vectorsFor(identity), identity, plan, secrets, random };
  const { rows, counted } = DAILY_LIMITS[plan];
  const parts = auditDeps({ session, workspace, nowMs: now() }, running, false);
  const limits = { ...parts.limits, rows, counted };
  const cursor = auditNext ?? undefined;
  // A page that fails would fail tomorrow too: then the check after it has its turn.
  let next = checkAfter(cursor);
  try {
    const page = await auditPage({ ...parts, limits }, { cursor, repairs: false });
    next = page.next;
    return countsOf(slug, page.checks);
  } finally {
    await keepAudited(session, workspace, next);
  }
}

/** The cursor of the check after the given one's (none given: the first check); undefined after the last. */
function checkAfter(cursor = `${CHECKS[0]?.name} `): string | undefined {
  const at = CHECKS.findIndex(({ name }) => cursor.startsWith(`${name} `));
  const next = CHECKS[at + 1];
  return at === -1 || next === undefined ? undefined : `${next.name} `;
}

type Checked = Awaited<ReturnType<typeof auditPage>>["checks"];

function countsOf(slug: string, checks: Checked): AuditSlice["counts"] {
  for (const { check, found } of checks.filter(({ found }) => found.length > 0))
    console.error(`audit of workspace ${slug}: ${check} fails for ${found.length}; run recall doctor`);
  const sum = (of: (report: Checked[number]) => number) =>
    checks.reduce((total, report) => total + of(report), 0);
  return { checked: sum(({ checked }) => checked), wrong: sum(({ found }) => found.length) };
}
