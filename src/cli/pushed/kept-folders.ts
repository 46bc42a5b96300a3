import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isRecord, parseJson } from "../../text/parse-json.ts";
import { ENCODINGS } from "../../text/coding/decode-text.ts";
import { ifErrno } from "../failures.ts";
import type { SecretsMode } from "../folder/secrets-mode.ts";
import type { SeenFile, SeenFiles, SentForm } from "../folder/seen-file.ts";
import { type Environment, tolerant, userConfigFolder } from "../settings/config-folder.ts";
import { readIfExists, writePrivateFile } from "../settings/private-file.ts";

export interface PushedFolder extends SeenFiles {
  /** Its real path. */
  readonly folder: string;
  readonly root: string;
  readonly join: boolean;
  readonly mirror: boolean;
  readonly includeHidden: boolean;
  /** What it does with the secrets in files; undefined: redact. */
  readonly secrets?: SecretsMode | undefined;
  /** The workspace's when the server last had all of this; undefined: not known. */
  readonly version?: number | undefined;
  /** Last hash by path: removed here after a push, and still indexed. */
  readonly gone?: ReadonlyMap<string, string>;
}

/** The last is left out where a text was sent just as the file is. */
type Row = readonly [
  path: string,
  size: number,
  mtimeMs: number,
  ctimeMs: number,
  hash: string | null,
  sent?: SentForm,
];
type GoneRow = readonly [path: string, hash: string];

const isSecret = (value: unknown): boolean =>
  isRecord(value) && typeof value.kind === "string" && typeof value.line === "number";

/** Of a text that was sent as it is nothing is said. */
const isSent = (value: unknown): boolean => {
  if (value === undefined) return true;
  if (!isRecord(value) || typeof value.bytes !== "number") return false;
  const { encoding, secrets } = value;
  const isKnown = encoding === undefined || ENCODINGS.some((one) => one === encoding);
  return isKnown && (secrets === undefined || (Array.isArray(secrets) && secrets.every(isSecret)));
};

const isRow = (value: unknown): value is Row => {
  if (!Array.isArray(value)) return false;
  const [path, size, mtimeMs, ctimeMs, hash, sent] = value as readonly unknown[];
  const areNumbers = [size, mtimeMs, ctimeMs].every((part) => typeof part === "number");
  const isHash = hash === null || typeof hash === "string";
  return typeof path === "string" && areNumbers && isHash && isSent(sent);
};

const isGoneRow = (value: unknown): value is GoneRow =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");

const isPlain = ({ size }: SeenFile, { bytes, encoding, secrets }: SentForm): boolean =>
  bytes === size && encoding === undefined && secrets === undefined;

function rowOf(path: string, seen: SeenFile): Row {
  const { size, mtimeMs, ctimeMs, hash, sent } = seen;
  const row = [path, size, mtimeMs, ctimeMs, hash] as const;
  return sent === undefined || isPlain(seen, sent) ? row : [...row, sent];
}

const seenOf = ([, size, mtimeMs, ctimeMs, hash, sent = { bytes: size }]: Row): SeenFile => ({
  ...{ size, mtimeMs, ctimeMs, hash },
  ...(hash !== null && { sent }),
});

/** A folder's note as it is kept, with the bookmark's key that it belongs to. */
function noteText(server: string, { files, gone, ...pushed }: PushedFolder): string {
  const rows = [...files].map(([path, seen]) => rowOf(path, seen));
  return JSON.stringify({ server, ...pushed, files: rows, gone: [...(gone ?? [])] });
}

interface Note {
  /** A bookmark's key; undefined in notes that do not say. */
  readonly server: string | undefined;
  readonly pushed: PushedFolder;
}

/** The note in a text; undefined for a damaged one, which costs a push that finds nothing to send, never a command. */
function parseNote(text: string): Note | undefined {
  const fields = (parseJson(text) ?? {}) as Partial<Record<keyof PushedFolder | "server", unknown>>;
  const { server, folder, root, mirror, includeHidden, seenAtMs, version, files, gone } = fields;
  const { secrets, secretRules } = fields;
  if (typeof folder !== "string" || typeof root !== "string" || typeof seenAtMs !== "number")
    return undefined;
  if (!Array.isArray(files) || !files.every(isRow)) return undefined;
  const pushed = {
    folder,
    root,
    join: fields.join === true,
    mirror: mirror === true,
    includeHidden: includeHidden === true,
    secrets: secrets === "keep" ? ("keep" as const) : undefined,
    secretRules: typeof secretRules === "string" ? secretRules : undefined,
    seenAtMs,
    version: typeof version === "number" ? version : undefined,
    files: new Map(files.map((row) => [row[0], seenOf(row)])),
    gone: new Map(Array.isArray(gone) ? gone.filter(isGoneRow) : []),
  };
  return { server: typeof server === "string" ? server : undefined, pushed };
}

