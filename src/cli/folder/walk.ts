import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type IgnoreRules, judgeEntry, keepsSecrets } from "../../client/push/ignore-rules.ts";
import { isDeploymentFile, isOwnFolder } from "../../client/push/own-entries.ts";
import { isBinaryName } from "../../text/skip-rules.ts";
import type { Refused } from "../../documents/contract.ts";
import { AppError } from "../../errors.ts";
import { invalid, isErrno } from "../failures.ts";
import { formatOf } from "../formats/formats.ts";
import { rulesAbove, withRulesOf } from "./ignore-files.ts";
import { isWithin } from "./own-folders.ts";
import { type SecretsMode, secretRulesId } from "./secrets-mode.ts";

/** A file that may be pushed. */
export interface FoundFile {
  /** Relative to the root, `/` between parts, NFC: the document's path. */
  readonly path: string;
  readonly file: string;
  /** The secrets in it are pushed with it. */
  readonly keepsSecrets?: true;
}

export interface Walk {
  /** By path, in UTF-8 byte order. */
  readonly files: readonly FoundFile[];
  readonly folders: readonly string[];
  readonly failed: readonly Refused[];
  /** Paths left out because they are, or their name says, secret. */
  readonly secrets: readonly string[];
  /** Left out by a rule, by kind of name, or because they are links. */
  readonly skipped: { readonly ignored: number; readonly binary: number; readonly links: number };
  /** Names what decides which secrets are taken out; another one when that changes. */
  readonly secretRules: string;
}

export type LeftOut = Pick<Walk, "secrets" | "skipped">;

/** Code of a file or folder that could not be read; what is indexed of it is then kept. */
export const UNREADABLE = "unreadable";

const FOREIGN_NAME = "its name is not UTF-8: rename it";

interface Collected {
  /** Real paths of folders that hold our own tokens. */
  readonly own: ReadonlySet<string>;
  readonly files: FoundFile[];
  readonly failed: Refused[];
  readonly secrets: string[];
  ignored: number;
  binary: number;
  links: number;
}

interface Folder {
  readonly folder: string;
  /** "" for the root, else ending in a slash; as the disk spells it. */
  readonly path: string;
  readonly rules: IgnoreRules;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Entered {
  readonly entries: readonly Dirent[];
  readonly rules: IgnoreRules;
}

/** No rule releases a folder that holds tokens; one that is itself to be pushed is an error. */
function leaveOutOwn(folder: string, path: string, collected: Collected): undefined {
  if (path === "")
    throw invalid(`${folder} holds the tokens and the database of recall itself: it is never pushed`);
  collected.secrets.push(path.normalize("NFC"));
}

/** What a folder holds and adds to the rules; one that cannot be read, or whose rules cannot, is reported and skipped. */
async function enter({ folder, path, rules }: Folder, collected: Collected): Promise<Entered | undefined> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    if (isWithin(folder, collected.own) || isOwnFolder(entries)) return leaveOutOwn(folder, path, collected);
    return { entries, rules: await withRulesOf(folder, path, rules) };
  } catch (error) {
    const isOfDisk = error instanceof AppError || (error instanceof Error && "syscall" in error);
    if (path === "" || !isOfDisk) throw error;
    const message = `the folder cannot be read: ${messageOf(error)}`;
    collected.failed.push({ path: path.normalize("NFC"), code: UNREADABLE, message });
    return undefined;
  }
}

/** Some file systems do not say what an entry is. */
async function kindOf(entry: Dirent, file: string): Promise<"file" | "folder" | "link" | "other"> {
  const known = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink();
  const stats = known ? entry : await lstat(file).catch(() => entry);
  if (stats.isSymbolicLink()) return "link";
  if (stats.isDirectory()) return "folder";
  return stats.isFile() ? "file" : "other";
}

/** What Node puts in the place of bytes that are no UTF-8. */
const REPLACEMENT = "\ufffd";

/** Such a name leads to nothing: the disk knows it by other bytes. */
const isForeignName = async (name: string, file: string): Promise<boolean> =>
  name.includes(REPLACEMENT) &&
  (await lstat(file).then(
    () => false,
    (error: unknown) => isErrno(error, "ENOENT"),
  ));

