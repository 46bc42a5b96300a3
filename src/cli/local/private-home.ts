import { chmodSync, lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { isErrno } from "../failures.ts";
import { makePrivateFolderSync, PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from "../settings/private-file.ts";

/** What a server keeps in its home; other files there are the user's business. */
const OWN = ["state", "server.log", "server.log.1", "run.json", "config.json", "signing-secret"] as const;
/** Read, write and search for group and others. */
const OTHERS = 0o077;
const NEW_FILES_ARE_PRIVATE = OTHERS;

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Answers the paths that stay open to others. Symbolic links are left alone: they may lead out of the home. */
function tighten(path: string): readonly string[] {
  const stats = statsOf(path);
  const isFolder = stats?.isDirectory() === true;
  if (stats === undefined || !(isFolder || stats.isFile())) return [];
  const inside = (): readonly string[] =>
    isFolder ? readdirSync(path).flatMap((name) => tighten(join(path, name))) : [];
  try {
    if ((stats.mode & OTHERS) !== 0) chmodSync(path, isFolder ? PRIVATE_FOLDER_MODE : PRIVATE_FILE_MODE);
    return inside();
  } catch (error) {
    // Of another user, or on a disk that keeps no modes.
    if (isErrno(error, "EPERM", "EACCES", "ENOTSUP", "EROFS")) return [path];
    throw error;
  }
}

/**
 * Closes a home to other users before a server starts in it: a new home has mode 700, in one that was there only the
 * server's own files and folders are closed, and whatever this process and its children make from now on is private.
 * Returns what could not be closed. Does nothing on Windows, which has no modes.
 */
export function closeHome(home: string): readonly string[] {
  makePrivateFolderSync(home);
  if (process.platform === "win32") return [];
  process.umask(NEW_FILES_ARE_PRIVATE);
  return OWN.flatMap((name) => tighten(join(home, name)));
}
