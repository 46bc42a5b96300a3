import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ifErrno } from "../failures.ts";

/** Names on the disk, by their NFC forms. */
type Names = ReadonlyMap<string, string>;

/**
 * Tells whether files are there under just their names: a disk that ignores case finds `Notes.md` also where it holds
 * `notes.md`. Unicode forms count as one name. What cannot be read counts as there. Reads each folder once.
 */
export function spellings(root: string): (path: string) => Promise<boolean> {
  const listed = new Map<string, Promise<Names | undefined>>();
  const namesIn = (folder: string): Promise<Names | undefined> => {
    const known = listed.get(folder);
    if (known !== undefined) return known;
    const names = readdir(folder)
      .then((all): Names => new Map(all.map((name) => [name.normalize("NFC"), name])))
      .catch(ifErrno<Names>(new Map(), "ENOENT", "ENOTDIR"))
      .catch(ifErrno(undefined, "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG"));
    listed.set(folder, names);
    return names;
  };
  return async (path) => {
    let folder = root;
    for (const part of path.split("/")) {
      const names = await namesIn(folder);
      if (names === undefined) return true;
      const name = names.get(part.normalize("NFC"));
      if (name === undefined) return false;
      folder = join(folder, name);
    }
    return true;
  };
}
