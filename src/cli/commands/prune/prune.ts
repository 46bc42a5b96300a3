import type { PruneMemoriesAnswer } from "../../../contract/memory-lists.ts";
import { AppError } from "../../../errors.ts";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { renderMemories } from "../../render/memories.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withSession } from "../../session/session.ts";
import { count } from "../../terminal/numbers.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";

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

interface Undone {
  readonly broughtBack: number;
  /** What stands in the way of the others: another memory says it by now. */
  readonly failed: readonly { readonly id: string; readonly code: string; readonly message: string }[];
}

/** Everything forgotten that the flags name, one by one; what cannot come back keeps no other from it. */
async function undoAll(client: RecallClient, flags: PruneFlags): Promise<Undone> {
  const { olderThan: before, session, type, tag, source } = flags;
  const failed: { id: string; code: string; message: string }[] = [];
  let broughtBack = 0;
  let cursor: string | undefined;
  do {
    const place = { state: "forgotten", before, session, type, tag, source, limit: "100", cursor };
    const { memories, next } = await client.memories(place);
    for (const { id } of memories) {
      try {
        await client.undoForget(id);
        broughtBack += 1;
      } catch (error) {
        if (!(error instanceof AppError) || !["conflict", "not_found"].includes(error.code)) throw error;
        failed.push({ id, code: error.code, message: error.message });
      }
    }
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return { broughtBack, failed };
}

/** What is said where nothing is left to forget. */
const noneOf = ({ olderThan, session }: PruneFlags): string =>
  olderThan === undefined
    ? `No such memory of the session ${session ?? ""} is left.`
    : "No such memory is that old.";

async function undo(flags: PruneFlags, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const answer = await withSession(context, ({ client }) => undoAll(client, flags));
  const text = `Brought back ${count(answer.broughtBack, "memory", "memories")}.`;
  terminal.out(`${context.flags.json === true ? safeJson(answer) : text}\n`);
  if (context.flags.json !== true)
    for (const { message } of answer.failed) terminal.err(`recall: ${safeLine(message)}\n`);
  return answer.failed.length === 0 && answer.broughtBack > 0 ? EXIT.ok : EXIT.nothingOrPartial;
}

async function prune(flags: PruneFlags, context: CommandContext): Promise<ExitCode> {
  if (flags.olderThan === undefined && flags.session === undefined)
    throw new AppError("invalid_input", "Say how old with --older-than 90d, or name a --session");
  if (flags.undo === true) return undo(flags, context);
  const { terminal } = context;
  const answer = await withSession(context, ({ client }) => pruneAll(client, flags));
  const { matched, forgotten, remaining, samples } = answer;
  const memories = (amount: number) => count(amount, "memory", "memories");
  const told = flags.dryRun
    ? [`Would forget ${memories(matched)}${samples.length < matched ? "; the oldest of them:" : ":"}`]
    : [`Forgot ${memories(forgotten)}; for 24 hours --undo brings them back:`];
  const left = !flags.dryRun && remaining > 0 ? [`${memories(remaining)} as old remain: run it again`] : [];
  const listed = matched > 0 ? renderMemories(samples, terminal.columns) : [];
  const lines = matched === 0 ? [safeLine(noneOf(flags))] : [...left, ...told, ...listed];
  terminal.out(context.flags.json === true ? `${safeJson(answer)}\n` : `${lines.join("\n")}\n`);
  return remaining > 0 && flags.dryRun !== true ? EXIT.nothingOrPartial : EXIT.ok;
}

/** `recall prune --older-than 90d` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Forgets memories that are old, or a session's; for 24 hours they can be brought back.")
    .option("--older-than <age>", "last observed before: 90d, 12w, 3m, 1y ago, or an ISO date")
    .option("--session <id>", "only of this session")
    .option("--type <type>", "only of this type")
    .option("--tag <tag>", "only with this tag")
    .option("--source <text>", "only from there")
    .option("--dry-run", "only tell how many, and name the oldest")
    .option("--undo", "bring back what was forgotten and is named by the same flags")
    .action((flags: PruneFlags) => start((context) => prune(flags, context)));
};
