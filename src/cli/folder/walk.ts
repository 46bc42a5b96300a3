import { join } from "node:path";
import { type IgnoreRules, keepsSecrets } from "../../client/push/ignore-rules.ts";
import type { Refused } from "../../documents/contract.ts";
import { AppError } from "../../errors.ts";
import { invalid } from "../failures.ts";
import { type Folder, type OpenFolder, openFolder, reasonOf } from "./entry-reason.ts";
import { type Entry, isForeignName } from "./folder-entries.ts";
import { rulesAbove } from "./ignore-files.ts";
import { type LeftOut, type LeftOutBy, LeftOutCounter } from "./left-out.ts";
import { type SecretsMode, secretRulesId } from "./secrets-mode.ts";
import { isInSystem, systemFolders } from "./system-folders.ts";

/** A file that may be pushed. */
export interface FoundFile {
  /** Relative to the root, `/` between parts, NFC: the document's path. */
  readonly path: string;
  readonly file: string;
  /** The secrets in it are pushed with it. */
  readonly keepsSecrets?: true;
}

/** A walk under way: what it found so far, beside the files. */
export interface Walking {
  /** Names what decides which secrets are taken out; another one when that changes. */
  readonly secretRules: string;
  readonly folders: readonly string[];
  readonly failed: readonly Refused[];
  readonly leftOut: LeftOutCounter;
  /** By path, in UTF-8 byte order, some at a time: memory holds one folder on the way at each depth. Read once. */
  readonly files: () => AsyncGenerator<readonly FoundFile[]>;
}

/** Code of a file or folder that could not be read; what is indexed of it is then kept. */
export const UNREADABLE = "unreadable";

const FOREIGN_NAME = "its name is not UTF-8: rename it";
/** Files that are handed on at once, or as many as there are among so many entries. */
const CHUNK_FILES = 500;
const CHUNK_ENTRIES = 5_000;
/** Entries of left out folders that are counted, unless all are asked for. */
const COUNTED_ENTRIES = 10_000;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface State {
  /** Real paths of folders that hold our own tokens. */
  readonly own: ReadonlySet<string>;
  readonly system: ReadonlySet<string>;
  readonly keepsAll: boolean;
  readonly failed: Refused[];
  readonly folders: string[];
  readonly leftOut: LeftOutCounter;
}

/** A folder on the way. */
interface At extends OpenFolder {
  next: number;
}

/** No rule releases a folder that holds tokens; one that is itself to be pushed is an error. */
function leaveOutOwn({ disk, path }: Folder, { leftOut }: State): undefined {
  if (path === "")
    throw invalid(`${disk[0]} holds the tokens and the database of recall itself: it is never pushed`);
  leftOut.secrets.push(path.normalize("NFC"));
}

/** What a folder holds and adds to the rules; one that cannot be read, or whose rules cannot, is reported and skipped. */
async function enter(folder: Folder, state: State): Promise<At | undefined> {
  const { disk, path } = folder;
  try {
    const open = await openFolder(folder, state.own);
    if (open === undefined) return leaveOutOwn(folder, state);
    state.folders.push(...disk);
    return { ...open, next: 0 };
  } catch (error) {
    const isOfDisk = error instanceof AppError || (error instanceof Error && "syscall" in error);
    if (path === "" || !isOfDisk) throw error;
    const message = `the folder cannot be read: ${messageOf(error)}`;
    state.failed.push({ path: path.normalize("NFC"), code: UNREADABLE, message });
    return undefined;
  }
}

async function leaveOut(entry: Entry, at: At, by: LeftOutBy, { leftOut }: State): Promise<void> {
  const folder = at.path.normalize("NFC");
  if (entry.kind === "folder") await leftOut.folder(by, folder + entry.key, join(entry.parent, entry.name));
  else leftOut.file(by, folder);
}

/** Notes what an entry is; a folder to go into is answered. */
async function visit(entry: Entry, at: At, found: FoundFile[], state: State): Promise<Folder | undefined> {
  const path = (at.path + entry.key).normalize("NFC");
  const by = reasonOf(entry, at, state.system);
  if (by === "secret") state.leftOut.secrets.push(path);
  else if (by !== undefined) await leaveOut(entry, at, by, state);
  else if (await isForeignName(entry))
    state.failed.push({ path, code: "invalid_input", message: FOREIGN_NAME });
  else if (entry.kind === "folder")
    return { disk: [join(entry.parent, entry.name)], path: `${at.path}${entry.name}/`, rules: at.rules };
  else found.push(foundFile(path, join(entry.parent, entry.name), at.rules, state));
  return undefined;
}

