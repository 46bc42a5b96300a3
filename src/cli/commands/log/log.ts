import { InvalidArgumentError, Option } from "commander";
import { PROFILES } from "../../../contract/profile-names.ts";
import { OUTCOMES, REPORTS, type ReportKind } from "../../../contract/recalls.ts";
import { AppError } from "../../../errors.ts";
import { parseDateFilter } from "../../../retrieval/dates.ts";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withHint, withSession } from "../../session/session.ts";
import { askText } from "../../terminal/ask.ts";
import { confirmDeletion } from "../../terminal/confirm-deletion.ts";
import { count } from "../../terminal/numbers.ts";
import { safeJson } from "../../terminal/terminal-safe.ts";
import * as render from "./render.ts";

interface LogFlags {
  readonly outcome?: string;
  readonly session?: string;
  readonly profile?: string;
  readonly since?: string;
  readonly before?: string;
  readonly voted?: boolean;
  readonly limit?: number;
  readonly report?: ReportKind;
  readonly on?: boolean;
  readonly off?: boolean;
  readonly clear?: boolean;
  readonly yes?: boolean;
}

/** What to print: the server's answer, and the same for people. */
interface Shown {
  readonly answer: unknown;
  readonly lines: readonly string[];
}

/** The contract's longest page. */
const MAX_LIMIT = 200;

function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new InvalidArgumentError(`It is a number from 1 to ${MAX_LIMIT}.`);
}

async function instant(text: string | undefined): Promise<string | undefined> {
  if (text === undefined) return undefined;
  return new Date(parseDateFilter(text, Date.now())).toISOString();
}

/** What a person types to delete logged searches. */
const LOG = "log";

/** Returns when the deletion is confirmed, by --yes or by a person. Throws AppError when it is not. */
async function confirm({ before, yes }: LogFlags, { terminal }: CommandContext): Promise<void> {
  if (yes === true) return;
  if (!terminal.canAsk)
    throw new AppError("invalid_input", "Deleting logged searches cannot be undone: repeat it with --yes");
  const which = before === undefined ? "All logged searches" : `Logged searches before ${before}`;
  const question = `${which} will be deleted; votes stay. Type ${LOG} to go on:`;
  await confirmDeletion({ name: LOG, yes: undefined, ask: () => askText(question, LOG) });
}

/** Request after request until nothing is left; a request deletes a bounded number. */
async function clear(client: RecallClient, { before }: LogFlags): Promise<Shown> {
  const place = { before: await instant(before) };
  let deleted = 0;
  for (let isDone = false; !isDone; ) {
    const answer = await client.clearRecalls(place);
    deleted += answer.deleted;
    isDone = answer.isDone || answer.deleted === 0;
  }
  const lines = [`Deleted ${count(deleted, "search", "searches")} from the log; votes stay.`];
  return { answer: { deleted }, lines };
}

async function shownOf(client: RecallClient, id: string | undefined, wish: AskedLog): Promise<Shown> {
  const { flags, columns } = wish;
  const limit = flags.limit === undefined ? undefined : String(flags.limit);
  if (flags.clear === true) return clear(client, flags);
  if (flags.on === true || flags.off === true) {
    const answer = await client.changeRecallLog({ on: flags.on === true });
    const lines = [answer.on ? "Searches are logged." : "Searches are logged no more; what is there stays."];
    return { answer, lines };
  }
  if (flags.report !== undefined) {
    const answer = await client.recallReport({ kind: flags.report, limit });
    return { answer, lines: render.renderReport(answer, columns) };
  }
  if (id !== undefined) {
    const answer = await client.recall(id);
    return { answer, lines: render.renderRecall(answer, columns) };
  }
  const { outcome, session, profile, voted } = flags;
  const [after, before] = [await instant(flags.since), await instant(flags.before)];
  const only = { outcome, session, profile, ...(voted && { voted: "true" }) };
  const answer = await client.recalls({ ...only, after, before, limit });
  return { answer, lines: render.renderRecalls(answer, columns) };
}

interface AskedLog {
  readonly flags: LogFlags;
  readonly columns: number;
}

async function log(id: string | undefined, flags: LogFlags, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const wish = { flags, columns: terminal.columns };
  if (flags.clear === true) {
    await instant(flags.before);
    await confirm(flags, context);
  }
  const { answer, lines } = await withHint("not_found", "recall log lists those there are", () =>
    withSession(context, ({ client }) => shownOf(client, id, wish)),
  );
  terminal.out(context.flags.json === true ? `${safeJson(answer)}\n` : `${lines.join("\n")}\n`);
  return EXIT.ok;
}

/** `recall log [recall]` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description(
      "Lists logged searches, newest first, or one with its hits; tells what the log tells. For admins.",
    )
    .argument("[recall]", "id of one search, or the start of it that the list shows")
    .addOption(new Option("--outcome <outcome>", "only with this outcome").choices([...OUTCOMES]))
    .option("--session <id>", "only of this session")
    .addOption(new Option("--profile <name>", "only with this profile").choices([...PROFILES]))
    .option("--since <date>", "from then on: 7d, 2w, 3m, 1y ago, or an ISO date")
    .option("--before <date>", "before then")
    .option("--voted", "only those with votes")
    .option("-n, --limit <number>", "lines (default: 50)", limitOf)
    .addOption(
      new Option("--report <kind>", "queries never found, popular documents, stale documents").choices([
        ...REPORTS,
      ]),
    )
    .option("--off", "log this workspace's searches no more")
    .addOption(new Option("--on", "log them again").conflicts("off"))
    .option("--clear", "delete logged searches, all or those --before a date")
    .option("--yes", "delete them without asking")
    .action((id: string | undefined, flags: LogFlags) => start((context) => log(id, flags, context)));
};