const foundFile = (path: string, file: string, rules: IgnoreRules): FoundFile => ({
  path,
  file,
  ...(keepsSecrets(path, rules) && { keepsSecrets: true }),
});

/** Notes what an entry is; a folder to go into is answered. */
async function visit(entry: Dirent, at: Folder & Entered, collected: Collected): Promise<Folder | undefined> {
  const path = at.path + entry.name;
  const file = join(at.folder, entry.name);
  const kind = await kindOf(entry, file);
  const named = kind === "folder" ? `${path}/` : path;
  const verdict = isDeploymentFile(entry.name, at.entries) ? "secret" : judgeEntry(named, at.rules);
  if (verdict === "secret") collected.secrets.push(named.normalize("NFC"));
  else if (verdict === "ignored") collected.ignored++;
  else if (kind === "link") collected.links++;
  else if (kind !== "other" && (await isForeignName(entry.name, file)))
    collected.failed.push({ path: named.normalize("NFC"), code: "invalid_input", message: FOREIGN_NAME });
  else if (kind === "folder") return { folder: file, path: named, rules: at.rules };
  else if (kind === "file" && isBinaryName(entry.name) && formatOf(entry.name) === undefined)
    collected.binary++;
  else if (kind === "file") collected.files.push(foundFile(path.normalize("NFC"), file, at.rules));
  return undefined;
}

/** As the server orders paths: UTF-16 units would put the first emoji before the last letters. */
const byBytes = (one: { path: string }, other: { path: string }): number =>
  Buffer.compare(Buffer.from(one.path), Buffer.from(other.path));

/** Two names that Unicode calls one: the first stays, the others are reported. */
function apart(files: readonly FoundFile[]): { kept: readonly FoundFile[]; doubles: readonly Refused[] } {
  const kept: FoundFile[] = [];
  const doubles: Refused[] = [];
  for (const found of [...files].sort((a, b) => byBytes(a, b) || (a.file < b.file ? -1 : 1))) {
    if (kept.at(-1)?.path !== found.path) kept.push(found);
    else
      doubles.push({
        path: found.path,
        code: "conflict",
        message: "two files have this name in different Unicode forms; the other one is pushed",
      });
  }
  return { kept, doubles };
}

export interface WalkOptions {
  readonly includeHidden?: boolean;
  readonly own?: ReadonlySet<string>;
  readonly secrets?: SecretsMode | undefined;
}

const NO_FOLDERS: ReadonlySet<string> = new Set();

/**
 * The files of a folder, named by its real path, that are to be pushed. Symbolic links are not followed: what they name inside the root comes
 * under its own path, what they name outside is not the root's, and a walk without them ends.
 * Throws AppError when the root cannot be read or holds our own tokens.
 */
export async function walk(
  root: string,
  { includeHidden = false, own = NO_FOLDERS, secrets: mode = "redact" }: WalkOptions = {},
): Promise<Walk> {
  const collected: Collected = { own, files: [], failed: [], secrets: [], ignored: 0, binary: 0, links: 0 };
  const waiting: Folder[] = [{ folder: root, path: "", rules: await rulesAbove(root, includeHidden) }];
  const folders: string[] = [];
  let secretsKept: readonly string[] = [];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entered = await enter(at, collected);
    if (entered !== undefined) folders.push(at.folder);
    if (at.path === "") secretsKept = entered?.rules.secretsKept?.patterns ?? [];
    for (const entry of entered?.entries ?? []) {
      const folder = entered && (await visit(entry, { ...at, ...entered }, collected));
      if (folder !== undefined) waiting.push(folder);
    }
  }
  const { kept, doubles } = apart(collected.files);
  const { secrets, ignored, binary, links } = collected;
  return {
    files: mode === "keep" ? kept.map((file) => ({ ...file, keepsSecrets: true })) : kept,
    folders,
    failed: [...collected.failed, ...doubles],
    secrets: [...secrets].sort(),
    skipped: { ignored, binary, links },
    secretRules: secretRulesId(mode, secretsKept),
  };
}
