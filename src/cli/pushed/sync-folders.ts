import { AppError } from "../../errors.ts";
import type { CommandContext } from "../command.ts";
import { isErrno } from "../failures.ts";
import { ownFolders } from "../folder/own-folders.ts";
import { bookmarkKey } from "../settings/bookmarks.ts";
import type { Settings } from "../settings/settings.ts";
import { safeLine } from "../terminal/terminal-safe.ts";
import { forgetPushed, keepPushed, pushedFolders } from "./kept-folders.ts";
import { lookAt } from "./look-at.ts";
import type { PushedFolder } from "./pushed-folder.ts";
import { sendAgain } from "./send-again.ts";
import { hasFallen } from "./send-lost.ts";

interface Synced {
  readonly said?: string | undefined;
  /** The folder where it is as it was pushed. */
  readonly unchanged?: PushedFolder;
}

async function syncFolder(
  context: CommandContext,
  settings: Settings,
  pushed: PushedFolder,
): Promise<Synced> {
  try {
    const { isChanged, seen, read } = await lookAt(pushed, await ownFolders(context.env));
    const key = bookmarkKey(settings.url, settings.token);
    if (isChanged) {
      const { said, version, isRemoved } = await sendAgain(context, settings, { pushed, scope: "changed" });
      if (isRemoved) await forgetPushed(context.env, key, pushed);
      // The answer to this push is the first that could tell it.
      if (!hasFallen(pushed, version)) return { said };
      return { said: (await sendAgain(context, settings, { pushed, scope: "missing" })).said ?? said };
    }
    if (read > 0) await keepPushed(context.env, key, seen);
    return { unchanged: seen };
  } catch (error) {
    // A folder that is not there has nothing to push.
    if (isErrno(error, "ENOENT", "ENOTDIR")) return {};
    if (!(error instanceof AppError) && !(error instanceof Error && "syscall" in error)) throw error;
    return { said: `${pushed.root} was not pushed: ${error.message}` };
  }
}

/**
 * Pushes what changed in the folders that this machine has pushed to this server, or in the one of a root; an unchanged
 * folder costs no request, and what was deleted there is not brought back. A folder that cannot be pushed is reported on stderr; the search goes on.
 * Returns the unchanged ones: what the server has of them is not known.
 */
export async function syncFolders(
  context: CommandContext,
  settings: Settings,
  root: string | undefined,
): Promise<readonly PushedFolder[]> {
  const pushed = await pushedFolders(context.env, bookmarkKey(settings.url, settings.token));
  const wanted = pushed.filter((one) => root === undefined || one.root === root.normalize("NFC"));
  const unchanged: PushedFolder[] = [];
  for (const one of wanted) {
    const synced = await syncFolder(context, settings, one);
    if (synced.said !== undefined) context.terminal.err(`recall: ${safeLine(synced.said)}\n`);
    if (synced.unchanged !== undefined) unchanged.push(synced.unchanged);
  }
  return unchanged;
}
