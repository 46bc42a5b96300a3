import { basename } from "node:path";
import type { CommandContext } from "../../command.ts";
import { readWaiting } from "../../capture/waiting/waiting.ts";
import { sendLost, syncFolders } from "../../pushed/sync-folders.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { bookmarkKey } from "../../settings/bookmarks.ts";
import type { Settings } from "../../settings/settings.ts";
import { count } from "../../terminal/numbers.ts";
import { hookAnswer } from "./hook-answer.ts";
import type { HookInput } from "./hook-input.ts";
import { memoriesBlock, memoriesThatMatter } from "./memories-that-matter.ts";
import { HOOK_DOOR } from "./recall-for-prompt.ts";

export interface StartFlags {
  /** Of the server, milliseconds; the push has more. */
  readonly timeout: number;
  readonly root?: string;
  /** Tokens of the memories. */
  readonly budget: number;
}

async function waitingNote({ env }: CommandContext, { url, token }: Settings): Promise<string | undefined> {
  const place = bookmarkKey(url, token);
  const waiting = (await readWaiting(env)).filter((item) => item.place === place).length;
  if (waiting === 0) return undefined;
  return `edge-recall: ${count(waiting, "memory waits", "memories wait")} for your word: recall memories review`;
}

/**
 * Prints the few memories that matter, and wakes the server with a search that nobody reads, so that the first prompt finds
 * models and caches warm; then pushes what changed in the folders that this machine has pushed, and what the server has lost
 * of them. A server that does not answer the first is left alone.
 */
export async function startSession(
  input: HookInput,
  context: CommandContext,
  { timeout, root, budget }: StartFlags,
): Promise<void> {
  const settings = await settingsOf(context);
  const soon = AbortSignal.any([context.interrupted(), AbortSignal.timeout(timeout)]);
  const query = basename(context.cwd) || "notes";
  const { index } = await withServer(
    { ...context, interrupted: () => soon },
    { ...settings, maxRetries: 0, headers: HOOK_DOOR },
    async (client) => {
      const [found, memories] = await Promise.all([
        // As if it were still being typed: nobody asked it, and only admins say themselves what is logged.
        client.search({ query, limit: 1, typing: true }),
        memoriesThatMatter(client, { session: input.session, cwd: context.cwd, nowMs: Date.now() }),
      ]);
      const given = {
        context: memoriesBlock(memories, budget),
        note: await waitingNote(context, settings),
      };
      // Before the push, which may take longer than the hook is given.
      context.terminal.out(hookAnswer(input, given));
      return found;
    },
  );
  const folders = await syncFolders(context, settings, root);
  await sendLost(context, settings, { folders, version: index.version });
}
