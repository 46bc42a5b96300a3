import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, userConfigFolder } from "../config-folder.ts";
import { isErrno, readIfExists, writePrivateFile } from "../private-file.ts";
import type { SeenFile } from "./seen-file.ts";

/** A folder that this machine has pushed, as it was then. */
export interface PushedFolder {
  /** Its real path. */
  readonly folder: string;
  readonly root: string;
  readonly join: boolean;
  readonly mirror: boolean;
  readonly includeHidden: boolean;
  /** Milliseconds since 1970, before the first file was looked at. */
  readonly seenAtMs: number;
  /** By path in the root. What the server has yet to take is not among them. */
  readonly files: ReadonlyMap<string, SeenFile>;
}

/** Folders remembered for all servers; those pushed longest ago go first. */
const MAX_KEPT = 100;
/** Enough to tell servers and folders apart. */
const NAME_CHARS = 16;

const folderIn = (env: Environment): string => join(userConfigFolder(env), "pushed");

const short = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, NAME_CHARS);

const nameOf = (server: string, { folder, root }: Pick<PushedFolder, "folder" | "root">): string =>
  `${short(server)}-${short(`${folder}\0${root}`)}.json`;

type Row = readonly [path: string, size: number, mtimeMs: number, ctimeMs: number, hash: string | null];

const isRow = (value: unknown): value is Row => {
  if (!Array.isArray(value)) return false;
  const [path, size, mtimeMs, ctimeMs, hash] = value as readonly unknown[];
  const areNumbers = [size, mtimeMs, ctimeMs].every((part) => typeof part === "number");
  return typeof path === "string" && areNumbers && (hash === null || typeof hash === "string");
};

/** A damaged file is as good as none: it costs a push that finds nothing to send, never a command. */
function parse(text: string): PushedFolder | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const {
    folder,
    root,
    join: isShared,
    mirror,
    includeHidden,
    seenAtMs,
    files,
  } = (parsed ?? {}) as Partial<Record<keyof PushedFolder, unknown>>;
  if (typeof folder !== "string" || typeof root !== "string" || typeof seenAtMs !== "number")
    return undefined;
  if (!Array.isArray(files) || !files.every(isRow)) return undefined;
  return {
    folder,
    root,
    join: isShared === true,
    mirror: mirror === true,
    includeHidden: includeHidden === true,
    seenAtMs,
    files: new Map(
      files.map(([path, size, mtimeMs, ctimeMs, hash]) => [path, { size, mtimeMs, ctimeMs, hash }]),
    ),
  };
}

/** In place of what cannot be read: a search goes on without it. */
const without =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isErrno(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM", "EISDIR")) return instead;
    throw error;
  };

/** What of this machine a server's workspace holds; `server` is a bookmark's key. By root, then by folder. */
export async function pushedFolders(env: Environment, server: string): Promise<readonly PushedFolder[]> {
  const names = await readdir(folderIn(env)).catch(without([]));
  const ours = names.filter((name) => name.startsWith(`${short(server)}-`) && name.endsWith(".json"));
  const texts = await Promise.all(
    ours.map((name) => readIfExists(join(folderIn(env), name)).catch(without(undefined))),
  );
  const known = texts.flatMap((text) => (text === undefined ? [] : (parse(text) ?? [])));
  const keyOf = ({ root, folder }: PushedFolder): string => `${root}\0${folder}`;
  return known.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

async function forgetOldest(env: Environment): Promise<void> {
  const files = (await readdir(folderIn(env))).map((name) => join(folderIn(env), name));
  if (files.length <= MAX_KEPT) return;
  const dated = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  const oldest = dated.sort((one, other) => one.at - other.at).slice(0, files.length - MAX_KEPT);
  for (const { file } of oldest) await rm(file, { force: true });
}

/** Remembers it. A folder that cannot be written costs a sync that has to ask the server. */
export async function keepPushed(env: Environment, server: string, pushed: PushedFolder): Promise<void> {
  const files = [...pushed.files].map(
    ([path, { size, mtimeMs, ctimeMs, hash }]): Row => [path, size, mtimeMs, ctimeMs, hash],
  );
  try {
    await writePrivateFile(join(folderIn(env), nameOf(server, pushed)), JSON.stringify({ ...pushed, files }));
    await forgetOldest(env);
  } catch (error) {
    if (!isErrno(error, "EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EEXIST", "ENOENT")) throw error;
  }
}
