import type { CommandContext } from "../command.ts";
import { settingsOf, withServer } from "../connect.ts";
import { progressLine } from "../render/progress-line.ts";
import type { LeftOut } from "../render/push-report.ts";
import { collectFolder } from "./collect-folder.ts";
import type { FolderOptions } from "./dry-run.ts";
import { ownFolders } from "./own-folders.ts";
import { pushFolder } from "./push-folder.ts";
import { keepRefusals, readRefusals } from "./refused-files.ts";
import type { PushOutcome } from "./report.ts";
import { pushSettled } from "./settle-root.ts";

export interface Sent {
  readonly outcome: PushOutcome;
  readonly leftOut: LeftOut;
  /** The server it went to. */
  readonly url: string;
  /** Ctrl-C ended it. */
  readonly isStopped: boolean;
}

/** Pushes a folder with a progress line, and remembers what the server can never take. Throws AppError. */
export async function sendFolder(
  context: CommandContext,
  { folder, includeHidden, planFor }: FolderOptions,
): Promise<Sent> {
  const settings = await settingsOf(context);
  const { url } = settings;
  const signal = context.interrupted();
  const own = await ownFolders(context.env);
  const collected = await collectFolder(folder, { includeHidden, own, signal });
  const known = await readRefusals(context.env, url);
  const progress = progressLine(context.terminal);
  const onProgress = (done: number, total: number) => progress.update("sending", done, total);
  const plan = { ...(await planFor(collected)), knownRefusals: known, signal, onProgress };
  const outcome = await withServer(context, settings, (client) =>
    pushSettled(plan, context, (settled) => pushFolder(client, settled)),
  ).finally(() => progress.end());
  const { failed } = outcome.report;
  await keepRefusals(context.env, { url, files: collected.files, failed, known });
  return { outcome, leftOut: collected.leftOut, url, isStopped: signal.aborted };
}
