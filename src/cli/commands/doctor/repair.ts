import type { AuditCheckAnswer } from "../../../audit/contract.ts";
import { REPAIR_COMMAND } from "../../../audit/repair-command.ts";
import { renderAudit } from "../../audit/render.ts";
import type { Audit } from "../../audit/whole-audit.ts";
import { count, number } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

/** Steps that the index cannot do by itself. */
const othersOf = (repair: readonly string[]): readonly string[] =>
  repair.filter((step) => step !== REPAIR_COMMAND);

/** A second repair is suggested only where nothing else would help. */
function afterRepair(check: AuditCheckAnswer): AuditCheckAnswer {
  const others = othersOf(check.repair);
  return { ...check, repair: others.length === 0 ? check.repair : [...others] };
}

/** Checks of which something was repaired, with how many. */
function repairedChecks(before: Audit, now: Audit): readonly AuditCheckAnswer[] {
  const still = new Map(now.checks.map(({ check, failed }) => [check, failed]));
  return before.checks
    .map((check) => ({ ...check, failed: check.failed - (still.get(check.check) ?? 0) }))
    .filter(({ failed }) => failed > 0);
}

/** What is left to do by hand, although the audit finds nothing wrong there any more. */
const leftToDo = ({ promise, failed, repair }: AuditCheckAnswer): readonly string[] =>
  othersOf(repair).map((step) => safeLine(`  ${promise}: ${number(failed)} removed, now ${step}`));

/** What a repair came to, then the audit after it, with the steps that are left. */
export function renderRepair(before: Audit, now: Audit): readonly string[] {
  const repaired = repairedChecks(before, now);
  const sum = repaired.reduce((total, { failed }) => total + failed, 0);
  const summary = `Found ${count(before.failed, "thing")} wrong, repaired ${number(sum)}.`;
  return [
    ...(before.failed === 0 ? [] : [summary]),
    ...repaired.flatMap(leftToDo),
    ...renderAudit({ ...now, checks: now.checks.map(afterRepair) }),
  ];
}
