import { AppError } from "../../errors.ts";
import { bookmarkKey } from "../bookmarks.ts";
import type { CommandContext } from "../command.ts";
import { isErrno } from "../private-file.ts";
import { folderOptions } from "../push/folder-options.ts";
import { ownFolders } from "../push/own-folders.ts";
import { sendFolderTo } from "../push/send-folder.ts";
import { count } from "../render/numbers.ts";
import { safeLine } from "../render/terminal-safe.ts";
import type { Settings } from "../settings.ts";
import { lookAt } from "./look-at.ts";
import { keepPushed, type PushedFolder, pushedFolders } from "./pushed-folder.ts";

/** Somebody waits for the search: what one attempt more does not bring, the next search does. */
const MAX_RETRIES = 1;

/** What is said of a push before a search: what it sent, or why it sent nothing; undefined: nothing to say. */
async function send(
  context: CommandContext,
  settings: Settings,
  { folder, root, join, mirror, includeHidden }: PushedFolder,
): Promise<string | undefined> {
  // Nobody is asked in the middle of a search, and no progress is drawn over it.
  const quiet = { ...context, terminal: { ...context.terminal, canAsk: false } };
  const options = folderOptions(folder, { root, join, mirror, includeHidden }, context);
  const { outcome } = await sendFolderTo({ ...settings, maxRetries: MAX_RETRIES }, quiet, options);
  const { report, stopped, pruneRefused } = outcome;
  const problem = stopped ?? pruneRefused;
  if (problem !== undefined) return `${root} was not pushed: ${problem.message}`;
  const done = [
    report.uploaded > 0 && `${count(report.uploaded, "changed file")} pushed`,
    report.deleted > 0 && `${count(report.deleted, "document")} deleted`,
  ].filter((part) => typeof part === "string");
  return done.length === 0 ? undefined : `${root}: ${done.join(", ")}`;
}

async function syncFolder(
  context: CommandContext,
  settings: Settings,
  pushed: PushedFolder,
): Promise<string | undefined> {
  try {
    const { isChanged, seen, read } = await lookAt(pushed, await ownFolders(context.env));
    if (isChanged) return await send(context, settings, pushed);
    if (read > 0) await keepPushed(context.env, bookmarkKey(settings.url, settings.token), seen);
    return undefined;
  } catch (error) {
    // A folder that is not there has nothing to push.
    if (isErrno(error, "ENOENT", "ENOTDIR")) return undefined;
    if (!(error instanceof AppError) && !(error instanceof Error && "syscall" in error)) throw error;
    return `${pushed.root} was not pushed: ${error.message}`;
  }
}

/**
 * Pushes what changed in the folders that this machine has pushed to this server, or in the one of a root; an unchanged
 * folder costs no request. A folder that cannot be pushed is told on stderr, and keeps no search from its answer.
 */
export async function syncFolders(
  context: CommandContext,
  settings: Settings,
  root: string | undefined,
): Promise<void> {
  const pushed = await pushedFolders(context.env, bookmarkKey(settings.url, settings.token));
  const wanted = pushed.filter((one) => root === undefined || one.root === root.normalize("NFC"));
  for (const one of wanted) {
    const said = await syncFolder(context, settings, one);
    if (said !== undefined) context.terminal.err(`recall: ${safeLine(said)}\n`);
  }
}
