import type { Connection } from "../../client/send.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { type CommandContext, print } from "../command.ts";
import { bookmarkKey, keepBookmark, readBookmark } from "../settings/bookmarks.ts";
import { resolveSettings, type Settings } from "../settings/settings.ts";
import { safeLine } from "../terminal/terminal-safe.ts";
import { createClient, type RecallClient } from "./recall-client.ts";

export interface Session {
  readonly client: RecallClient;
  readonly settings: Settings;
}

/** The settings a command runs with; files that are ignored are reported on stderr. */
export const settingsOf = ({ flags, env, cwd, terminal }: CommandContext): Promise<Settings> =>
  resolveSettings({ flags, env, cwd, warn: (message) => terminal.err(`recall: ${safeLine(message)}\n`) });

const CLEAR_LINE = "\r\u001b[2K";

/** Says, once, to a person who waits that a call is tried again; nothing elsewhere. */
function reportWaiting({ terminal, flags }: CommandContext): ((failure: AppError) => void) | undefined {
  if (!terminal.canAsk || flags.json === true) return undefined;
  let isTold = false;
  return ({ message }) => {
    if (isTold) return;
    isTold = true;
    // By itself: its characters take no columns.
    terminal.err(CLEAR_LINE);
    terminal.err(`recall: retrying: ${safeLine(message)}\n`);
  };
}

/**
 * Works with a server and remembers the newest bookmark it answered, also when the work fails or is stopped:
 * what was written before is then read back at once.
 */
export async function withServer<T>(
  context: CommandContext,
  settings: Settings & Pick<Connection, "maxRetries">,
  work: (client: RecallClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const key = bookmarkKey(settings.url, settings.token);
  const stored = await readBookmark(context.env, key);
  let newest: string | undefined;
  const signal = context.interrupted();
  const client = createClient({
    url: settings.url,
    token: settings.token,
    maxRetries: settings.maxRetries,
    onWait: reportWaiting(context),
    signal,
    bookmark: () => newest ?? stored,
    // Bookmarks sort as text; answers of parallel uploads come in any order.
    onBookmark: (bookmark) => {
      if (newest === undefined || bookmark > newest) newest = bookmark;
    },
  });
  try {
    return await work(client, signal);
  } finally {
    if (newest !== undefined && newest !== stored) await keepBookmark(context.env, key, newest);
  }
}

/** The usual way in: settings, then the server. */
export async function withSession<T>(
  context: CommandContext,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const settings = await settingsOf(context);
  return withServer(context, settings, (client) => work({ client, settings }));
}

/** Asks the server, prints what it answers and returns that. */
export async function show<Answer>(
  context: CommandContext,
  ask: (client: RecallClient) => Promise<Answer>,
  lines: (answer: Answer, columns: number) => readonly string[],
): Promise<Answer> {
  const answer = await withSession(context, ({ client }) => ask(client));
  print(context, answer, (columns) => lines(answer, columns));
  return answer;
}

/**
 * Works with the owner's token: --token or RECALL_TOKEN (but a named place's own comes before that), else the
 * configuration's `ownerToken`, else whatever there is.
 */
export async function withOwner<T>(
  context: CommandContext,
  work: (client: RecallClient, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = await settingsOf(context);
  const isPlace = settings.config?.at !== undefined;
  const isNamed = context.flags.token !== undefined || (!isPlace && Boolean(context.env.RECALL_TOKEN));
  const token = (isNamed ? undefined : settings.config?.config?.ownerToken) ?? settings.token;
  return withServer(context, { ...settings, token }, (client) => work(client, settings));
}

/** Does the work; a failure of this code also says what a person can do about it, which the server cannot know. */
export async function withHint<T>(code: ErrorCode, hint: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== code) throw error;
    const { details, cause = error } = error;
    throw new AppError(code, `${safeLine(error.message)}: ${hint}`, { details, cause });
  }
}
