import type { CommandContext } from "../command.ts";
import { folderOptions } from "../push/folder-options.ts";
import { sendFolderTo } from "../push/send-folder.ts";
import { count } from "../render/numbers.ts";
import type { Settings } from "../settings.ts";
import type { PushedFolder } from "./pushed-folder.ts";

/** Somebody waits for the search: what one attempt more does not bring, the next search does. */
export const MAX_RETRIES = 1;

export interface SentAgain {
  /** What it sent, or why it sent nothing; undefined: nothing to say. */
  readonly said: string | undefined;
  /** The server's texts are others than before. */
  readonly hasWritten: boolean;
}

/** Pushes a folder in the way it was pushed before; `what` names a file that is sent. Throws AppError. */
export async function sendAgain(
  context: CommandContext,
  settings: Settings,
  { pushed, what }: { readonly pushed: PushedFolder; readonly what: string },
): Promise<SentAgain> {
  const { folder, root, join, mirror, includeHidden } = pushed;
  // Nobody is asked in the middle of a search, and no progress is drawn over it.
  const quiet = { ...context, terminal: { ...context.terminal, canAsk: false } };
  const options = folderOptions(folder, { root, join, mirror, includeHidden }, context);
  const { outcome } = await sendFolderTo({ ...settings, maxRetries: MAX_RETRIES }, quiet, options);
  const { report, stopped, pruneRefused } = outcome;
  const hasWritten = report.uploaded > 0 || report.deleted > 0;
  const problem = stopped ?? pruneRefused;
  if (problem !== undefined) return { said: `${root} was not pushed: ${problem.message}`, hasWritten };
  const done = [
    report.uploaded > 0 && `${count(report.uploaded, what)} pushed`,
    report.deleted > 0 && `${count(report.deleted, "document")} deleted`,
  ].filter((part) => typeof part === "string");
  return { said: done.length === 0 ? undefined : `${root}: ${done.join(", ")}`, hasWritten };
}
