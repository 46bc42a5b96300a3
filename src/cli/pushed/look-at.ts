import { DEFAULTS } from "../../config.ts";
import { hashFiles } from "../folder/read-text.ts";
import type { Convert } from "../formats/converting.ts";
import { isAsSeen, markFiles, type SeenFile, seenText, sentUnder } from "../folder/seen-file.ts";
import { walk } from "../folder/walk.ts";
import type { PushedFolder } from "./kept-folders.ts";

export interface Look {
  /** Paths of files that are new, other than they were pushed, or gone, in order. */
  readonly changed: readonly string[];
  /** The same with the marks of today, for a folder that is not changed. */
  readonly seen: PushedFolder;
  /** Files whose marks did not do, so that they were read. */
  readonly read: number;
  readonly folders: readonly string[];
}

/** Compares a folder with what was pushed, by size and times, then content. Throws when the folder itself cannot be read. */
export async function lookAt(
  pushed: PushedFolder,
  own: ReadonlySet<string>,
  convert?: Convert,
): Promise<Look> {
  const seenAtMs = Date.now();
  const { folder, includeHidden, secrets, files: before } = pushed;
  const walked = await walk(folder, { includeHidden, own, secrets, counts: "none" });
  const { secretRules } = walked;
  // By other rules the same file may be sent otherwise.
  const areSameRules = secretRules === pushed.secretRules;
  const marks = await markFiles(walked.files);
  const present = walked.files.filter(({ path }) => marks.has(path));
  const moved = present.filter(({ path }) => {
    const mark = marks.get(path);
    return !areSameRules || mark === undefined || !isAsSeen(before.get(path), mark, pushed.seenAtMs);
  });
  const clean = sentUnder(secretRules, pushed);
  const { files: read } = await hashFiles(moved, { maxFileBytes: DEFAULTS.maxFileBytes, clean, convert });
  const texts = new Map(read.map((file) => [file.path, file]));
  // A new file that holds no text changes nothing, one that no longer does is as good as gone.
  const other = moved.filter(
    ({ path }) => (texts.get(path)?.hash ?? null) !== (before.get(path)?.hash ?? null),
  );
  const gone = [...before].filter(([path, { hash }]) => hash !== null && !marks.has(path));
  const changed = [...other.map(({ path }) => path), ...gone.map(([path]) => path)].toSorted();
  const wasRead = new Set(moved.map(({ path }) => path));
  const files = new Map(
    [...marks].map(([path, mark]): [string, SeenFile] => {
      const text = texts.get(path);
      if (text !== undefined) return [path, seenText(mark, text)];
      const known = wasRead.has(path) ? undefined : before.get(path);
      return [path, { hash: null, ...known, ...mark }];
    }),
  );
  const seen = { ...pushed, secretRules, seenAtMs, files };
  return { changed, seen, read: moved.length, folders: walked.folders };
}
