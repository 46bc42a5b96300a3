import type { PruneMemoriesAnswer } from "../../contract/memory-lists.ts";
import type { RecallClient } from "../client.ts";
import type { CommandContext, ConfigureCommand } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

interface PruneFlags {
  readonly olderThan: string;
  readonly session?: string;
  readonly type?: string;
  readonly tag?: string;
  readonly source?: string;
  readonly dryRun?: boolean;
}

/** Slice after slice, until nothing as old remains or a slice forgot nothing. All slices end at one instant. */
async function pruneAll(client: RecallClient, flags: PruneFlags): Promise<PruneMemoriesAnswer> {
  const { dryRun = false, ...wanted } = flags;
  const first = await client.pruneMemories({ ...wanted, dryRun });
  let last = first;
  let { forgotten } = first;
  while (!dryRun && last.remaining > 0 && last.forgotten > 0) {
    last = await client.pruneMemories({ ...wanted, olderThan: first.before, dryRun });
    forgotten += last.forgotten;
  }
  return { ...first, forgotten, remaining: last.remaining };
}

async function prune(flags: PruneFlags, context: CommandContext): Promise<ExitCode> {
  const [{ withSession }, { renderMemories }, { count }, { safeJson }] = await Promise.all([
    import("../connect.ts"),
    import("../render/memories.ts"),
    import("../render/numbers.ts"),
    import("../render/terminal-safe.ts"),
  ]);
  const { terminal } = context;
  const answer = await withSession(context, ({ client }) => pruneAll(client, flags));
  const { matched, forgotten, remaining, samples } = answer;
  const memories = (amount: number) => count(amount, "memory", "memories");
  const told = flags.dryRun
    ? [`Would forget ${memories(matched)}${samples.length < matched ? "; the oldest of them:" : ":"}`]
    : [`Forgot ${memories(forgotten)}; each can be brought back for 24 hours: recall forget --undo <id>`];
  const left = !flags.dryRun && remaining > 0 ? [`${memories(remaining)} as old remain: run it again`] : [];
  const listed = matched > 0 ? renderMemories(samples, terminal.columns) : [];
  const lines = matched === 0 ? ["No memory is that old."] : [...told, ...left, ...listed];
  terminal.out(context.flags.json === true ? `${safeJson(answer)}\n` : `${lines.join("\n")}\n`);
  return remaining > 0 && flags.dryRun !== true ? EXIT.nothingOrPartial : EXIT.ok;
}

/** `recall prune --older-than 90d` */
export const configurePrune: ConfigureCommand = (command, start) => {
  command
    .description("Forgets memories that were not observed for a time; each can be brought back for 24 hours.")
    .requiredOption("--older-than <age>", "last observed before: 90d, 12w, 3m, 1y ago, or an ISO date")
    .option("--session <id>", "only of this session")
    .option("--type <type>", "only of this type")
    .option("--tag <tag>", "only with this tag")
    .option("--source <text>", "only from there")
    .option("--dry-run", "only tell how many, and name the oldest")
    .action((flags: PruneFlags) => start((context) => prune(flags, context)));
};
