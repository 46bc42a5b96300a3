import { basename } from "node:path";
import type { CommandContext } from "../../command.ts";
import { sendLost } from "../../pushed/send-lost.ts";
import { syncFolders } from "../../pushed/sync-folders.ts";
import { settingsOf, withServer } from "../../session/session.ts";

export interface SessionStart {
  /** What the first answer may take, milliseconds. */
  readonly timeoutMs: number;
  /** The only root to push. */
  readonly root: string | undefined;
}

/**
 * Wakes the server with a search that nobody reads, so that the first prompt finds models and caches warm; then pushes
 * what changed in the folders that this machine has pushed, and what the server has lost of them. A server that does not answer the first is left alone.
 */
export async function startSession(
  context: CommandContext,
  { timeoutMs, root }: SessionStart,
): Promise<void> {
  const settings = await settingsOf(context);
  const soon = AbortSignal.any([context.interrupted(), AbortSignal.timeout(timeoutMs)]);
  const query = basename(context.cwd) || "notes";
  const { index } = await withServer(
    { ...context, interrupted: () => soon },
    { ...settings, maxRetries: 0 },
    (client) => client.search({ query, limit: 1, log: false }),
  );
  const folders = await syncFolders(context, settings, root);
  await sendLost(context, settings, { folders, version: index.version });
}
