import { cutPages, type Page, planPages } from "../../client/push/plan-pages.ts";
import { DEFAULTS } from "../../config.ts";
import type { Refused } from "../../documents/contract.ts";
import { type HashOptions, hashFiles } from "./read-text.ts";
import { asSent, type FileMark, type HashedFile, markFiles, type SeenFiles, sentUnder } from "./seen-file.ts";
import type { FoundFile, Walking } from "./walk.ts";

/** What a manifest names at once, with what was found out beside it. */
export interface FolderPage extends Page<HashedFile> {
  /** Since the page before: what could not be read. */
  readonly failed: readonly Refused[];
  /** Since the page before: marks by path, also of files that are no text. */
  readonly marks: ReadonlyMap<string, FileMark>;
}

export interface PageOptions extends Omit<HashOptions, "maxFileBytes" | "clean"> {
  /** The folder as it was pushed: what the disk shows as it was is not read again, unless its text is looked at. */
  readonly before?: SeenFiles | undefined;
}

/** What came since a page, to go with the next one. */
class Beside {
  #failed: Refused[] = [];
  #marks = new Map<string, FileMark>();

  add(failed: readonly Refused[], marks: ReadonlyMap<string, FileMark>): void {
    this.#failed.push(...failed);
    for (const [path, mark] of marks) this.#marks.set(path, mark);
  }

  take(): Pick<FolderPage, "failed" | "marks"> {
    const taken = { failed: this.#failed, marks: this.#marks };
    this.#failed = [];
    this.#marks = new Map();
    return taken;
  }
}

/**
 * A folder's files as manifests name them, a page at a time: no more than a page is in memory. `chunks` are the files of
 * the walk in order. What is no text is counted by the walk.
 */
export async function* folderPages(
  walking: Pick<Walking, "secretRules" | "failed" | "leftOut">,
  chunks: AsyncIterable<readonly FoundFile[]> | Iterable<readonly FoundFile[]>,
  options: PageOptions,
): AsyncGenerator<FolderPage> {
  const clean = sentUnder(walking.secretRules, options.before);
  const cutter = cutPages<HashedFile>(DEFAULTS.maxManifestFiles);
  const beside = new Beside();
  let told = 0;
  const fresh = (): readonly Refused[] => {
    const some = walking.failed.slice(told);
    told += some.length;
    return some;
  };
  for await (const found of chunks) {
    const marks = await markFiles(found);
    const known = knownOf(found, marks, walking, options);
    const unknown = found.filter(({ path }) => !known.has(path));
    const hashed = await hashFiles(unknown, { ...options, clean, maxFileBytes: DEFAULTS.maxFileBytes });
    for (const file of hashed.files) known.set(file.path, file);
    for (const path of hashed.binary) walking.leftOut.file({ reason: "binary" }, folderOf(path));
    beside.add([...fresh(), ...hashed.failed], marks);
    const files = found.flatMap(({ path }) => known.get(path) ?? []);
    for (const page of cutter.add(files)) yield { ...page, ...beside.take() };
  }
  beside.add(fresh(), new Map());
  yield { ...cutter.end(), ...beside.take() };
}

/** Files that need not be read: they are as they were sent under the same rules. */
function knownOf(
  found: readonly FoundFile[],
  marks: ReadonlyMap<string, FileMark>,
  { secretRules }: Pick<Walking, "secretRules">,
  { before, onText }: PageOptions,
): Map<string, HashedFile> {
  if (before === undefined || before.secretRules !== secretRules || onText !== undefined) return new Map();
  return new Map(
    found.flatMap((file) => {
      const sent = asSent(file, marks.get(file.path), before);
      return sent === undefined ? [] : [[file.path, sent] as const];
    }),
  );
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** The pages of files that are in memory, in order; what failed is told with the first. */
export const pagesOf = (
  files: readonly HashedFile[],
  failed: readonly Refused[] = [],
): readonly FolderPage[] =>
  planPages(files, DEFAULTS.maxManifestFiles).map((page, at) => ({
    ...page,
    failed: at === 0 ? failed : [],
    marks: new Map(),
  }));
