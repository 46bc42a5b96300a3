import type { AuditCheckAnswer } from "../../../audit/contract.ts";
import { REPAIR_COMMAND } from "../../../audit/repair-command.ts";
import { type Audit, renderAudit, wholeAudit } from "../../audit/audit.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { withSession } from "../../session/session.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { count, number } from "../../terminal/numbers.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

/** Steps that the index cannot do by itself. */
const othersOf = (repair: readonly string[]): readonly string[] =>
  repair.filter((step) => step !== REPAIR_COMMAND);

/** A second repair is suggested only where nothing else would help. */
function afterRepair(check: AuditCheckAnswer): AuditCheckAnswer {
  const others = othersOf(check.repair);
  return { ...check, repair: others.length === 0 ? check.repair : [...others] };
}

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
function renderRepair(before: Audit, now: Audit): readonly string[] {
  const repaired = repairedChecks(before, now);
  const sum = repaired.reduce((total, { failed }) => total + failed, 0);
  const summary = `Found ${count(before.failed, "thing")} wrong, repaired ${number(sum)}.`;
  return [
    ...(before.failed === 0 ? [] : [summary]),
    ...repaired.flatMap(leftToDo),
    ...renderAudit({ ...now, checks: now.checks.map(afterRepair) }),
  ];
}

interface DoctorFlags {
  readonly full?: boolean;
  readonly repair?: boolean;
}

async function diagnose({ full = false, repair = false }: DoctorFlags, context: CommandContext) {
  const progress = progressLine(context.terminal);
  const onPage = (checks: number) => progress.update("checks done:", checks);
  return withSession(context, async ({ client }) => {
    const before = repair ? await wholeAudit(client, { full, repair, onPage }) : undefined;
    return { before, now: await wholeAudit(client, { full, repair: false, onPage }) };
  }).finally(() => progress.end());
}

async function doctor(context: CommandContext, flags: DoctorFlags): Promise<ExitCode> {
  const { before, now } = await diagnose(flags, context);
  const repaired = before?.checks.filter(({ failed }) => failed > 0);
  print(context, { ...now, ...(repaired && { repaired }) }, (columns) =>
    wrapLines(before === undefined ? renderAudit(now) : renderRepair(before, now), columns),
  );
  return okIf(now.failed === 0);
}

/** `recall doctor` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Checks that the index holds all it should and nothing else; exit code 1 while it does not.")
    .option("--full", "check everything, however large the workspace is")
    .option("--repair", "repair what is wrong, then check again")
    .action(start(doctor));
};
