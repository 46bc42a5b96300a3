import { Option } from "commander";
import { OUTCOMES, REPORTS, type ReportKind } from "../../../recalls/contract/recalls.ts";
import { PROFILES } from "../../../search/contract/constants.ts";
import { instant } from "../../flags/parsers.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withHint, withSession } from "../../session/session.ts";
import { askText, confirmDeletion } from "../../terminal/ask.ts";
import { count } from "../../terminal/numbers.ts";
import { configureAccess } from "./access.ts";
import { renderRecall, renderRecalls, renderReport } from "./render.ts";

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

interface Shown {
  readonly answer: unknown;
  readonly lines: (columns: number) => readonly string[];
}

/** The contract's longest page. */
const MAX_LIMIT = 200;

/** What a person types to delete logged searches. */
const LOG = "log";

async function confirm({ before, yes }: LogFlags, { terminal }: CommandContext): Promise<void> {
  if (yes === true) return;
  if (!terminal.canAsk) throw invalid("Deleting logged searches cannot be undone: repeat it with --yes");
  const which = before === undefined ? "All logged searches" : `Logged searches before ${before}`;
  const question = `${which} will be deleted; votes stay. Type ${LOG} to go on:`;
  await confirmDeletion({ name: LOG, yes: undefined, ask: () => askText(question, LOG) });
}

/** Request after request until nothing is left; a request deletes a bounded number. */
async function clear(client: RecallClient, { before }: LogFlags): Promise<Shown> {
  const place = { before: instant(before) };
  let deleted = 0;
  for (let isDone = false; !isDone; ) {
    const answer = await client.clearRecalls(place);
    deleted += answer.deleted;
    isDone = answer.isDone || answer.deleted === 0;
  }
  const line = `Deleted ${count(deleted, "search", "searches")} from the log; votes stay.`;
  return { answer: { deleted }, lines: () => [line] };
}

async function switchLog(client: RecallClient, on: boolean): Promise<Shown> {
  const answer = await client.changeRecallLog({ on });
  const line = answer.on
    ? "Searches are logged."
    : "Searches are no longer logged; the log keeps what it has.";
  return { answer, lines: () => [line] };
}

async function list(client: RecallClient, flags: LogFlags): Promise<Shown> {
  const { outcome, session, profile, voted, limit } = flags;
  const dates = { after: instant(flags.since), before: instant(flags.before) };
  const filters = { outcome, session, profile, voted: voted || undefined, limit };
  const answer = await client.recalls({ ...filters, ...dates });
  return { answer, lines: (columns) => renderRecalls(answer, columns) };
}

async function shownOf(client: RecallClient, id: string | undefined, flags: LogFlags): Promise<Shown> {
  if (flags.clear === true) return clear(client, flags);
  if (flags.on === true || flags.off === true) return switchLog(client, flags.on === true);
  if (flags.report !== undefined) {
    const answer = await client.recallReport({ kind: flags.report, limit: flags.limit });
    return { answer, lines: (columns) => renderReport(answer, columns) };
  }
  if (id === undefined) return list(client, flags);
  const answer = await client.recall(id);
  return { answer, lines: (columns) => renderRecall(answer, columns) };
}

async function log(context: CommandContext, id: string | undefined, flags: LogFlags): Promise<ExitCode> {
  if (flags.clear === true) {
    instant(flags.before);
    await confirm(flags, context);
  }
  const { answer, lines } = await withHint("not_found", "recall log lists those there are", () =>
    withSession(context, ({ client }) => shownOf(client, id, flags)),
  );
  return print(context, answer, lines);
}

/** `recall log [recall]`, `recall log access` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Past searches, and who did what. For admins.");
  // A command of its own: what `access` has by the same name would be taken for a flag of searches.
  command
    .command("list", { isDefault: true })
    .description(
      "Lists logged searches, newest first, or shows one with its hits; reports what the log reveals. For admins.",
    )
    .argument("[recall]", "id of one search, or the start of it that the list shows")
    .addOption(new Option("--outcome <outcome>", "only with this outcome").choices([...OUTCOMES]))
    .option("--session <id>", "only of this session")
    .addOption(new Option("--profile <name>", "only with this profile").choices([...PROFILES]))
    .option("--since <date>", "from then on: 7d, 2w, 3m, 1y ago, or an ISO date")
    .option("--before <date>", "before then")
    .option("--voted", "only those with votes")
    .option("-n, --limit <number>", "lines (default: 50)", wholeNumber(1, MAX_LIMIT))
    .addOption(
      new Option("--report <kind>", "queries never found, popular documents, stale documents").choices([
        ...REPORTS,
      ]),
    )
    .option("--off", "stop logging this workspace's searches")
    .addOption(new Option("--on", "log them again").conflicts("off"))
    .option("--clear", "delete logged searches, all or those --before a date")
    .option("--yes", "delete them without asking")
    .action(start(log));
  configureAccess(command, start);
};
