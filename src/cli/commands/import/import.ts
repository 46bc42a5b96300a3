import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { renderAudit } from "../../audit/audit.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { PRIVATE_FILE_MODE } from "../../settings/private-file.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { count } from "../../terminal/numbers.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { type ImportReport, importFile } from "./import-file.ts";

/** Works with a file; without one, with standard input kept in a file until the work is done: it is read twice. */
async function withInput<T>(
  file: string | undefined,
  input: Readable,
  work: (file: string) => Promise<T>,
): Promise<T> {
  if (file !== undefined) return work(file);
  const folder = await mkdtemp(join(tmpdir(), "recall-import-"));
  try {
    const kept = join(folder, "export.ndjson");
    await pipeline(input, createWriteStream(kept, { flags: "wx", mode: PRIVATE_FILE_MODE }));
    return await work(kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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

async function run(
  context: CommandContext,
  file: string | undefined,
  flags: { readonly merge?: boolean },
): Promise<ExitCode> {
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
