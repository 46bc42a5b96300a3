import { type FSWatcher, watch } from "node:fs";
import { basename, join, sep } from "node:path";
import { isErrno } from "../failures.ts";

/** Waits for quiet after a burst of changes. */
export interface Settling {
  note(): void;
  /** Resolves when something has changed and settled since the last time, or when the signal fires. */
  settled(signal: AbortSignal): Promise<void>;
}

interface SettlingTimes {
  /** Quiet that ends a burst, milliseconds. */
  readonly quietMs: number;
  /** A burst that does not end counts as settled after this time, milliseconds: a log file grows all day. */
  readonly atMostMs: number;
}

/** Thousands of changes in a burst are one; what changes while nobody waits is kept for who waits next. */
export function settling({ quietMs, atMostMs }: SettlingTimes): Settling {
  let firstMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  let wake: (() => void) | undefined;
  const fire = (): void => {
    firstMs = undefined;
    isDue = true;
    wake?.();
  };
  return {
    note() {
      const nowMs = performance.now();
      firstMs ??= nowMs;
      clearTimeout(timer);
      timer = setTimeout(fire, Math.min(quietMs, Math.max(0, firstMs + atMostMs - nowMs)));
    },
    async settled(signal) {
      if (!isDue && !signal.aborted)
        await new Promise<void>((resolve) => {
          const end = (): void => {
            signal.removeEventListener("abort", end);
            resolve();
          };
          wake = end;
          signal.addEventListener("abort", end);
        });
      wake = undefined;
      isDue = false;
      if (signal.aborted) clearTimeout(timer);
    },
  };
}

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
