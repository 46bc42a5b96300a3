import { type Command, InvalidArgumentError, Option } from "commander";
import { memoryIdIn, withMemory } from "../../../services/passages/memory-id.ts";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { refuseUnknown } from "../../flags/unknown-command.ts";
import {
  renderMemories,
  renderMemory,
  renderRecent,
  renderStatistics,
  renderTimeline,
} from "../../render/memories.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withHint, withSession } from "../../session/session.ts";
import { noTypeNote } from "../../session/type-note.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";

/** The contract's own list would bring its schema library into every start. */
const SORTS = ["newest", "oldest", "created", "importance", "priority", "observed"] as const;

/** Most that the server answers at once. */
const MAX_LISTED = 100;

interface ListFlags {
  readonly type?: string;
  readonly tag?: string;
  readonly session?: string;
  readonly source?: string;
  readonly minQuality?: string;
  readonly after?: string;
  readonly before?: string;
  readonly state?: string;
  readonly sort?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

interface Rendered<Answer> {
  readonly ask: (client: RecallClient) => Promise<Answer>;
  readonly text: (answer: Answer, columns: number) => string;
}

/** Asks, and prints the answer as JSON or as text. */
async function show<Answer>(context: CommandContext, { ask, text }: Rendered<Answer>): Promise<Answer> {
  const { terminal, flags } = context;
  const answer = await withHint("not_found", "recall memories lists those there are", () =>
    withSession(context, ({ client }) => ask(client)),
  );
  terminal.out(flags.json === true ? `${safeJson(answer)}\n` : text(answer, terminal.columns));
  return answer;
}

const inLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

async function list(flags: ListFlags, context: CommandContext): Promise<ExitCode> {
  let note: string | undefined;
  const { memories, next } = await show(context, {
    ask: async (client) => {
      const page = await client.memories({ ...flags });
      note = await noTypeNote(client, flags.type, page.memories.length === 0);
      return page;
    },
    text: (answer, columns) => inLines(renderMemories(answer.memories, columns)),
  });
  if (note !== undefined) {
    context.terminal.err(`recall: ${safeLine(note)}\n`);
  }
  if (next !== null && context.flags.json !== true)
    context.terminal.err(`There are more: --limit up to ${MAX_LISTED}, or --cursor '${next}'\n`);
  return memories.length > 0 ? EXIT.ok : EXIT.nothingOrPartial;
}

interface TimelineFlags {
  readonly before?: string;
  readonly after?: string;
  readonly sameSession?: boolean;
}

async function timeline(id: string, flags: TimelineFlags, context: CommandContext): Promise<ExitCode> {
  const { before, after, sameSession } = flags;
  await show(context, {
    ask: (client) =>
      client.timeline({
        around: memoryIdIn(id) ?? id,
        before,
        after,
        sameSession: sameSession === true ? "true" : undefined,
      }),
    text: (answer, columns) => inLines(renderTimeline(answer, columns)),
  });
  return EXIT.ok;
}

async function stats(context: CommandContext): Promise<ExitCode> {
  await show(context, {
    ask: (client) => client.memoryStatistics(),
    text: (answer, columns) => inLines(renderStatistics(answer, columns)),
  });
  return EXIT.ok;
}

async function one(
  id: string,
  { history = false }: { readonly history?: boolean },
  context: CommandContext,
): Promise<ExitCode> {
  await show(context, {
    ask: (client) => withMemory(client, id, (own) => client.memory(own, { history })),
    text: renderMemory,
  });
  return EXIT.ok;
}

interface RecentFlags {
  readonly session?: string;
  readonly kind?: string;
  readonly limit?: string;
}

async function recent(flags: RecentFlags, context: CommandContext): Promise<ExitCode> {
  const { items } = await show(context, {
    ask: (client) => client.recent({ ...flags }),
    text: (answer, columns) => inLines(renderRecent(answer, columns)),
  });
  return items.length > 0 ? EXIT.ok : EXIT.nothingOrPartial;
}

const upTo =
  (least: number) =>
  (text: string): string => {
    const value = Number(text);
    if (text.trim() !== "" && Number.isInteger(value) && value >= least && value <= MAX_LISTED) return text;
    throw new InvalidArgumentError(`It is a number from ${least} to ${MAX_LISTED}.`);
  };

function share(text: string): string {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 1) return text;
  throw new InvalidArgumentError("It is a number from 0 to 1.");
}

const addList = (command: Command): Command =>
  command
    .command("list", { isDefault: true })
    .description("Lists memories, a line each, newest first.")
    .option("--type <type>", "only of this type")
    .option("--tag <tag>", "only with this tag")
    .option("--session <id>", "only of this session")
    .option("--source <text>", "only from there")
    .option("--min-quality <number>", "only of at least this quality, 0 to 1; without votes it is 0.5", share)
    .option("--after <date>", "only last observed on or after: 7d, 2w, 3m, 1y ago, or an ISO date")
    .option("--before <date>", "only last observed before: 7d, 2w, 3m, 1y ago, or an ISO date")
    .addOption(
      new Option("--state <state>", "past ones instead").choices(["live", "superseded", "forgotten"]),
    )
    .addOption(new Option("--sort <order>", "in which order").choices([...SORTS]))
    .option("-n, --limit <number>", "how many", upTo(1))
    .option("--cursor <text>", "where the list before ended");

/** `recall memories [list|timeline|stats|show|recent]` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Lists and shows what was remembered.");
  addList(command)
    // Whatever is no command below this one would be too many arguments of the list.
    .allowExcessArguments()
    .action((flags: ListFlags, { args: [unknown] }: Command) => {
      if (unknown !== undefined) refuseUnknown(command, unknown);
      return start((context) => list(flags, context));
    });
  command
    .command("show")
    .description("Shows a memory whole, with the older texts that it tells too.")
    .argument("<id>", "its id, or the first 8 characters")
    .option("--history", "also what it superseded and what superseded it")
    .action((id: string, flags: { readonly history?: boolean }) =>
      start((context) => one(id, flags, context)),
    );
  command
    .command("timeline")
    .description("Lists what was remembered just before and after a memory.")
    .argument("<id>", "its id, or the first 8 characters")
    .option("--before <number>", "memories before it; 5 if not said", upTo(0))
    .option("--after <number>", "memories after it; 5 if not said", upTo(0))
    .option("--same-session", "only those of its own session")
    .action((id: string, flags: TimelineFlags) => start((context) => timeline(id, flags, context)));
  command
    .command("recent")
    .description(
      "Lists the newest memories and documents: the session's, or when it has none the workspace's.",
    )
    .option("--session <id>", "the asking session")
    .addOption(new Option("--kind <kind>", "only this kind").choices(["file", "memory"]))
    .option("-n, --limit <number>", "how many", upTo(1))
    .action((flags: RecentFlags) => start((context) => recent(flags, context)));
  command
    .command("stats")
    .description("Counts memories by type, source, session and age.")
    .action(() => start(stats));
};