const foundFile = (path: string, file: string, rules: IgnoreRules, { keepsAll }: State): FoundFile =>
  keepsAll || keepsSecrets(path, rules) ? { path, file, keepsSecrets: true } : { path, file };

/** Folders after this one whose names Unicode calls the same are walked with it; so files stay in order. */
function withTwins(folder: Folder, key: string, at: At): Folder {
  const disk = [...folder.disk];
  for (let other = at.entries[at.next]; other?.key === key; other = at.entries[++at.next])
    disk.push(join(other.parent, other.name));
  return { ...folder, disk };
}

/** Files after the first whose names Unicode calls the same: one of them is pushed. */
function skipTwins(key: string, at: At, { leftOut }: State): void {
  for (let other = at.entries[at.next]; other?.key === key; other = at.entries[++at.next])
    leftOut.file({ reason: "twin" }, at.path.normalize("NFC"));
}

async function* filesBelow(root: At, state: State): AsyncGenerator<readonly FoundFile[]> {
  const way = [root];
  let found: FoundFile[] = [];
  let entries = 0;
  for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
    const entry = at.entries[at.next++];
    if (entry === undefined) {
      way.pop();
      continue;
    }
    const files = found.length;
    const folder = await visit(entry, at, found, state);
    if (found.length > files) skipTwins(entry.key, at, state);
    const inner = folder && (await enter(withTwins(folder, entry.key, at), state));
    if (inner !== undefined) way.push(inner);
    if (found.length >= CHUNK_FILES || ++entries >= CHUNK_ENTRIES) {
      yield found;
      [found, entries] = [[], 0];
    }
  }
  if (found.length > 0) yield found;
}

export interface WalkOptions {
  readonly includeHidden?: boolean;
  readonly own?: ReadonlySet<string>;
  readonly secrets?: SecretsMode | undefined;
  /** How much of folders that are left out is counted. @default "some" */
  readonly counts?: "none" | "some" | "all" | undefined;
}

const NO_FOLDERS: ReadonlySet<string> = new Set();
const BUDGETS = { none: 0, some: COUNTED_ENTRIES, all: Number.POSITIVE_INFINITY };

/**
 * Begins to walk a folder, named by its real path. Symbolic links are not followed: what they name inside the root comes
 * under its own path, what they name outside is not the root's, and a walk without them ends. Other file systems are
 * entered, those of the kernel are not. Throws AppError when the root cannot be read, is of the kernel or holds our own tokens.
 */
export async function startWalk(
  root: string,
  { includeHidden = false, own = NO_FOLDERS, secrets: mode = "redact", counts = "some" }: WalkOptions = {},
): Promise<Walking> {
  const leftOut = new LeftOutCounter(BUDGETS[counts]);
  const system = await systemFolders();
  if (isInSystem(root, system)) throw invalid(`${root} is the system's own, and holds no texts`);
  const state: State = { own, system, keepsAll: mode === "keep", failed: [], folders: [], leftOut };
  const at = await enter({ disk: [root], path: "", rules: await rulesAbove(root, includeHidden) }, state);
  if (at === undefined) throw invalid(`${root} cannot be read`);
  const { failed, folders } = state;
  return {
    secretRules: secretRulesId(mode, at.rules.secretsKept?.patterns ?? []),
    ...{ folders, failed, leftOut },
    files: () => filesBelow(at, state),
  };
}

/** A finished walk. */
export interface Walk extends Pick<Walking, "folders" | "failed" | "secretRules">, LeftOut {
  readonly files: readonly FoundFile[];
}

/** All files of a folder at once: for folders whose files are known to be few enough. Throws what `startWalk` throws. */
export async function walk(root: string, options: WalkOptions = {}): Promise<Walk> {
  const walking = await startWalk(root, options);
  const files: FoundFile[] = [];
  for await (const some of walking.files()) files.push(...some);
  const { folders, failed, secretRules, leftOut } = walking;
  return { files, folders, failed, secretRules, ...leftOut.result() };
}
