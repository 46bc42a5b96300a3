import { resolve } from "node:path";
import { renderAudit } from "../../audit/render.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { count } from "../../terminal/numbers.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { type ImportReport, importFile } from "./import-file.ts";
import { withInput } from "./standard-input.ts";

interface ImportFlags {
  readonly merge?: boolean;
}

/** Documents named one by one; the report counts the rest. */
const MAX_NAMED = 20;

function reportLines(report: ImportReport): readonly string[] {
  const { workspace, written, unchanged, failed, vectors, otherVectors, resumedAt, audit } = report;
  const more = failed.length - MAX_NAMED;
  return [
    `Imported ${count(written, "document")} into ${workspace}, ${unchanged} were there; ${count(vectors, "vector")} kept`,
    ...(resumedAt > 0
      ? [`An import that broke off after line ${resumedAt} went on; what was there was not sent again`]
      : []),
    ...(otherVectors > 0
      ? [`${count(otherVectors, "vector")} of another model: their texts are embedded again`]
      : []),
    ...failed
      .slice(0, MAX_NAMED)
      .map(({ root, path, message }) => `  not imported: ${root}:${path}: ${message}`),
    ...(more > 0 ? [`  and ${count(more, "document")} more`] : []),
    ...renderAudit(audit, { onlyWrong: true }),
  ].map(safeLine);
}

async function run(context: CommandContext, file: string | undefined, flags: ImportFlags): Promise<ExitCode> {
  const settings = await settingsOf(context);
  const progress = progressLine(context.terminal);
  const { env, cwd } = context;
  const named = file === undefined || file === "-" ? undefined : resolve(cwd, file);
  const job = { merge: flags.merge === true, env, settings, onProgress: progress.update };
  const report = await withInput(named, context.terminal.input, (path) =>
    withServer(context, settings, (client, signal) => importFile(client, { ...job, file: path, signal })),
  ).finally(() => progress.end());
  print(context, report, (columns) => wrapLines(reportLines(report), columns));
  return okIf(report.failed.length + report.audit.failed === 0);
}

/** `recall import` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Restores an export into an empty workspace, or with --merge into one in use.")
    .argument("[file]", "the export; standard input without it")
    .option("--merge", "import beside what is there, in place of documents of the same root and path")
    .action(start(run));
};
