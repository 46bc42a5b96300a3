import type { Bookmarks } from "../../../client/bookmarks.ts";
import { AppError } from "../../../errors.ts";
import { isRecord } from "../../../text/parse-json.ts";
import type { CommandContext } from "../../command.ts";
import { isErrno } from "../../failures.ts";
import { ownFolders } from "../../folder/own-folders.ts";
import { converting } from "../../formats/converting.ts";
import { pause } from "../../pause.ts";
import { keepPushed, type PushedFolder, pushedFolders } from "../../pushed/kept-folders.ts";
import { type Look, lookAt } from "../../pushed/look-at.ts";
import { type QuietFolders, quietFolders } from "../../pushed/quiet-folders.ts";
import { isRefusal, sendChanged } from "../../pushed/sync-folders.ts";
import { settingsOf } from "../../session/session.ts";
import { bookmarkKey, readBookmark } from "../../settings/bookmarks.ts";
import type { Settings } from "../../settings/settings.ts";
import { some } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import type { Incoming } from "./bridge.ts";
import { goneNote } from "./gone.ts";

/** Somebody waits for the answer: what is not pushed by then goes on beside it, milliseconds. */
const WAIT_MS = 4_000;
/** Paths that a note names of a folder. */
const MAX_NAMES = 3;

/** Tools whose answers are made of documents. */
const READERS: readonly unknown[] = ["search", "get", "list", "graph", "fetch"];

/** What the server lacks of a folder here, and why. */
interface Lacking {
  readonly root: string;
  readonly paths: readonly string[];
  readonly why: string;
}

const LATE = "Files of this machine could not be compared with the index in time: it may lack what changed.";

const wordsOf = ({ root, paths, why }: Lacking): string => {
  const named = some(
    paths.map((path) => `${root}:${path}`),
    MAX_NAMES,
  );
  return safeLine(`Changed on this machine and not in the index: ${named} (${why}).`);
};

export interface Fresh {
  /**
   * What a call that reads documents waits for: that what changed in the folders of this machine is pushed, for a bounded
   * time. Resolves with what its answer must say of files that the index still lacks.
   */
  readonly before: (message: Incoming) => Promise<string | undefined>;
  /** What its answer must say of documents that it shows, whose files are gone: a push leaves them. */
  readonly after: (
    message: Incoming,
    result: Readonly<Record<string, unknown>>,
  ) => Promise<string | undefined>;
  /** Ends with the push that is under way. */
  readonly close: () => Promise<void>;
}

interface FreshParts {
  readonly context: CommandContext;
  /** Told the server's state after a push: the call then reads at least that. */
  readonly bookmarks: Pick<Bookmarks, "take">;
  readonly waitMs?: number;
  readonly quiet?: QuietFolders;
}

/** The arguments of a call that reads documents; undefined: the message is none. */
function readIn({ method, params }: Incoming): Readonly<Record<string, unknown>> | undefined {
  if (method !== "tools/call" || !READERS.includes(params?.name)) return undefined;
  return isRecord(params?.arguments) ? params.arguments : {};
}

/** One push runs at a time, whoever waits for it. */
export function createFresh(parts: FreshParts): Fresh {
  const { waitMs = WAIT_MS, quiet = quietFolders() } = parts;
  const lacking = new Map<string, Lacking>();
  const refused = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    async before(message) {
      const asked = readIn(message);
      if (asked === undefined) return undefined;
      const root = typeof asked.root === "string" ? asked.root.normalize("NFC") : undefined;
      const own = last.then(() => bring({ ...parts, quiet, lacking, refused }, root));
      last = own.catch(() => undefined);
      const waited = new AbortController();
      const isDone = await Promise.race([
        own.then(() => true),
        pause(waitMs, waited.signal).then(() => false),
      ]).finally(() => waited.abort());
      // Its clients read the one text that it answers as JSON.
      if (message.params?.name === "fetch") return undefined;
      const told = [...lacking.values()].filter((one) => root === undefined || one.root === root);
      return [...told.map(wordsOf), ...(isDone || told.length > 0 ? [] : [LATE])].join(" ") || undefined;
    },
    async after(message, result) {
      if (readIn(message) === undefined || message.params?.name === "fetch") return undefined;
      return goneNote(parts.context, result);
    },
    async close() {
      await last;
      quiet.close();
    },
  };
}

interface Bringing extends FreshParts {
  readonly quiet: QuietFolders;
  /** By folder. */
  readonly lacking: Map<string, Lacking>;
  /** Folders that this token may not push. */
  readonly refused: Set<string>;
}

async function bring(parts: Bringing, root: string | undefined): Promise<void> {
  const { context, bookmarks } = parts;
  const settings = await settingsOf(context);
  const key = bookmarkKey(settings.url, settings.token);
  for (const pushed of await pushedFolders(context.env, key))
    if (root === undefined || pushed.root === root) await bringFolder(parts, settings, pushed);
  const written = await readBookmark(context.env, key);
  for (const bookmark of written?.split(",") ?? []) bookmarks.take(bookmark, undefined);
}

async function looked({ context, quiet }: Bringing, pushed: PushedFolder): Promise<Look | undefined> {
  const done = quiet.look(pushed.folder);
  try {
    const look = await lookAt(pushed, await ownFolders(context.env), converting(context.env));
    done(look.folders);
    return look;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // A folder that is not there has nothing to push.
    if (!isErrno(error, "ENOENT", "ENOTDIR"))
      context.terminal.err(`recall: ${safeLine(`${pushed.root} was not looked at: ${error.message}`)}\n`);
    return undefined;
  }
}

async function bringFolder(parts: Bringing, settings: Settings, pushed: PushedFolder): Promise<void> {
  const { context, quiet, lacking, refused } = parts;
  const { folder, root } = pushed;
  if (quiet.isQuiet(folder) && !lacking.has(folder)) return;
  const look = await looked(parts, pushed);
  if (look === undefined || look.changed.length === 0) {
    lacking.delete(folder);
    if (look !== undefined && look.read > 0)
      await keepPushed(context.env, bookmarkKey(settings.url, settings.token), look.seen);
    return;
  }
  const isOff = settings.config?.config?.sync === "off";
  const lack = (why: string): unknown => lacking.set(folder, { root, paths: look.changed, why });
  if (isOff) return void lack('"sync" is off');
  if (refused.has(folder)) return void lack("the token may not push");
  lack("they are being pushed");
  const { said, problem } = await sendChanged(context, settings, pushed);
  if (said !== undefined) context.terminal.err(`recall: ${safeLine(said)}\n`);
  if (problem === undefined) return void lacking.delete(folder);
  if (problem instanceof AppError && problem.code === "forbidden") refused.add(folder);
  lack(problem.message);
}
