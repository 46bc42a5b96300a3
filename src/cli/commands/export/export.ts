import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { withSession } from "../../session/session.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { count } from "../../terminal/numbers.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { type ExportSum, toFile, toStream } from "./export-lines.ts";

interface ExportFlags {
  readonly to?: string;
  readonly withVectors?: boolean;
}

type Written = ExportSum & {
  readonly replaced: boolean;
};

/** Reports on stderr what was left out, and on stdout where the export is unless stdout holds it. */
function report(sum: Written, { to }: ExportFlags, context: CommandContext): ExitCode {
  const { documents, vectors, damaged, header, replaced } = sum;
  for (const { root, path } of damaged)
    context.terminal.err(
      `recall: left out, its text is damaged (recall doctor): ${safeLine(`${root}:${path}`)}\n`,
    );
  if (to !== undefined) {
    const version = header?.workspaceVersion;
    const answer = { file: resolve(context.cwd, to), documents, vectors, version, damaged };
    const made = `${count(documents, "document")}${vectors > 0 ? ` and ${count(vectors, "vector")}` : ""}`;
    const line = `Exported ${made} of version ${version} to ${safeLine(to)}${replaced ? ", in place of the file that was there" : ""}`;
    print(context, answer, (columns) => wrapLines([line], columns));
  }
  return okIf(damaged.length === 0);
}

async function exportAll(context: CommandContext, flags: ExportFlags): Promise<ExitCode> {
  const progress = progressLine(context.terminal);
  const { to } = flags;
  const replaced = to !== undefined && existsSync(resolve(context.cwd, to));
  const sum = await withSession(context, async ({ client }) => {
    // Asked only for somebody who watches.
    const total = context.terminal.canAsk ? (await client.status()).documents : undefined;
    const onPage = (documents: number) => progress.update("exporting", documents, total);
    const wish = { vectors: flags.withVectors === true, onPage };
    return to === undefined
      ? toStream(client, wish, context.terminal.output)
      : toFile(client, wish, resolve(context.cwd, to));
  }).finally(() => progress.end());
  return report({ ...sum, replaced }, flags, context);
}

/** `recall export` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description(
      "Writes everything that was put into the workspace as JSON lines, to standard output or a file.",
    )
    .option("--to <file>", "write this file, whole or not at all; readable by you only")
    .option("--with-vectors", "with the vectors: restoring it then needs no model")
    .action(start(exportAll));
};
