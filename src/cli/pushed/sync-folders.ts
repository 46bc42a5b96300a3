import { AppError } from "../../errors.ts";
import type { CommandContext } from "../command.ts";
import { isErrno } from "../failures.ts";
import { ownFolders } from "../folder/own-folders.ts";
import { converting } from "../formats/converting.ts";
import { folderOptions } from "../push/folder-options.ts";
import type { PushOutcome } from "../push/report.ts";
import { sendFolderTo } from "../push/send-folder.ts";
import { bookmarkKey } from "../settings/bookmarks.ts";
import type { Settings } from "../settings/settings.ts";
import { count } from "../terminal/numbers.ts";
import { safeLine, shellWord } from "../terminal/terminal-safe.ts";
import { forgetPushed, keepPushed, type PushedFolder, pushedFolders } from "./kept-folders.ts";
import { lookAt } from "./look-at.ts";

/** Somebody waits for the search: what one attempt more does not bring, the next search does. */
const MAX_RETRIES = 1;

/** What is pushed: files that changed here, with what was deleted there left out of the index; or all that is missing. */
type Scope = "changed" | "missing";

/** The server, the system or a rule of ours says no: one folder is left out, and the others go on. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof AppError || (error instanceof Error && "syscall" in error);

interface SentAgain {
  /** What it sent, or why it sent nothing; undefined: nothing to say. */
  readonly said: string | undefined;
  /** The server's texts are others than before. */
  readonly hasWritten: boolean;
  /** The workspace's after the last write; undefined: nothing was written. */
  readonly version: number | undefined;
  /** Somebody deleted the root, and it stays so. */
  readonly isRemoved: boolean;
  /** What ended it early. */
  readonly problem: Error | undefined;
  readonly noted: PushedFolder | undefined;
}

const hashesOf = ({ files }: PushedFolder): ReadonlyMap<string, string> =>
  new Map([...files].flatMap(([path, { hash }]) => (hash === null ? [] : [[path, hash] as const])));

/** Secrets in what was sent, as far as it was others than before. */
function freshSecrets(
  { files }: PushedFolder,
  { report }: PushOutcome,
  noted: PushedFolder | undefined,
): number {
  const isFresh = (path: string) => noted?.files.get(path)?.hash !== files.get(path)?.hash;
  return report.redacted.filter(({ path }) => isFresh(path)).length;
}

interface Told {
  readonly outcome: PushOutcome;
  readonly scope: Scope;
  /** Secrets that a mark was sent for. */
  readonly secrets: number;
}

function tell({ folder, root }: PushedFolder, { outcome, scope, secrets }: Told): string | undefined {
  const { report, stopped, pruneRefused, left = 0, isRemoved } = outcome;
  const command = `recall push ${shellWord(folder)}`;
  if (isRemoved) return `${root} is no longer indexed: ${command} sends it again`;
  const problem = stopped ?? pruneRefused;
  if (problem !== undefined) return `${root} was not pushed: ${problem.message}`;
  const done = [
    report.uploaded > 0 && `${count(report.uploaded, `${scope} file`)} pushed`,
    report.uploaded > 0 && secrets > 0 && `${count(secrets, "secret")} not sent`,
    report.deleted > 0 && `${count(report.deleted, "document")} deleted`,
    left > 0 && `${count(left, "file")} not, deleted there (${command} sends ${left === 1 ? "it" : "them"})`,
  ].filter((part) => typeof part === "string");
  return done.length === 0 ? undefined : `${root}: ${done.join(", ")}`;
}

async function sendAgain(
  context: CommandContext,
  settings: Settings,
  { pushed, scope }: { readonly pushed: PushedFolder; readonly scope: Scope },
): Promise<SentAgain> {
  const { folder, root, join, mirror, includeHidden, secrets } = pushed;
  // Nobody is asked in the middle of a search, and no progress is drawn over it.
  const quiet = { ...context, terminal: { ...context.terminal, canAsk: false } };
  const options = folderOptions(folder, { root, join, mirror, includeHidden, secrets }, context);
  const before = scope === "changed" ? hashesOf(pushed) : undefined;
  const { outcome, pushed: noted } = await sendFolderTo({ ...settings, maxRetries: MAX_RETRIES }, quiet, {
    ...options,
    isUnattended: true,
    manner: async () => ({ ...(await options.manner()), before }),
  });
  const { report, version, isRemoved = false } = outcome;
  const hasWritten = report.uploaded > 0 || report.deleted > 0;
  const said = tell(pushed, { outcome, scope, secrets: freshSecrets(pushed, outcome, noted) });
  return { said, hasWritten, version, isRemoved, problem: outcome.stopped, noted };
}

/**
 * Whether the workspace has fallen behind what was noted: its database was restored to an earlier time, or is another one.
 * A version only rises otherwise; what somebody deleted at a higher one was meant to go.
 */
const hasFallen = (pushed: PushedFolder, version: number | undefined): boolean =>
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
    if (!isRefusal(error)) throw error;
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

async function syncFolder(
  context: CommandContext,
  settings: Settings,
  pushed: PushedFolder,
): Promise<{ readonly said?: string | undefined; readonly unchanged?: PushedFolder }> {
  try {
    const { changed, seen, read } = await lookAt(
      pushed,
      await ownFolders(context.env),
      converting(context.env),
    );
    if (changed.length > 0) return { said: (await sendChanged(context, settings, pushed)).said };
    if (read > 0) await keepPushed(context.env, bookmarkKey(settings.url, settings.token), seen);
    return { unchanged: seen };
  } catch (error) {
    // A folder that is not there has nothing to push.
    if (isErrno(error, "ENOENT", "ENOTDIR")) return {};
    if (!isRefusal(error)) throw error;
    return { said: `${pushed.root} was not pushed: ${error.message}` };
  }
}

export interface SentChanged {
  /** What it sent, or why it sent nothing; undefined: nothing to say. */
  readonly said: string | undefined;
  /** Why the server still lacks it. */
  readonly problem?: Error | undefined;
}

/** Pushes what changed in a folder, and all that the server lacks of it where its database was restored. */
export async function sendChanged(
  context: CommandContext,
  settings: Settings,
  pushed: PushedFolder,
): Promise<SentChanged> {
  try {
    const sent = await sendAgain(context, settings, { pushed, scope: "changed" });
    const { said, version, isRemoved, problem } = sent;
    if (isRemoved) await forgetPushed(context.env, bookmarkKey(settings.url, settings.token), pushed);
    // The answer to this push is the first that could tell it.
    if (!hasFallen(pushed, version)) return { said, problem };
    const whole = await sendAgain(context, settings, { pushed, scope: "missing" });
    return { said: whole.said ?? said, problem: whole.problem };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { said: `${pushed.root} was not pushed: ${error.message}`, problem: error };
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
  roots: string | readonly string[] | undefined,
): Promise<readonly PushedFolder[]> {
  const pushed = await pushedFolders(context.env, bookmarkKey(settings.url, settings.token));
  const named = [roots ?? []].flat().map((root) => root.normalize("NFC"));
  const wanted = pushed.filter((one) => named.length === 0 || named.includes(one.root));
  const unchanged: PushedFolder[] = [];
  for (const one of wanted) {
    const synced = await syncFolder(context, settings, one);
    if (synced.said !== undefined) context.terminal.err(`recall: ${safeLine(synced.said)}\n`);
    if (synced.unchanged !== undefined) unchanged.push(synced.unchanged);
  }
  return unchanged;
}
