import { renderAudit } from "../../audit/render.ts";
import { type Audit, wholeAudit } from "../../audit/whole-audit.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { withSession } from "../../session/session.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import { renderRepair } from "./repair.ts";

interface DoctorFlags {
  readonly full?: boolean;
  readonly repair?: boolean;
}

/** What was wrong before the repair, and what still is. */
interface Diagnosis {
  readonly before: Audit | undefined;
  readonly now: Audit;
}

async function diagnose({ full = false, repair = false }: DoctorFlags, context: CommandContext) {
  const progress = progressLine(context.terminal);
  const onPage = (checks: number) => progress.update("checks done:", checks);
  return withSession(context, async ({ client }): Promise<Diagnosis> => {
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
