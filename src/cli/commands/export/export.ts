import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { withSession } from "../../session/session.ts";
import { wrapText } from "../../terminal/columns.ts";
import { count } from "../../terminal/numbers.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";
import type { ExportSum } from "./export-lines.ts";
import { toFile, toStdout } from "./write-export.ts";

interface ExportFlags {
  readonly to?: string;
  readonly withVectors?: boolean;
}

type Written = ExportSum & {
  /** The file was there before. */
  readonly replaced: boolean;
};

/** Tells on stderr what was left out, and where it went on stdout unless that is the export itself. */
async function tell(sum: Written, flags: ExportFlags, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  for (const { root, path } of sum.damaged)
    terminal.err(`recall: left out, its text is damaged (recall doctor): ${safeLine(`${root}:${path}`)}\n`);
  const { documents, vectors, damaged, header } = sum;
  if (flags.to !== undefined) {
    const made = vectors > 0 ? ` and ${count(vectors, "vector")}` : "";
    const version = header?.workspaceVersion;
    const text = `Exported ${count(documents, "document")}${made} of version ${version} to ${safeLine(flags.to)}${sum.replaced ? ", in place of the file that was there" : ""}\n`;
    const answer = { file: resolve(context.cwd, flags.to), documents, vectors, version, damaged };
    terminal.out(context.flags.json === true ? `${safeJson(answer)}\n` : wrapText(text, terminal.columns));
  }
  return sum.damaged.length === 0 ? EXIT.ok : EXIT.nothingOrPartial;
}

async function exportAll(flags: ExportFlags, context: CommandContext): Promise<ExitCode> {
  const progress = progressLine(context.terminal);
  const { to } = flags;
  const replaced = to !== undefined && existsSync(resolve(context.cwd, to));
  const sum = await withSession(context, async ({ client }) => {
    // Asked only for somebody who watches.
    const total = context.terminal.canAsk ? (await client.status()).documents : undefined;
    const onPage = (documents: number) => progress.update("exporting", documents, total);
    const wish = { vectors: flags.withVectors === true, onPage };
    return to === undefined ? toStdout(client, wish) : toFile(client, wish, resolve(context.cwd, to));
  }).finally(() => progress.end());
  return tell({ ...sum, replaced }, flags, context);
}

/** `recall export` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description(
      "Writes everything that was put into the workspace as JSON lines, to standard output or a file.",
    )
    .option("--to <file>", "write this file, whole or not at all; readable by you only")
    .option("--with-vectors", "with the vectors: restoring it then needs no model")
    .action((flags: ExportFlags) => start((context) => exportAll(flags, context)));
};
