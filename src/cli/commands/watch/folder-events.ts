import { type FSWatcher, watch } from "node:fs";
import { basename, join, sep } from "node:path";
import { isErrno } from "../../failures.ts";

/** Reports that something in some folders may have changed; only a look at the disk shows what. */
export interface FolderEvents {
  /** Watches these folders, the root first, and no others. Answers whether one is watched that was not before. */
  follow(folders: readonly string[]): boolean;
  /** The system would not watch all of them: somebody has to look from time to time. */
  readonly isPartial: boolean;
  close(): void;
}

/** One watcher sees everything below the root there; elsewhere Node would add one for every file, ignored ones too. */
const SEES_BELOW = process.platform === "darwin" || process.platform === "win32";

/** No watchers are left, or the file system has none. */
const REFUSALS = ["ENOSPC", "EMFILE", "ENFILE", "ENOSYS", "EPERM", "EACCES", "ENOTSUP"] as const;

/** Events of folders; `onEvent` is called for each, some thousand times for a checkout. */
export function folderEvents(onEvent: () => void): FolderEvents {
  const watchers = new Map<string, FSWatcher>();
  let isPartial = false;

  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  /** A folder that went away, or came in place of another: its watcher looks at what is no longer there. */
  const dropTree = (folder: string): void => {
    for (const known of [...watchers.keys()])
      if (known === folder || known.startsWith(folder + sep)) drop(known);
  };
  const add = (folder: string): boolean => {
    try {
      const watcher = watch(folder, { recursive: SEES_BELOW, persistent: true }, (kind, name) => {
        if (!SEES_BELOW && kind === "rename" && name !== null) {
          if (watchers.has(join(folder, name))) dropTree(join(folder, name));
          // A watched folder that is itself removed or moved is reported under its own name.
          if (name === basename(folder)) dropTree(folder);
        }
        onEvent();
      });
      watcher.on("error", () => {
        drop(folder);
        onEvent();
      });
      watchers.set(folder, watcher);
      return true;
    } catch (error) {
      // Gone since it was walked: its parent reports that.
      if (isErrno(error, "ENOENT", "ENOTDIR")) return false;
      if (!isErrno(error, ...REFUSALS)) throw error;
      isPartial = true;
      return false;
    }
  };
  return {
    get isPartial() {
      return isPartial;
    },
    follow(folders) {
      const wanted = new Set(SEES_BELOW ? folders.slice(0, 1) : folders);
      for (const known of [...watchers.keys()]) if (!wanted.has(known)) drop(known);
      isPartial = false;
      const fresh = [...wanted].filter((folder) => !watchers.has(folder)).map(add);
      return fresh.includes(true);
    },
    close() {
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}
