import { spawn } from "node:child_process";
import type { CommandContext } from "../../command.ts";
import { capture, type CaptureWish, type Judge, modelJudge } from "../../capture/capture.ts";
import { type Conversation, readTurns } from "../../capture/transcripts/read-turns.ts";
import { keepWaiting } from "../../capture/waiting/keep.ts";
import { putWaiting, readWaiting } from "../../capture/waiting/waiting.ts";
import { ifAppError, ifErrno } from "../../failures.ts";
import { REVIEW_TAG } from "../../../config.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { bookmarkKey } from "../../settings/bookmarks.ts";
import type { HookInput } from "./hook-input.ts";
import { HOOK_DOOR } from "./recall-for-prompt.ts";

export interface EndFlags {
  readonly auto?: boolean;
  /** False: by rules alone, and nothing is sent. */
  readonly model: boolean;
}

/** A plugin names no agent of its own transcripts: it is the one that has none. */
async function conversationOf({ turns, transcript }: HookInput): Promise<Conversation> {
  if (turns !== undefined) return { agent: "opencode", turns };
  const none: Conversation = { agent: undefined, turns: [] };
  if (transcript === undefined) return none;
  return readTurns(transcript).catch(
    ifErrno(none, "ENOENT", "ENOTDIR", "EACCES", "EPERM", "EISDIR", "ESPIPE"),
  );
}

/** A server that is away, has no model or an older version leaves it to the rules. */
const tolerant =
  (judge: Judge): Judge =>
  (statements) =>
    judge(statements).catch(ifAppError(undefined));

/** The same session of the same server; a conversation without a name is known by its file. */
const sessionKey = ({ session, transcript }: HookInput, place: string): string =>
  `${place} ${session ?? transcript ?? ""}`;

/** Takes from a conversation what is worth remembering, and puts it down for the person's word; with `--auto` it is kept at once. */
export async function endSession(input: HookInput, context: CommandContext, flags: EndFlags): Promise<void> {
  const settings = await settingsOf(context);
  const conversation = await conversationOf(input);
  if (conversation.turns.length === 0) return;
  const wish: CaptureWish = {
    session: input.session,
    cwd: context.cwd,
    place: bookmarkKey(settings.url, settings.token),
    at: new Date().toISOString(),
    auto: flags.auto === true,
  };
  const { env } = context;
  const asking = <T>(work: (client: RecallClient) => Promise<T>): Promise<T> =>
    withServer(context, { ...settings, maxRetries: 0, headers: HOOK_DOOR }, work);
  const read = conversation.turns.map(({ text }) => text).join("\n");
  // What the rules find stands before a server is asked: a machine that is switched off loses the model's word alone.
  const put = async (judge?: Judge): Promise<void> => {
    const items = await capture(conversation, wish, judge);
    await putWaiting(env, sessionKey(input, wish.place), { items, read });
  };
  await put();
  if (flags.model) await asking((client) => put(tolerant(modelJudge(client))));
  if (flags.auto !== true) return;
  const waiting = (await readWaiting(env)).filter(({ auto, place }) => auto === true && place === wish.place);
  // No person has seen them yet: the page asks about what has this tag.
  const unseen = waiting.map((item) => ({ ...item, tags: [...item.tags, REVIEW_TAG] }));
  if (unseen.length > 0) await asking((client) => keepWaiting(client, env, unseen));
}

/**
 * Starts this same command once more, by itself, and hands it what the agent sent. Agents end their hooks when they end: Claude
 * Code gives all hooks of a session's end 1.5 seconds (https://code.claude.com/docs/en/hooks), Codex 3, Gemini CLI waits for none.
 */
export async function carryOn(text: string, { env, cwd }: CommandContext): Promise<void> {
  const [, ...words] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, ...words, "--foreground"], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
    ...{ env: { ...env }, cwd },
  });
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.stdin.once("error", reject);
    child.stdin.end(text, resolve);
  });
  child.unref();
}
