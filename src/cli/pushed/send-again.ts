import type { CommandContext } from "../command.ts";
import { folderOptions } from "../push/folder-options.ts";
import type { PushOutcome } from "../push/report.ts";
import { sendFolderTo } from "../push/send-folder.ts";
import type { Settings } from "../settings/settings.ts";
import { count } from "../terminal/numbers.ts";
import { shellWord } from "../terminal/shell-word.ts";
import type { PushedFolder } from "./pushed-folder.ts";

/** Somebody waits for the search: what one attempt more does not bring, the next search does. */
const MAX_RETRIES = 1;

/** What is pushed: files that changed here, with what was deleted there left out of the index; or all that is missing. */
export type Scope = "changed" | "missing";

export interface SentAgain {
  /** What it sent, or why it sent nothing; undefined: nothing to say. */
  readonly said: string | undefined;
  /** The server's texts are others than before. */
  readonly hasWritten: boolean;
  /** The workspace's after the last write; undefined: nothing was written. */
  readonly version: number | undefined;
  /** Somebody deleted the root, and it stays so. */
  readonly isRemoved: boolean;
  /** The folder as it is noted now. */
  readonly noted: PushedFolder | undefined;
}

const hashesOf = ({ files }: PushedFolder): ReadonlyMap<string, string> =>
  new Map([...files].flatMap(([path, { hash }]) => (hash === null ? [] : [[path, hash] as const])));

function tell({ folder, root }: PushedFolder, outcome: PushOutcome, scope: Scope): string | undefined {
  const { report, stopped, pruneRefused, left = 0, isRemoved } = outcome;
  const command = `recall push ${shellWord(folder)}`;
  if (isRemoved) return `${root} is no longer indexed: ${command} sends it again`;
  const problem = stopped ?? pruneRefused;
  if (problem !== undefined) return `${root} was not pushed: ${problem.message}`;
  const done = [
    report.uploaded > 0 && `${count(report.uploaded, `${scope} file`)} pushed`,
    report.deleted > 0 && `${count(report.deleted, "document")} deleted`,
    left > 0 && `${count(left, "file")} not, deleted there (${command} sends ${left === 1 ? "it" : "them"})`,
  ].filter((part) => typeof part === "string");
  return done.length === 0 ? undefined : `${root}: ${done.join(", ")}`;
}

/** Pushes a folder in the way it was pushed before. Throws AppError. */
export async function sendAgain(
  context: CommandContext,
  settings: Settings,
  { pushed, scope }: { readonly pushed: PushedFolder; readonly scope: Scope },
): Promise<SentAgain> {
  const { folder, root, join, mirror, includeHidden } = pushed;
  // Nobody is asked in the middle of a search, and no progress is drawn over it.
  const quiet = { ...context, terminal: { ...context.terminal, canAsk: false } };
  const options = folderOptions(folder, { root, join, mirror, includeHidden }, context);
  const before = scope === "changed" ? hashesOf(pushed) : undefined;
  const { outcome, pushed: noted } = await sendFolderTo({ ...settings, maxRetries: MAX_RETRIES }, quiet, {
    ...options,
    planFor: async (collected) => ({ ...(await options.planFor(collected)), before }),
  });
  const { report, version, isRemoved = false } = outcome;
  const hasWritten = report.uploaded > 0 || report.deleted > 0;
  return { said: tell(pushed, outcome, scope), hasWritten, version, isRemoved, noted };
}
