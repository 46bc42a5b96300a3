import { parseJson } from "../../client/parse-json.ts";
import type { SeenFile } from "../folder/seen-file.ts";

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
  /** The workspace's when the server last had all of this; undefined: not known. */
  readonly version?: number | undefined;
  /** By path in the root. What the server has yet to take is not among them. */
  readonly files: ReadonlyMap<string, SeenFile>;
  /** Last hash by path: removed here after a push, and still indexed. */
  readonly gone?: ReadonlyMap<string, string>;
}

type Row = readonly [path: string, size: number, mtimeMs: number, ctimeMs: number, hash: string | null];
type GoneRow = readonly [path: string, hash: string];

const isRow = (value: unknown): value is Row => {
  if (!Array.isArray(value)) return false;
  const [path, size, mtimeMs, ctimeMs, hash] = value as readonly unknown[];
  const areNumbers = [size, mtimeMs, ctimeMs].every((part) => typeof part === "number");
  return typeof path === "string" && areNumbers && (hash === null || typeof hash === "string");
};

const isGoneRow = (value: unknown): value is GoneRow =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");

/** A folder's note as it is kept, with the bookmark's key that it belongs to. */
export function noteText(server: string, { files, gone, ...pushed }: PushedFolder): string {
  const rows = [...files].map(
    ([path, { size, mtimeMs, ctimeMs, hash }]): Row => [path, size, mtimeMs, ctimeMs, hash],
  );
  return JSON.stringify({ server, ...pushed, files: rows, gone: [...(gone ?? [])] });
}

export interface Note {
  /** A bookmark's key; undefined in notes that do not say. */
  readonly server: string | undefined;
  readonly pushed: PushedFolder;
}

/** The note in a text; undefined for a damaged one, which costs a push that finds nothing to send, never a command. */
export function parseNote(text: string): Note | undefined {
  const fields = (parseJson(text) ?? {}) as Partial<Record<keyof PushedFolder | "server", unknown>>;
  const {
    server,
    folder,
    root,
    join: isShared,
    mirror,
    includeHidden,
    seenAtMs,
    version,
    files,
    gone,
  } = fields;
  if (typeof folder !== "string" || typeof root !== "string" || typeof seenAtMs !== "number")
    return undefined;
  if (!Array.isArray(files) || !files.every(isRow)) return undefined;
  const pushed = {
    folder,
    root,
    join: isShared === true,
    mirror: mirror === true,
    includeHidden: includeHidden === true,
    seenAtMs,
    version: typeof version === "number" ? version : undefined,
    files: new Map(
      files.map(([path, size, mtimeMs, ctimeMs, hash]) => [path, { size, mtimeMs, ctimeMs, hash }]),
    ),
    gone: new Map(Array.isArray(gone) ? gone.filter(isGoneRow) : []),
  };
  return { server: typeof server === "string" ? server : undefined, pushed };
}
