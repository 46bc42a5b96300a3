import { AppError } from "../../../errors.ts";
import type { PruneMemoriesAnswer } from "../../../memories/contract/memory-lists.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { renderMemories } from "../../render/memory-rows.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { noTypeNote, withSession } from "../../session/session.ts";
import { count } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

interface PruneFlags {
  readonly olderThan?: string;
  readonly session?: string;
  readonly type?: string;
  readonly tag?: string;
  readonly source?: string;
  readonly dryRun?: boolean;
  readonly undo?: boolean;
}

/** Slice after slice, until nothing as old remains or a slice forgot nothing. All slices end at one instant. */
async function pruneAll(client: RecallClient, flags: PruneFlags): Promise<PruneMemoriesAnswer> {
  const { dryRun = false, undo: _, ...wanted } = flags;
  const first = await client.pruneMemories({ ...wanted, dryRun });
  const instant = first.before === null ? {} : { olderThan: first.before };
  let last = first;
  let { forgotten } = first;
  while (!dryRun && last.remaining > 0 && last.forgotten > 0) {
    last = await client.pruneMemories({ ...wanted, ...instant, dryRun });
    forgotten += last.forgotten;
  }
  return { ...first, forgotten, remaining: last.remaining };
}

/** Brings back everything forgotten that the flags name, one by one, or counts it; a failure does not stop the others. */
async function undoAll(client: RecallClient, flags: PruneFlags) {
  const { olderThan: before, session, type, tag, source, dryRun = false } = flags;
  const failed: { id: string; code: string; message: string }[] = [];
  let broughtBack = 0;
  let cursor: string | undefined;
  do {
    const place = { state: "forgotten", before, session, type, tag, source, limit: 100, cursor };
    const { memories, nextCursor } = await client.memories(place);
    for (const { id } of memories) {
      try {
        if (!dryRun) await client.undoForget(id);
        broughtBack += 1;
      } catch (error) {
        if (!(error instanceof AppError) || !["conflict", "not_found"].includes(error.code)) throw error;
        failed.push({ id, code: error.code, message: error.message });
      }
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { broughtBack, failed };
}

const memories = (amount: number): string => count(amount, "memory", "memories");

async function undo(flags: PruneFlags, context: CommandContext): Promise<ExitCode> {
  const answer = await withSession(context, ({ client }) => undoAll(client, flags));
  print(context, answer, () => [
    `${flags.dryRun === true ? "Would bring back" : "Brought back"} ${memories(answer.broughtBack)}.`,
  ]);
  if (context.flags.json !== true)
    for (const { message } of answer.failed) context.terminal.err(`recall: ${safeLine(message)}\n`);
  return okIf(answer.failed.length === 0 && answer.broughtBack > 0);
}

function lines(
  { matched, forgotten, remaining, samples }: PruneMemoriesAnswer,
  { dryRun = false, olderThan, session = "" }: PruneFlags,
  columns: number,
): readonly string[] {
  if (matched === 0)
    return [
      olderThan === undefined
        ? safeLine(`No such memory of the session ${session} is left.`)
        : "No such memory is that old.",
    ];
  const listed = renderMemories(samples, columns);
  if (dryRun)
    return [
      `Would forget ${memories(matched)}${samples.length < matched ? "; the oldest of them:" : ":"}`,
      ...listed,
    ];
  return [
    ...(remaining > 0 ? [`${memories(remaining)} as old remain: run it again`] : []),
    `Forgot ${memories(forgotten)}; for 24 hours --undo brings them back:`,
    ...listed,
  ];
}

async function prune(context: CommandContext, flags: PruneFlags): Promise<ExitCode> {
  if (flags.olderThan === undefined && flags.session === undefined)
    throw invalid("Say how old with --older-than 90d, or name a --session");
  if (flags.undo === true) return undo(flags, context);
  const [answer, note] = await withSession(context, async ({ client }) => {
    const pruned = await pruneAll(client, flags);
    return [pruned, await noTypeNote(client, flags.type, pruned.matched === 0)] as const;
  });
  print(context, answer, (columns) => lines(answer, flags, columns));
  if (note !== undefined) context.terminal.err(`recall: ${safeLine(note)}\n`);
  return okIf(answer.remaining === 0 || flags.dryRun === true);
}

/** `recall prune --older-than 90d` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Forgets memories that are old, or a session's; for 24 hours they can be brought back.")
    .option("--older-than <age>", "last observed before: 90d, 12w, 3m, 1y ago, or an ISO date")
    .option("--session <id>", "only of this session")
    .option("--type <type>", "only of this type")
    .option("--tag <tag>", "only with this tag")
    .option("--source <text>", "only from this source")
    .option("--dry-run", "forget nothing: say how many would go, and list the oldest")
    .option("--undo", "bring back the forgotten memories that the same flags name")
    .action(start(prune));
};
