import { type FolderEvents, folderEvents } from "../folder/folder-events.ts";

/** A look that takes less costs nobody anything, and sees what a watcher has not told yet, milliseconds. */
const CHEAP_LOOK_MS = 250;
/** Network drives tell nothing: so long a look counts without an event, milliseconds. */
const TRUSTED_MS = 60_000;

interface Known {
  readonly events: FolderEvents;
  isTouched: boolean;
  looked: { readonly atMs: number; readonly tookMs: number };
}

export interface QuietFolders {
  /** Whether a look would find what the last one found, so that a slow one can be spared. */
  isQuiet(folder: string): boolean;
  /** Begins a look; call what it returns with the folders seen, the root first, when it is done. */
  look(folder: string): (folders: readonly string[]) => void;
  close(): void;
}

/** Watches folders whose looks take long, and tells in which of them nothing has changed since. */
export function quietFolders(cheapLookMs = CHEAP_LOOK_MS): QuietFolders {
  const known = new Map<string, Known>();
  const knownOf = (folder: string): Known => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const events = folderEvents(() => {
      fresh.isTouched = true;
    });
    const fresh: Known = { events, isTouched: true, looked: { atMs: 0, tookMs: 0 } };
    known.set(folder, fresh);
    return fresh;
  };
  return {
    isQuiet(folder) {
      const one = known.get(folder);
      if (one === undefined || one.isTouched || one.events.isPartial) return false;
      return one.looked.tookMs >= cheapLookMs && performance.now() - one.looked.atMs < TRUSTED_MS;
    },
    look(folder) {
      const one = knownOf(folder);
      const atMs = performance.now();
      one.isTouched = false;
      return (folders) => {
        const tookMs = performance.now() - atMs;
        one.looked = { atMs, tookMs };
        // Files may have changed before their folder was watched.
        if (one.events.follow(tookMs < cheapLookMs ? [] : folders)) one.isTouched = true;
      };
    },
    close() {
      for (const { events } of known.values()) events.close();
      known.clear();
    },
  };
}
