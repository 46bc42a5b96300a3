import type { AuditCheckAnswer } from "../../../audit/contract.ts";
import { REPAIR_COMMAND } from "../../../audit/repair-command.ts";
import type { DigestHit } from "../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import { type Audit, renderAudit, wholeAudit } from "../../audit/audit.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { ifAppError } from "../../failures.ts";
import { outageNote, partName } from "../../render/outages.ts";
import type { RecallClient } from "../../session/recall-client.ts";
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

const EMBEDDED = "embedded:";

/** Models that a search of the server asks, and the vector index where one of them makes vectors. */
function askedBy({ index, degraded }: SearchAnswer<DigestHit>): number {
  const understands = !index.embedder.startsWith(EMBEDDED);
  const isAsked = [
    understands,
    understands,
    !index.reranker.startsWith(EMBEDDED),
    !degraded.includes("generator_missing"),
  ];
  return isAsked.filter(Boolean).length;
}

/**
 * One search, of a question that nothing has kept and that is not logged: what did not answer it. Undefined where no model
 * is asked.
 */
async function askModels(client: Pick<RecallClient, "search">): Promise<AuditCheckAnswer | undefined> {
  const query = `Is every model there at ${new Date().toISOString()}?`;
  const asked = client.search({ query, expand: true, log: false, view: "digest", limit: 1 });
  // What is damaged has been told by then.
  const answer = await asked.catch(ifAppError(undefined, "database_damaged"));
  if (answer === undefined) return undefined;
  const outages = answer.outages ?? [];
  const checked = Math.max(askedBy(answer), outages.length);
  if (checked === 0) return undefined;
  return {
    ...{ check: "models", promise: "each model that a search asks answers", checked, failed: outages.length },
    examples: outages.map((outage) => ({ id: partName(outage.part), note: outageNote(outage) })),
    repair: [],
  };
}

/** Whether the bucket of backups holds a young one; undefined where there is no bucket. */
async function askBackup(client: Pick<RecallClient, "status">): Promise<AuditCheckAnswer | undefined> {
  const { backup } = (await client.status().catch(ifAppError(undefined, "database_damaged"))) ?? {};
  if (backup === undefined) return undefined;
  const { upToDateAt, isLate } = backup;
  const failed = isLate ? 1 : 0;
  const id = upToDateAt === null ? "none yet" : `the last was of ${upToDateAt}`;
  return {
    ...{ check: "backup", promise: "the bucket holds a backup of the last two days", checked: 1, failed },
    examples: isLate ? [{ id, note: "GET /v1/backups and GET /v1/runs say why, to the owner" }] : [],
    repair: isLate ? ["recall backup <folder>, until the bucket's are made again"] : [],
  };
}

/** The audit, with what only a client can ask. */
async function withOthers(client: RecallClient, audit: Audit): Promise<Audit> {
  const others = [await askBackup(client), await askModels(client)].filter((check) => check !== undefined);
  const failed = others.reduce((sum, check) => sum + check.failed, audit.failed);
  return { ...audit, checks: [...audit.checks, ...others], failed };
}

async function diagnose({ full = false, repair = false }: DoctorFlags, context: CommandContext) {
  const progress = progressLine(context.terminal);
  const onPage = (checks: number) => progress.update("checks done:", checks);
  return withSession(context, async ({ client }) => {
    const before = repair ? await wholeAudit(client, { full, repair, onPage }) : undefined;
    const now = await wholeAudit(client, { full, repair: false, onPage });
    return { before, now: await withOthers(client, now) };
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
    .description(
      "Checks that the index holds all it should and nothing else, and that the models answer; exit code 1 while something is wrong.",
    )
    .option("--full", "check everything, however large the workspace is")
    .option("--repair", "repair what is wrong, then check again")
    .action(start(doctor));
};
