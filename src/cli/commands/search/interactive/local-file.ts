import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import type { Hit } from "../../../../search/contract/hits.ts";
import type { PushedFolder } from "../../../pushed/pushed-folder.ts";
import { staleFiles } from "../../../pushed/stale-files.ts";

/** A hit's file on this machine. */
export interface LocalFile {
  readonly file: string;
  /** Its text is another one than what was indexed: the lines may have moved. */
  readonly isChanged: boolean;
}

const isReadable = (file: string): Promise<boolean> =>
  access(file, constants.R_OK).then(
    () => true,
    () => false,
  );

/**
 * The file that a hit came from, where this machine has pushed it: only a path that a push of our own has noted is
 * opened, whatever a server answers. Of several folders that share a root the one whose file says what was indexed.
 */
export async function localFileOf(
  { root, path, documentHash }: Pick<Hit, "root" | "path" | "documentHash">,
  folders: readonly PushedFolder[],
): Promise<LocalFile | undefined> {
  let changed: LocalFile | undefined;
  for (const folder of folders.filter((one) => one.root === root && one.files.has(path))) {
    const file = join(folder.folder, path);
    if (!(await isReadable(file))) continue;
    const stale = await staleFiles([{ root, path, hash: documentHash }], [folder]);
    if (stale.length === 0) return { file, isChanged: false };
    changed ??= { file, isChanged: true };
  }
  return changed;
}
