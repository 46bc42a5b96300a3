import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { parse } from "node:path";
import { AppError } from "../../errors.ts";
import type { CommandContext } from "../command.ts";
import {
  type Collecting,
  type CollectOptions,
  collectFrom,
  startCollecting,
} from "../folder/collect-folder.ts";
import { markFiles } from "../folder/seen-file.ts";
import { type FoundFile, startWalk } from "../folder/walk.ts";
import { type Environment, keepEntry, readKept } from "../settings/config-folder.ts";
import { askYes } from "../terminal/ask.ts";
import { byteSize, count } from "../terminal/numbers.ts";
import { patiently } from "../terminal/progress-line.ts";
import { safeLine } from "../terminal/terminal-safe.ts";

/** More files than these are pushed only when a person said so. */
export const MANY_FILES = 20_000;
/** Folders that are named of those with most files. */
const NAMED_FOLDERS = 4;

/** Counting ends after so long: somebody waits to be asked, milliseconds. */
const COUNTING_MS = 2_000;

const KEPT_IN = "confirmed-folders.json";
const MAX_KEPT = 1_000;

/** Whether a person said once that a folder, by its real path, is to be pushed whatever it holds. */
const isConfirmed = async (env: Environment, folder: string): Promise<boolean> =>
  Object.hasOwn(await readKept(env, KEPT_IN), folder);

/** Remembers that it may be pushed, where that can be written. */
export const keepConfirmed = (env: Environment, folder: string): Promise<void> =>
  keepEntry(env, KEPT_IN, [folder, { at: new Date().toISOString() }], MAX_KEPT);

/** What a folder is beside being large; undefined: nothing unusual. */
async function unusualPlace(env: Environment, folder: string): Promise<string | undefined> {
  if (folder === parse(folder).root) return "the whole disk";
  const home = env.HOME || homedir();
  const real = await realpath(home).catch(() => home);
  return folder === real ? "a home folder" : undefined;
}

interface Amount {
  readonly files: number;
  readonly bytes: number;
}

/** What a push would look at; `folders` are those of the root itself, by files. */
export interface Survey extends Amount {
  readonly folders: readonly (Amount & { readonly path: string })[];
  /** Counting ended early: there is more. */
  readonly isMore: boolean;
}

const add = (one: Amount | undefined, files: number, bytes: number): Amount => ({
  files: (one?.files ?? 0) + files,
  bytes: (one?.bytes ?? 0) + bytes,
});

type Chunks = AsyncIterable<readonly FoundFile[]>;

/** Counts what a push would look at, without reading it, for as long as somebody waits to be asked. */
async function survey(chunks: Chunks, { countingMs = COUNTING_MS, signal }: Counting): Promise<Survey> {
  const startedAtMs = performance.now();
  const tops = new Map<string, Amount>();
  let all: Amount = { files: 0, bytes: 0 };
  let isMore = false;
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    isMore = all.files > 0 && performance.now() - startedAtMs > countingMs;
    if (isMore) break;
    for (const [path, { size }] of await markFiles(chunk)) {
      all = add(all, 1, size);
      const slash = path.indexOf("/");
      if (slash >= 0) tops.set(path.slice(0, slash + 1), add(tops.get(path.slice(0, slash + 1)), 1, size));
    }
  }
  const folders = [...tops].map(([path, amount]) => ({ path, ...amount }));
  return { ...all, folders: folders.sort((one, other) => other.files - one.files), isMore };
}

const amountOf = ({ files, bytes }: Amount): string => `${count(files, "file")}, ${byteSize(bytes)}`;

/** `/home/me is a home folder: 120,345 files, 3.2 GB, most of them in src/ (80,000 files, 1.2 GB)`. */
export function surveyText(folder: string, what: string | undefined, found: Survey): string {
  const named = found.folders.slice(0, NAMED_FOLDERS).map((one) => `${one.path} (${amountOf(one)})`);
  const most =
    named.length > 0 ? `, most of them ${found.isMore ? "so far " : ""}in ${named.join(", ")}` : "";
  const amount = `${found.isMore ? "more than " : ""}${amountOf(found)}`;
  return safeLine(`${folder} ${what === undefined ? "has" : `is ${what}:`} ${amount}${most}`);
}

const refusal = (said: string): AppError =>
  new AppError("confirmation_needed", `${said}. Nothing was pushed: --yes pushes it, --dry-run lists it`);

interface Counting {
  /** @default COUNTING_MS */
  readonly countingMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Asking extends Counting {
  /** The command line says that it is meant. */
  readonly yes: boolean;
  /** Nobody waits for this push, or somebody for what comes after it: what it would look at is not counted. */
  readonly isUnattended?: boolean | undefined;
  /** @default MANY_FILES */
  readonly many?: number;
}

/** The first files of a walk, which goes on after them where they are more than so many. */
async function firstFiles(
  chunks: AsyncGenerator<readonly FoundFile[]>,
  many: number,
): Promise<readonly FoundFile[]> {
  const files: FoundFile[] = [];
  for (let at = await chunks.next(); at.done !== true; at = await chunks.next()) {
    files.push(...at.value);
    if (files.length > many) break;
  }
  return files;
}

async function* withFirst(files: readonly FoundFile[], more: Chunks): Chunks {
  yield files;
  yield* more;
}

/**
 * Begins to read a folder that is to be pushed. A whole disk, a home folder or more than 20,000 files are asked about first,
 * once: a person at a terminal, else it throws AppError `confirmation_needed`, as it does when the person says no.
 */
export async function startConfirmed(
  context: CommandContext,
  folder: string,
  options: CollectOptions & Asking,
  ask = askYes,
): Promise<Collecting> {
  const { env, terminal, flags } = context;
  const { many = MANY_FILES } = options;
  const place = await unusualPlace(env, folder);
  if (options.yes || (await isConfirmed(env, folder))) {
    if (place !== undefined) await keepConfirmed(env, folder);
    return startCollecting(folder, options);
  }
  if (place !== undefined && options.isUnattended) throw refusal(`${safeLine(folder)} is ${place}`);
  const seenAtMs = Date.now();
  const walking = await startWalk(folder, place === undefined ? options : { ...options, counts: "none" });
  const chunks = walking.files();
  const looking = () => firstFiles(chunks, place === undefined ? many : 0);
  const files = await patiently(terminal, "looking through the folder", looking);
  if (place === undefined && files.length <= many)
    return collectFrom({ walking, seenAtMs }, [files], options);
  if (options.isUnattended) throw refusal(`${safeLine(folder)} is of more than ${count(many, "file")}`);
  const counting = () => survey(withFirst(files, chunks), options);
  const said = surveyText(
    folder,
    place,
    await patiently(terminal, "counting what the folder holds", counting),
  );
  if (!terminal.canAsk || flags.json === true) throw refusal(said);
  if (!(await ask(`${said}. Push all of it?`))) throw refusal("You said no");
  await keepConfirmed(env, folder);
  return startCollecting(folder, options);
}
