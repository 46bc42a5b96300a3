import { lstatSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Encoding } from "../../text/coding/decode-text.ts";
import type { FoundSecret } from "../../redaction/redact.ts";
import { ifErrno } from "../failures.ts";
import type { FoundFile } from "./walk.ts";

/** What the disk says of a file without reading it; of a saved file at least one of these is another. */
export interface FileMark {
  readonly size: number;
  /** Milliseconds since 1970, as precise as the disk keeps them. */
  readonly mtimeMs: number;
  /** Moves even when a file takes another's place with its time kept. */
  readonly ctimeMs: number;
}

/** What a report says of a text that is sent. */
export interface SentForm {
  /** UTF-8. */
  readonly bytes: number;
  /** That of the file; undefined: it is UTF-8, or was converted. */
  readonly encoding?: Encoding;
  /** Those that were taken out; undefined: none. */
  readonly secrets?: readonly FoundSecret[];
}

/** As a push sends it: without its secrets. */
export interface HashedFile extends FoundFile, SentForm {
  readonly hash: string;
  readonly mtimeMs: number;
}

/** A file as a push saw it. */
export interface SeenFile extends FileMark {
  /** Of its text; null: it is no text that is pushed. */
  readonly hash: string | null;
  /** Undefined: it is no text, or not known. */
  readonly sent?: SentForm | undefined;
}

/** What was sent of a folder. */
export interface SeenFiles {
  /** Milliseconds since 1970, before the first file was looked at. */
  readonly seenAtMs: number;
  /** By path in the root. What the server has yet to take is not among them. */
  readonly files: ReadonlyMap<string, SeenFile>;
  /** The rules for secrets that they were looked through by; undefined: not known. */
  readonly secretRules?: string | undefined;
}

/** A text that was read, as it is noted. */
export const seenText = (mark: FileMark, { hash, bytes, encoding, secrets }: HashedFile): SeenFile => ({
  ...mark,
  hash,
  sent: { bytes, ...(encoding && { encoding }), ...(secrets && { secrets }) },
});

/** Hashes by path of what was sent under these rules: of texts that have no secrets left. */
export const sentUnder = (
  secretRules: string,
  seen: SeenFiles | undefined,
): ReadonlyMap<string, string | null> =>
  new Map(seen?.secretRules === secretRules ? [...seen.files].map(([path, { hash }]) => [path, hash]) : []);

/** Files looked at before others get a turn. */
const FILES_A_TURN = 500;
/** Coarsest clock of a file system (FAT), milliseconds: a file so young when it was seen may have been saved again since. */
const CLOCK_MS = 2_000;

/** A file that cannot be looked at: it is gone, or its folder was closed meanwhile. Whoever reads it is told why. */
const OUT_OF_REACH = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "EIO"];

/** The mark of a file; undefined when it cannot be looked at. Asks the disk in line, which costs a tenth of asking it aside. */
export function markOf(file: string): FileMark | undefined {
  try {
    const { size, mtimeMs, ctimeMs } = lstatSync(file);
    return { size, mtimeMs, ctimeMs };
  } catch (error) {
    return ifErrno(undefined, ...OUT_OF_REACH)(error);
  }
}

/** Marks by path, of those that can be looked at. */
export async function markFiles(files: readonly FoundFile[]): Promise<ReadonlyMap<string, FileMark>> {
  const marks = new Map<string, FileMark>();
  for (const [at, { path, file }] of files.entries()) {
    if (at > 0 && at % FILES_A_TURN === 0) await setImmediate();
    const mark = markOf(file);
    if (mark !== undefined) marks.set(path, mark);
  }
  return marks;
}

/**
 * Whether the disk shows a file just as it was seen at `seenAtMs`, milliseconds since 1970. One that was saved right
 * before it was seen never counts as that: a save in the same tick of the clock would not show.
 */
export function isAsSeen(seen: FileMark | undefined, mark: FileMark, seenAtMs: number): boolean {
  if (seen === undefined || Math.max(mark.mtimeMs, mark.ctimeMs) > seenAtMs - CLOCK_MS) return false;
  return seen.size === mark.size && seen.mtimeMs === mark.mtimeMs && seen.ctimeMs === mark.ctimeMs;
}

/** A file as a push would read it, where the disk shows it just as it was seen; undefined: it has to be read. */
export function asSent(
  found: FoundFile,
  mark: FileMark | undefined,
  { files, seenAtMs }: SeenFiles,
): HashedFile | undefined {
  const seen = files.get(found.path);
  if (mark === undefined || typeof seen?.hash !== "string" || seen.sent === undefined) return undefined;
  if (!isAsSeen(seen, mark, seenAtMs)) return undefined;
  return { ...found, hash: seen.hash, ...seen.sent, mtimeMs: documentTime(mark.mtimeMs) };
}

/** The contract's mtime starts at 1970; some archives unpack files as older. */
export const documentTime = (mtimeMs: number): number => Math.max(0, Math.trunc(mtimeMs));
