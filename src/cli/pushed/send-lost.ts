import { AppError } from "../../errors.ts";
import type { CommandContext } from "../command.ts";
import { bookmarkKey } from "../settings/bookmarks.ts";
import type { Settings } from "../settings/settings.ts";
import { safeLine } from "../terminal/terminal-safe.ts";
import { keepPushed } from "./kept-folders.ts";
import type { PushedFolder } from "./pushed-folder.ts";
import { sendAgain } from "./send-again.ts";

/**
 * Whether the workspace has fallen behind what was noted: its database was restored to an earlier time, or is another one.
 * A version only rises otherwise; what somebody deleted at a higher one was meant to go.
 */
export const hasFallen = (pushed: PushedFolder, version: number | undefined): boolean =>
  version !== undefined && pushed.version !== undefined && version < pushed.version;

async function sendOne(
  context: CommandContext,
  settings: Settings,
  { pushed, version }: { readonly pushed: PushedFolder; readonly version: number },
): Promise<{ readonly said?: string | undefined; readonly hasWritten: boolean }> {
  try {
    const { said, hasWritten, noted } = await sendAgain(context, settings, { pushed, scope: "missing" });
    if (noted !== undefined && !hasWritten)
      await keepPushed(context.env, bookmarkKey(settings.url, settings.token), { ...noted, version });
    return { said, hasWritten };
  } catch (error) {
    // A token that may only read can change nothing there.
    if (error instanceof AppError && error.code === "forbidden") return { hasWritten: false };
    if (!(error instanceof AppError) && !(error instanceof Error && "syscall" in error)) throw error;
    return { said: `${pushed.root} was not pushed: ${error.message}`, hasWritten: false };
  }
}

/**
 * Pushes what the server has lost of folders that are unchanged here; `version` is the workspace's, as an answer gave it.
 * Costs no request where nothing was lost. Returns whether anything was pushed, so that a search before it has to be
 * made again.
 */
export async function sendLost(
  context: CommandContext,
  settings: Settings,
  { folders, version }: { readonly folders: readonly PushedFolder[]; readonly version: number },
): Promise<boolean> {
  let hasPushed = false;
  for (const pushed of folders.filter((one) => hasFallen(one, version))) {
    const { said, hasWritten } = await sendOne(context, settings, { pushed, version });
    if (said !== undefined) context.terminal.err(`recall: ${safeLine(said)}\n`);
    hasPushed ||= hasWritten;
  }
  return hasPushed;
}
