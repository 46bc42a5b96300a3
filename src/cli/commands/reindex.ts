import type { CommandContext, ConfigureCommand } from "../command.ts";
import { wrapText } from "../render/columns.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

interface ReindexFlags {
  readonly failed?: boolean;
  readonly all?: boolean;
}

async function reindex(flags: ReindexFlags, context: CommandContext): Promise<ExitCode> {
  const [{ withSession }, { reindexLines }, { count }, { safeJson, safeLine }] = await Promise.all([
    import("../connect.ts"),
    import("../render/reindex.ts"),
    import("../render/numbers.ts"),
    import("../render/terminal-safe.ts"),
  ]);
  const request = { failed: flags.failed === true, all: flags.all === true };
  const answer = await withSession(context, ({ client }) => client.reindex(request));
  const retried = answer.retried === 0 ? [] : [`Trying ${count(answer.retried, "piece")} of work again`];
  const lines = [...retried, ...reindexLines(answer.work)];
  const text = (lines.length === 0 ? ["Nothing is stale, nothing failed"] : lines).map(safeLine).join("\n");
  const { columns } = context.terminal;
  context.terminal.out(`${context.flags.json === true ? safeJson(answer) : wrapText(text, columns)}\n`);
  return EXIT.ok;
}

/** `recall reindex` */
export const configureReindex: ConfigureCommand = (command, start) => {
  command
    .description("Starts to index anew what is stale, in the background; searches go on meanwhile.")
    .option("--failed", "only what was given up: try it again")
    .option("--all", "cut and embed everything anew")
    .action((flags: ReindexFlags) => start((context) => reindex(flags, context)));
};
