import { AppError } from "../errors.ts";
import { letOthersGoOn } from "../text/steps.ts";
import { sectionCursor, wrongCursor } from "../workspaces/cursor.ts";
import type { AuditCheck, AuditDeps } from "./check.ts";
import { CHECKS } from "./checks.ts";
import { orUnreadable } from "./file.ts";
import type { Finding } from "./sql/table-audit.ts";

/** What one check came to in one page. */
export interface CheckReport {
  readonly check: string;
  readonly promise: string;
  readonly checked: number;
  readonly found: readonly Finding[];
}

/** One bounded piece of an audit. */
export interface AuditPage {
  readonly checks: readonly CheckReport[];
  /** Where the next page begins; undefined: the audit is complete. */
  readonly next: string | undefined;
}

/** A place in a check is opaque, but clients may send anything: an impossible one is the caller's mistake. */
async function scanAt(parts: AuditDeps, check: AuditCheck, after: string) {
  try {
    return await orUnreadable(() => check.scan(parts, after));
  } catch (error) {
    if (error instanceof SyntaxError) throw wrongCursor(error);
    throw error;
  }
}

/** What cannot be written into a damaged file stays wrong, and the audit after the repair says so. */
function unlessDamaged(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== "database_damaged") throw error;
}

/** A part in which everything that is wrong is repaired: a smaller one where that writes too many documents again. */
async function repairAt(parts: AuditDeps, check: AuditCheck, after: string) {
  const { limits } = parts;
  const isTooMuch = (found: number) => check.rewrites === true && found > limits.rewrites;
  const whole = await scanAt(parts, check, after);
  const smaller = { ...parts, limits: { ...limits, rows: limits.rewrites, documents: limits.rewrites } };
  const scan = isTooMuch(whole.found.length) ? await scanAt(smaller, check, after) : whole;
  const mendable = scan.found.filter(({ needsBackup }) => !needsBackup);
  if (mendable.length > 0) await check.repair(parts, mendable).catch(unlessDamaged);
  return scan;
}

/**
 * Looks at some slices of the workspace, with `repairs` making right what is wrong. Bounded in queries and in rows read; each slice is
 * one state of the database, so that pushes may go on. Throws AppError `invalid_input` for an invalid cursor.
 */
export async function auditPage(
  parts: AuditDeps,
  { cursor, repairs }: { readonly cursor?: string | undefined; readonly repairs: boolean },
): Promise<AuditPage> {
  const reports = new Map<string, CheckReport>();
  const { slices, rowsRead = Number.POSITIVE_INFINITY } = parts.limits;
  const readUpTo = parts.db.rowsRead() + rowsRead;
  let position = sectionCursor(CHECKS, cursor);
  for (let slice = 0; slice < slices && parts.db.rowsRead() < readUpTo; slice++) {
    const check = CHECKS[position.at];
    if (check === undefined) break;
    const look = repairs ? repairAt : scanAt;
    const { checked, found, next } = await look(parts, check, position.after);
    const { name, promise } = check;
    const before = reports.get(name) ?? { check: name, promise, checked: 0, found: [] };
    reports.set(name, { ...before, checked: before.checked + checked, found: [...before.found, ...found] });
    position = next === undefined ? { at: position.at + 1, after: "" } : { at: position.at, after: next };
    if (repairs && check.rewrites && found.length > 0) break;
    await letOthersGoOn();
  }
  const check = CHECKS[position.at];
  return { checks: [...reports.values()], next: check && `${check.name} ${position.after}` };
}