/** Folders remembered for all servers; those pushed longest ago go first. */
const MAX_KEPT = 100;
/** Enough to tell servers and folders apart. */
const NAME_CHARS = 16;

const folderIn = (env: Environment): string => join(userConfigFolder(env), "pushed");

const short = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, NAME_CHARS);

const nameOf = (server: string, { folder, root }: Pick<PushedFolder, "folder" | "root">): string =>
  `${short(server)}-${short(`${folder}\0${root}`)}.json`;

/** In place of what cannot be read: a search goes on without it. */
const without = <T>(instead: T) => ifErrno(instead, "ENOENT", "ENOTDIR", "EACCES", "EPERM", "EISDIR");

const fileOf = (env: Environment, server: string, pushed: Pick<PushedFolder, "folder" | "root">): string =>
  join(folderIn(env), nameOf(server, pushed));

async function readNotes(env: Environment, isWanted: (name: string) => boolean): Promise<readonly Note[]> {
  const names = await readdir(folderIn(env)).catch(without([]));
  const texts = await Promise.all(
    names
      .filter((name) => name.endsWith(".json") && isWanted(name))
      .map((name) => readIfExists(join(folderIn(env), name)).catch(without(undefined))),
  );
  const known = texts.flatMap((text) => (text === undefined ? [] : (parseNote(text) ?? [])));
  const keyOf = ({ pushed: { root, folder } }: Note): string => `${root}\0${folder}`;
  return known.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** What of this machine a server's workspace holds; `server` is a bookmark's key. By root, then by folder. */
export async function pushedFolders(env: Environment, server: string): Promise<readonly PushedFolder[]> {
  const notes = await readNotes(env, (name) => name.startsWith(`${short(server)}-`));
  return notes.map(({ pushed }) => pushed);
}

const addressOf = (server: string): string => server.slice(0, server.indexOf(" "));

/** What this machine pushed to other databases at the same address: those before it, or of another home. */
export async function pushedToOthers(env: Environment, server: string): Promise<readonly PushedFolder[]> {
  const notes = await readNotes(env, (name) => !name.startsWith(`${short(server)}-`));
  return notes
    .filter((note) => note.server !== undefined && addressOf(note.server) === addressOf(server))
    .map(({ pushed }) => pushed);
}

/** One folder as it was pushed to a root there, if it was. */
export async function pushedBefore(
  env: Environment,
  server: string,
  pushed: Pick<PushedFolder, "folder" | "root">,
): Promise<PushedFolder | undefined> {
  const text = await readIfExists(fileOf(env, server, pushed)).catch(without(undefined));
  return text === undefined ? undefined : parseNote(text)?.pushed;
}

async function forgetOldest(env: Environment): Promise<void> {
  const files = (await readdir(folderIn(env))).map((name) => join(folderIn(env), name));
  if (files.length <= MAX_KEPT) return;
  const dated = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  const oldest = dated.sort((one, other) => one.at - other.at).slice(0, files.length - MAX_KEPT);
  for (const { file } of oldest) await rm(file, { force: true });
}

/** Remembers it, where that can be written. */
export const keepPushed = (env: Environment, server: string, pushed: PushedFolder): Promise<void> =>
  tolerant(async () => {
    await writePrivateFile(fileOf(env, server, pushed), noteText(server, pushed));
    await forgetOldest(env);
  });

/** Forgets it. */
export const forgetPushed = (env: Environment, server: string, pushed: PushedFolder): Promise<void> =>
  tolerant(() => rm(fileOf(env, server, pushed), { force: true }));

/** Remembers none of what was pushed to a root. Answers whether anything was. */
export async function forgetRoot(env: Environment, server: string, root: string): Promise<boolean> {
  const folders = (await pushedFolders(env, server)).filter((one) => one.root === root.normalize("NFC"));
  for (const pushed of folders) await forgetPushed(env, server, pushed);
  return folders.length > 0;
}

/** Whether this machine has pushed a root to that server. */
export const isPushedRoot = async (env: Environment, server: string, root: string): Promise<boolean> =>
  (await pushedFolders(env, server)).some((one) => one.root === root.normalize("NFC"));

/** What was pushed to a server is known of it under another key from now on: it has another secret, and the same databases. */
export async function movePushed(env: Environment, from: string, to: string): Promise<void> {
  for (const pushed of await pushedFolders(env, from)) {
    await keepPushed(env, to, pushed);
    await forgetPushed(env, from, pushed);
  }
}
