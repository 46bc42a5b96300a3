import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../text/parse-json.ts";
import { ifErrno } from "../../failures.ts";
import { type Environment, userConfigFolder } from "../../settings/config-folder.ts";
import { readIfExists, writePrivateFile } from "../../settings/private-file.ts";
import type { Fact } from "../rules/find-facts.ts";

// What waits for a person's word stands in files of this machine, one a session, that only their owner can read: nothing is
// sent before consent, a server that is away loses nothing, and no search, export or backup needs to know of a half-kept
// memory. A file a session, so that sessions that end at once do not undo each other's.

/** Something taken from a conversation that a person has not decided on yet. */
export interface Waiting {
  /** Of its words: said in two sessions, it is one. */
  readonly id: string;
  readonly text: string;
  readonly type: Fact["type"];
  /** Where it was said: agent, session, line, speaker. */
  readonly source: string;
  readonly session?: string;
  readonly tags: readonly string[];
  /** ISO time at which it was taken. */
  readonly at: string;
  /** The server and workspace that it was taken for, as bookmarks name them. */
  readonly place: string;
  /** It may be kept without being asked about. */
  readonly auto?: true;
}

/** Of one session; the latest are kept. */
export const MAX_OF_SESSION = 20;
/** Sessions with something that waits; the oldest go. */
const MAX_SESSIONS = 200;
/** Decisions that are remembered, so that nobody is asked the same again. */
const MAX_DECIDED = 5_000;

const FOLDER = "captured";
const DECIDED = "decided.json";
const ID_CHARS = 12;
const FILE_CHARS = 32;

const hashOf = (text: string, chars: number): string =>
  createHash("sha256").update(text).digest("hex").slice(0, chars);

/** Letters and numbers of a text: it is the same whatever its case and its marks. */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The id of a text's words. */
export const waitingId = (text: string): string => hashOf(wordsOf(text), ID_CHARS);

const folderOf = (env: Environment): string => join(userConfigFolder(env), FOLDER);

const isWaiting = (value: unknown): value is Waiting =>
  isRecord(value) &&
  [value.id, value.text, value.type, value.source, value.at, value.place].every(
    (field) => typeof field === "string",
  ) &&
  Array.isArray(value.tags);

const fileNames = async (env: Environment): Promise<readonly string[]> =>
  (await readdir(folderOf(env)).catch(ifErrno<string[]>([], "ENOENT", "ENOTDIR"))).filter(
    (name) => name.endsWith(".json") && name !== DECIDED,
  );

/** The items of a file; none of one that is damaged. */
async function itemsOf(file: string): Promise<readonly Waiting[]> {
  const parsed = parseJson((await readIfExists(file)) ?? "");
  return Array.isArray(parsed) ? parsed.filter(isWaiting) : [];
}

const write = (file: string, items: readonly Waiting[]): Promise<void> =>
  items.length === 0
    ? rm(file, { force: true })
    : writePrivateFile(file, `${JSON.stringify(items, null, 2)}\n`);

async function decided(env: Environment): Promise<ReadonlySet<string>> {
  const parsed = parseJson((await readIfExists(join(folderOf(env), DECIDED))) ?? "");
  return new Set(Array.isArray(parsed) ? parsed.filter((id) => typeof id === "string") : []);
}

async function dropOldest(env: Environment): Promise<void> {
  const names = await fileNames(env);
  if (names.length <= MAX_SESSIONS) return;
  const files = names.map((name) => join(folderOf(env), name));
  const dated = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  const old = dated.sort((one, other) => one.at - other.at).slice(0, names.length - MAX_SESSIONS);
  for (const { file } of old) await rm(file, { force: true });
}

/**
 * Puts down what waits of a session. What waited of it and stands in `read`, the text that these were taken from, and is not among
 * them was taken back since, and goes; what stands there no more, because only the end of a long conversation is read, goes on
 * waiting. Nothing that a person has decided on comes back. Answers what waits now.
 */
export async function putWaiting(
  env: Environment,
  session: string,
  { items, read }: { readonly items: readonly Waiting[]; readonly read: string },
): Promise<readonly Waiting[]> {
  const file = join(folderOf(env), `${hashOf(session, FILE_CHARS)}.json`);
  const known = await decided(env);
  const words = ` ${wordsOf(read)} `;
  const isTold = ({ text }: Waiting): boolean => words.includes(` ${wordsOf(text)} `);
  const earlier = (await itemsOf(file)).filter((item) => !isTold(item));
  const all = new Map([...earlier, ...items].map((item) => [item.id, item]));
  const waiting = [...all.values()].filter(({ id }) => !known.has(id)).slice(-MAX_OF_SESSION);
  await write(file, waiting);
  await dropOldest(env);
  return waiting;
}

/** All that waits, oldest first, each once. */
export async function readWaiting(env: Environment): Promise<readonly Waiting[]> {
  const files = (await fileNames(env)).map((name) => join(folderOf(env), name));
  const items = (await Promise.all(files.map(itemsOf))).flat();
  const sorted = items.sort((one, other) => one.at.localeCompare(other.at));
  return [...new Map(sorted.map((item) => [`${item.place} ${item.id}`, item])).values()];
}

/** Takes these out of what waits, and notes that they were decided on. */
export async function settle(env: Environment, settled: readonly Waiting[]): Promise<void> {
  if (settled.length === 0) return;
  const isSettled = (item: Waiting): boolean =>
    settled.some(({ id, place }) => id === item.id && place === item.place);
  const known = [...(await decided(env)), ...settled.map(({ id }) => id)];
  const newest = [...new Set(known.reverse())].slice(0, MAX_DECIDED).reverse();
  await writePrivateFile(join(folderOf(env), DECIDED), `${JSON.stringify(newest)}\n`);
  for (const name of await fileNames(env)) {
    const file = join(folderOf(env), name);
    const items = await itemsOf(file);
    const left = items.filter((item) => !isSettled(item));
    if (left.length < items.length) await write(file, left);
  }
}
