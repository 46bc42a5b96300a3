import { chmodSync, lstatSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ifErrno, tryOr } from "../failures.ts";
import { makePrivateFolderSync, PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from "./private-file.ts";

// A home's server also listens at a Unix socket in a folder that only its owner can enter: whoever answers there is the
// owner's server, and needs no proof.

const FOLDER = "socket";
const NAME = "recall";
/** Where the runtime makes the socket, before it is moved to its place; the runtime adds a port. */
const DRAFT = "new";
const DRAFT_SUFFIX = ":0";
/** Bytes of a socket's path on macOS; Linux takes four more (sun_path of unix(4), unix(7)). */
const MAX_PATH_BYTES = 103;
const MODE_BITS = 0o777;

const folderOf = (home: string): string => join(home, FOLDER);
const draftOf = (home: string): string => join(folderOf(home), DRAFT);

/** Whether this system and the home's path allow one. */
const canHaveSocket = (home: string): boolean =>
  process.platform !== "win32" &&
  Buffer.byteLength(draftOf(home) + DRAFT_SUFFIX) <= MAX_PATH_BYTES &&
  Buffer.byteLength(join(folderOf(home), NAME)) <= MAX_PATH_BYTES;

/** Makes room for the socket of a server that starts, and answers where its runtime is to make it; undefined: it has none. */
export function prepareSocket(home: string): string | undefined {
  if (!canHaveSocket(home)) return undefined;
  const folder = folderOf(home);
  makePrivateFolderSync(folder);
  chmodSync(folder, PRIVATE_FOLDER_MODE);
  for (const name of [NAME, DRAFT + DRAFT_SUFFIX]) rmSync(join(folder, name), { force: true });
  return draftOf(home);
}

/** Puts a new runtime's socket in the place of the one before it, and so leaves its own place free for the next runtime. */
export function placeSocket(home: string): void {
  const draft = draftOf(home) + DRAFT_SUFFIX;
  chmodSync(draft, PRIVATE_FILE_MODE);
  renameSync(draft, join(folderOf(home), NAME));
}

/** Takes the socket away when its server ends. */
export const removeSocket = (home: string): void => rmSync(join(folderOf(home), NAME), { force: true });

/** The socket of a home's server, where there is one in a folder that nobody but this user could put it in. */
export function ownSocket(home: string): string | undefined {
  if (!canHaveSocket(home)) return undefined;
  const path = join(folderOf(home), NAME);
  const look = (): string | undefined => {
    const folder = lstatSync(folderOf(home));
    const isOwn = folder.uid === process.getuid?.() && (folder.mode & MODE_BITS) === PRIVATE_FOLDER_MODE;
    return folder.isDirectory() && isOwn && lstatSync(path).isSocket() ? path : undefined;
  };
  return tryOr(look, ifErrno(undefined, "ENOENT", "ENOTDIR", "EACCES"));
}
