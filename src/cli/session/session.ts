import { dirname } from "node:path";
import { createBookmarks } from "../../client/bookmarks.ts";
import type { Connection } from "../../client/send.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { type CommandContext, print } from "../command.ts";
import { ifAppError } from "../failures.ts";
import { bookmarkKey, keepBookmark, readBookmark } from "../settings/bookmarks.ts";
import { resolveSettings, type Settings } from "../settings/settings.ts";
import type { ShowLine } from "../terminal/isolates.ts";
import { safeLine } from "../terminal/terminal-safe.ts";
import type { Place } from "./reach.ts";
import { type RecallClient, recallClient } from "./recall-client.ts";

/** A token's form, without what each part of it means: that is the server's to know. */
const TOKEN = /^rcl_[A-Za-z0-9._-]{1,2200}$/;

/** The token that a server says it made. Throws AppError for anything else: the token is printed and kept unchanged. */
export function assertMinted(token: unknown): string {
  if (typeof token === "string" && TOKEN.test(token)) return token;
  throw new AppError("unavailable", "The server's answer holds no token: is it an edge-recall server?");
}

/** A note about a memory type that does not exist. The server is asked only where nothing was found, and a failure of that
 * request is ignored. */
export async function noTypeNote(
  client: Pick<RecallClient, "memoryTypes">,
  type: string | undefined,
  isEmpty: boolean,
): Promise<string | undefined> {
  if (type === undefined || !isEmpty) return undefined;
  const known = await client.memoryTypes().catch(ifAppError(undefined));
  const types = [...(known?.builtIn ?? []), ...(known?.own ?? [])];
  if (known === undefined || types.includes(type)) return undefined;
  return `There is no type ${type}; known types: ${types.join(", ")}.`;
}

/** Where a command's requests go: with the home whose settings named the server, where they are a home's. */
export const placeOf = ({ url, config }: Pick<Settings, "url" | "config">): Place => ({
  url,
  ...(config !== undefined && { home: dirname(config.file) }),
});

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

/** Works with a server and remembers the bookmarks of its writes, also after a failure: what was written is read back at once. */
export async function withServer<T>(
  context: CommandContext,
  settings: Settings & Pick<Connection, "maxRetries" | "headers">,
  work: (client: RecallClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const key = bookmarkKey(settings.url, settings.token);
  const stored = await readBookmark(context.env, key);
  const bookmarks = createBookmarks(stored);
  const signal = context.interrupted();
  const client = recallClient({
    url: settings.url,
    token: settings.token,
    fetch: (context.reachLight ?? context.reach)(placeOf(settings)),
    maxRetries: settings.maxRetries,
    headers: settings.headers,
    onWait: reportWaiting(context),
    signal,
    bookmark: bookmarks.known,
    onBookmark: bookmarks.take,
  });
  try {
    return await work(client, signal);
  } finally {
    const known = bookmarks.known();
    if (known !== undefined && known !== stored) await keepBookmark(context.env, key, known);
  }
}

/** The usual way in: settings, then the server. */
export async function withSession<T>(
  context: CommandContext,
  work: (session: { readonly client: RecallClient; readonly settings: Settings }) => Promise<T>,
): Promise<T> {
  const settings = await settingsOf(context);
  return withServer(context, settings, (client) => work({ client, settings }));
}

/** Asks the server, prints what it answers and returns that. */
export async function show<Answer>(
  context: CommandContext,
  ask: (client: RecallClient) => Promise<Answer>,
  lines: (answer: Answer, columns: number, showLine: ShowLine) => readonly string[],
): Promise<Answer> {
  const answer = await withSession(context, ({ client }) => ask(client));
  print(context, answer, (columns, showLine) => lines(answer, columns, showLine));
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
