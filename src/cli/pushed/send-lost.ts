import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { bookmarkKey, tokenMark } from "../bookmarks.ts";
import type { CommandContext } from "../command.ts";
import { withServer } from "../connect.ts";
import { shellWord } from "../local/shell-word.ts";
import { folderOptions } from "../push/folder-options.ts";
import { sendManifest } from "../push/push-folder.ts";
import type { HashedFile } from "../push/upload-missing.ts";
import { safeLine } from "../render/terminal-safe.ts";
import type { Settings } from "../settings.ts";
import { forgetPushed, keepPushed, type PushedFolder } from "./pushed-folder.ts";
import { MAX_RETRIES, sendAgain } from "./send-again.ts";

/** A folder's texts as they were pushed, for a manifest: nothing is read. */
const notedFiles = ({ folder, files }: PushedFolder): readonly HashedFile[] =>
  [...files].flatMap(([path, { size, mtimeMs, hash }]) =>
    hash === null ? [] : [{ path, file: join(folder, path), hash, bytes: size, mtimeMs }],
  );

type Verdict = "whole" | "lacking" | "removed";

interface Doubt {
  readonly pushed: PushedFolder;
  /** The workspace's now; undefined: not known. */
  readonly version: number | undefined;
}

/** Asks, without beginning a push, what the server has of a folder. Throws AppError. */
async function compare(context: CommandContext, settings: Settings, doubt: Doubt): Promise<Verdict> {
  const { folder, root, join: isShared, mirror, version: noted = 0 } = doubt.pushed;
  const files = notedFiles(doubt.pushed);
  const { planFor } = folderOptions(folder, { root, join: isShared, dryRun: true }, context);
  const plan = await planFor({ files, failed: [] });
  const manifest = await withServer(context, { ...settings, maxRetries: MAX_RETRIES }, (client) =>
    sendManifest(client, plan),
  );
  // A version that fell is that of another database, or of one restored: nobody removed the root there.
  const isFallen = doubt.version !== undefined && doubt.version < noted;
  if (files.length > 0 && manifest.documents === 0 && !isFallen) return "removed";
  const isLeft = mirror && manifest.gone.length > 0;
  return manifest.missing.length > 0 || isLeft ? "lacking" : "whole";
}

interface Settled {
  readonly said?: string | undefined;
  readonly hasWritten?: boolean;
}

/** What is removed on purpose is not brought back by a search, and told once. */
async function settle(context: CommandContext, settings: Settings, doubt: Doubt): Promise<Settled> {
  const { pushed, version } = doubt;
  const key = bookmarkKey(settings.url, settings.token);
  try {
    const verdict = await compare(context, settings, doubt);
    if (verdict === "lacking") return await sendAgain(context, settings, { pushed, what: "missing file" });
    if (verdict === "whole") {
      if (version !== undefined)
        await keepPushed(context.env, key, { ...pushed, version, token: tokenMark(settings.token) });
      return {};
    }
    await forgetPushed(context.env, key, pushed);
    const command = `recall push ${shellWord(pushed.folder)}`;
    return { said: `${pushed.root} is indexed no more: ${command} sends it again` };
  } catch (error) {
    // A token that may only read can change nothing there.
    if (error instanceof AppError && error.code === "forbidden") return {};
    if (!(error instanceof AppError) && !(error instanceof Error && "syscall" in error)) throw error;
    return { said: `${pushed.root} was not compared with the index: ${error.message}` };
  }
}

/**
 * Pushes what the server has lost of folders that are unchanged here: a database that was replaced or restored, documents
 * that were deleted there. `version` is the workspace's, as an answer told it: a folder noted at the same one, with
 * the same token, costs no request. Returns whether anything was pushed, so that a search before it has to be made again.
 */
export async function sendLost(
  context: CommandContext,
  settings: Settings,
  { folders, version }: { readonly folders: readonly PushedFolder[]; readonly version: number | undefined },
): Promise<boolean> {
  const token = tokenMark(settings.token);
  const isKnown = (one: PushedFolder) =>
    version !== undefined && one.version === version && one.token === token;
  let hasWritten = false;
  for (const pushed of folders.filter((one) => !isKnown(one))) {
    const settled = await settle(context, settings, { pushed, version });
    if (settled.said !== undefined) context.terminal.err(`recall: ${safeLine(settled.said)}\n`);
    hasWritten ||= settled.hasWritten === true;
  }
  return hasWritten;
}
