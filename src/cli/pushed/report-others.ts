import type { CommandContext } from "../command.ts";
import { bookmarkKey } from "../settings/bookmarks.ts";
import type { Settings } from "../settings/settings.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { safeLine } from "../terminal/terminal-safe.ts";
import { pushedToOthers } from "./kept-folders.ts";

/** Folders named before the rest is a number. */
const MAX_NAMES = 3;

/**
 * Names what this machine pushed to other databases at the same address: its server may have lost its data, or be another
 * one that took the address. Which of the two is not known here, so nothing is pushed to it unasked.
 */
export async function reportOthers(
  { env, terminal }: CommandContext,
  { url, token }: Settings,
): Promise<void> {
  const folders = await pushedToOthers(env, bookmarkKey(url, token));
  if (folders.length === 0) return;
  const named = [...new Set(folders.map(({ folder }) => shellWord(folder)))];
  const more = named.length > MAX_NAMES ? ` and ${named.length - MAX_NAMES} more` : "";
  const names = named.slice(0, MAX_NAMES).join(", ");
  const said = `pushed from here to another database at this address, not to this one: ${names}${more}`;
  terminal.err(`recall: ${safeLine(said)} (recall push <folder> sends one)\n`);
}
