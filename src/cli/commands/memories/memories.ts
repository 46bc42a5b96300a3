import { type Command, Option } from "commander";
import { withMemory } from "../../../documents/passages/memory-id.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, okIf } from "../../command.ts";
import { share, wholeNumber } from "../../flags/parsers.ts";
import { refuseUnknown } from "../../flags/unknown-command.ts";
import { renderMemories } from "../../render/memory-rows.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { noTypeNote, show, withHint } from "../../session/session.ts";
import type { ShowLine } from "../../terminal/isolates.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { addByHand } from "./by-hand.ts";
import { addReview } from "./review.ts";
import { renderMemory, renderRecent, renderStatistics, renderTimeline } from "./render.ts";

/** The contract's own list would bring its schema library into every start. */
const SORTS = ["newest", "oldest", "created", "importance", "priority", "observed"] as const;

/** Most that the server answers at once. */
const MAX_LISTED = 100;

interface ListFlags {
  readonly type?: string;
  readonly tag?: string;
  readonly session?: string;
  readonly source?: string;
  readonly minQuality?: number;
  readonly after?: string;
  readonly before?: string;
  readonly state?: string;
  readonly sort?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Asks the server and prints the answer; a memory that is not there is a failure with a way to find those that are. */
const asked = <Answer>(
  context: CommandContext,
  ask: (client: RecallClient) => Promise<Answer>,
  lines: (answer: Answer, columns: number, showLine: ShowLine) => readonly string[],
): Promise<Answer> =>
  withHint("not_found", "recall memories lists those there are", () => show(context, ask, lines));

async function list(context: CommandContext, flags: ListFlags): Promise<ExitCode> {
  let note: string | undefined;
  const ask = async (client: RecallClient) => {
    const found = await client.memories({ ...flags });
    note = await noTypeNote(client, flags.type, found.memories.length === 0);
    return found;
  };
  const { memories, nextCursor } = await asked(context, ask, (page, columns, showLine) =>
    renderMemories(page.memories, columns, showLine),
  );
  if (note !== undefined) context.terminal.err(`recall: ${safeLine(note)}\n`);
  if (nextCursor !== null && context.flags.json !== true)
    context.terminal.err(`There are more: --limit up to ${MAX_LISTED}, or --cursor '${nextCursor}'\n`);
  return okIf(memories.length > 0);
}

interface TimelineFlags {
  readonly before?: number;
  readonly after?: number;
  readonly sameSession?: boolean;
}

async function timeline(context: CommandContext, id: string, flags: TimelineFlags): Promise<ExitCode> {
  const ask = (client: RecallClient) =>
    withMemory(client, id, (around) => client.timeline({ ...flags, around }));
  await asked(context, ask, renderTimeline);
  return EXIT.ok;
}

async function stats(context: CommandContext): Promise<ExitCode> {
  await asked(context, (client) => client.memoryStatistics(), renderStatistics);
  return EXIT.ok;
}

interface ShowFlags {
  readonly history?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
}

async function showOne(context: CommandContext, id: string, { history = false, ...page }: ShowFlags) {
  const ask = (client: RecallClient) =>
    withMemory(client, id, (own) => client.memory(own, { history, ...page }));
  const { nextCursor } = await asked(context, ask, renderMemory);
  if (nextCursor !== null && context.flags.json !== true)
    context.terminal.err(`It said more before: --limit up to ${MAX_LISTED}, or --cursor '${nextCursor}'
`);
  return EXIT.ok;
}

interface RecentFlags {
  readonly session?: string;
  readonly kind?: string;
  readonly limit?: number;
}

async function recent(context: CommandContext, flags: RecentFlags): Promise<ExitCode> {
  const { items } = await asked(context, (client) => client.recent({ ...flags }), renderRecent);
  return okIf(items.length > 0);
}

const addList = (command: Command): Command =>
  command
    .command("list", { isDefault: true })
    .description("Lists memories, a line each, newest first.")
    .option("--type <type>", "only of this type")
    .option("--tag <tag>", "only with this tag")
    .option("--session <id>", "only of this session")
    .option("--source <text>", "only from this source")
    .option("--min-quality <number>", "only of at least this quality, 0 to 1; without votes it is 0.5", share)
    .option("--after <date>", "only last observed on or after: 7d, 2w, 3m, 1y ago, or an ISO date")
    .option("--before <date>", "only last observed before: 7d, 2w, 3m, 1y ago, or an ISO date")
    .addOption(
      new Option("--state <state>", "past ones instead").choices(["live", "superseded", "forgotten"]),
    )
    .addOption(new Option("--sort <order>", "in which order").choices([...SORTS]))
    .option("-n, --limit <number>", "how many", wholeNumber(1, MAX_LISTED))
    .option("--cursor <text>", "where the list before ended");

/** `recall memories [list|show|edit|merge|split|review|timeline|recent|stats]` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Lists, shows and edits what was remembered.");
  addList(command)
    // A word that names no command below this one would be an argument too many for the list.
    .allowExcessArguments()
    .action((flags: ListFlags, { args: [unknown] }: Command) => {
      if (unknown !== undefined) refuseUnknown(command, unknown);
      return start(list)(flags);
    });
  command
    .command("show")
    .description("Shows a whole memory, with the older texts that it stands for.")
    .argument("<id>", "its id, or the first 8 characters")
    .option("--history", "also what it superseded and what superseded it")
    .option("-n, --limit <number>", "older texts (default: 20)", wholeNumber(1, MAX_LISTED))
    .option("--cursor <text>", "where the older texts before ended")
    .action(start(showOne));
  addByHand(command, start);
  addReview(command, start);
  command
    .command("timeline")
    .description("Lists what was remembered just before and after a memory.")
    .argument("<id>", "its id, or the first 8 characters")
    .option("--before <number>", "memories before it (default: 5)", wholeNumber(0, MAX_LISTED))
    .option("--after <number>", "memories after it (default: 5)", wholeNumber(0, MAX_LISTED))
    .option("--same-session", "only those of its own session")
    .action(start(timeline));
  command
    .command("recent")
    .description(
      "Lists the newest memories and documents: the session's, or when it has none the workspace's.",
    )
    .option("--session <id>", "the asking session")
    .addOption(new Option("--kind <kind>", "only this kind").choices(["file", "memory"]))
    .option("-n, --limit <number>", "how many", wholeNumber(1, MAX_LISTED))
    .action(start(recent));
  command
    .command("stats")
    .description("Counts memories by type, source, session and age.")
    .action(start(stats));
};
