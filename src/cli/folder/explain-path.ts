import { join } from "node:path";
import { keepsSecrets } from "../../client/push/ignore-rules.ts";
import { DEFAULTS } from "../../config.ts";
import { pathProblem } from "../../contract/common.ts";
import { invalid } from "../failures.ts";
import type { Convert } from "../formats/converting.ts";
import { type OpenFolder, openFolder, reasonOf } from "./entry-reason.ts";
import type { Entry } from "./folder-entries.ts";
import { rulesAbove } from "./ignore-files.ts";
import type { LeftOutBy } from "./left-out.ts";
import { readTextFile } from "./read-text.ts";
import { isInSystem, systemFolders } from "./system-folders.ts";

/** Whether a path of a folder is pushed, and what decides. */
export type PathVerdict =
  | { readonly kind: "sent"; readonly path: string; readonly encoding?: string; readonly secrets: number }
  /** A folder that is gone into: its files are judged one by one. */
  | { readonly kind: "entered"; readonly path: string }
  /** `at` is the path itself, or the folder around it that is left out. */
  | { readonly kind: "left_out"; readonly path: string; readonly at: string; readonly by: LeftOutBy }
  | { readonly kind: "secret"; readonly path: string; readonly at: string }
  | { readonly kind: "refused"; readonly path: string; readonly code: string; readonly message: string }
  | { readonly kind: "missing"; readonly path: string; readonly at: string };

interface ExplainOptions {
  readonly includeHidden: boolean;
  readonly own: ReadonlySet<string>;
  readonly convert?: Convert | undefined;
}

/** The entry that is called so: by its spelling on the disk, or as its path spells it. */
const entryNamed = ({ entries }: OpenFolder, name: string): Entry | undefined =>
  entries.find((entry) => entry.name === name) ??
  entries.find(({ key }) => key.replace(/\/$/, "") === name.normalize("NFC"));

/** Of files whose names Unicode calls one, the first is pushed. */
const isTwin = ({ entries }: OpenFolder, entry: Entry): boolean =>
  entry.kind === "file" && entries.find(({ key }) => key === entry.key) !== entry;

async function judgeFile(
  path: string,
  entry: Entry,
  at: OpenFolder,
  { convert }: ExplainOptions,
): Promise<PathVerdict> {
  const problem = pathProblem(path);
  if (problem !== undefined) return { kind: "refused", path, code: "invalid_input", message: problem };
  const keeps = keepsSecrets(path, at.rules) ? { keepsSecrets: true as const } : {};
  const found = { path, file: join(entry.parent, entry.name), ...keeps };
  const read = await readTextFile(found, DEFAULTS.maxFileBytes, undefined, convert);
  if (read.kind === "binary") return { kind: "left_out", path, at: path, by: { reason: "binary" } };
  if (read.kind === "refused") return { kind: "refused", ...read.refused };
  const { encoding, secrets = [] } = read;
  return { kind: "sent", path, ...(encoding && { encoding }), secrets: secrets.length };
}

/** Why an entry itself is not pushed; undefined: it is, or gone into. */
function judgeEntry(
  path: string,
  at: OpenFolder,
  entry: Entry,
  given: { readonly path: string; readonly system: ReadonlySet<string> },
): PathVerdict | undefined {
  const by =
    reasonOf(entry, at, given.system) ?? (isTwin(at, entry) ? ({ reason: "twin" } as const) : undefined);
  if (by === "secret") return { kind: "secret", path: given.path, at: path };
  return by === undefined ? undefined : { kind: "left_out", path: given.path, at: path, by };
}

/**
 * Whether a push of a root, named by its real path, sends a path below it, relative and with `/` between its parts; reads that one
 * file as a push does. Throws AppError for a root that is never pushed, and what reading a folder on the way throws.
 */
export async function explainPath(root: string, path: string, options: ExplainOptions): Promise<PathVerdict> {
  const system = await systemFolders();
  if (isInSystem(root, system)) throw invalid(`${root} is the system's own, and holds no texts`);
  const rules = await rulesAbove(root, options.includeHidden);
  let at = await openFolder({ disk: [root], path: "", rules }, options.own);
  if (at === undefined)
    throw invalid(`${root} holds the tokens and the database of recall itself: it is never pushed`);
  const parts = path.split("/").filter((part) => part !== "");
  for (const [depth, part] of parts.entries()) {
    const entry = entryNamed(at, part);
    if (entry === undefined) return { kind: "missing", path, at: at.path + part };
    const here = (at.path + entry.key).normalize("NFC");
    const verdict = judgeEntry(here, at, entry, { path, system });
    if (verdict !== undefined) return verdict;
    const isLast = depth === parts.length - 1;
    if (entry.kind === "file")
      return isLast
        ? judgeFile(here, entry, at, options)
        : { kind: "missing", path, at: `${here}/${parts[depth + 1]}` };
    const disk = at.entries.filter(({ key }) => key === entry.key).map((one) => join(one.parent, one.name));
    at = await openFolder({ disk, path: `${at.path}${entry.name}/`, rules: at.rules }, options.own);
    if (at === undefined) return { kind: "secret", path, at: here };
  }
  return { kind: "entered", path };
}
