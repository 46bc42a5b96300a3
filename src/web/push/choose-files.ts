import { type IgnoreRules, judgeEntry, NO_IGNORE_FILES } from "../../client/push/ignore-rules.ts";
import { type Dropped, type DroppedFile, withoutCommonFolder } from "./dropped-files.ts";
import { withRulesOf } from "./leave-out.ts";
import { type DroppedThing, thingsOf } from "./things-of.ts";

/** Files of an input element, with their folder where one was chosen. */
export const chosenFiles = (list: FileList): Dropped =>
  withoutCommonFolder(
    [...list].map((file) => ({ path: (file.webkitRelativePath || file.name).normalize("NFC"), file })),
  );

const pathOf = ({ fullPath }: FileSystemEntry): string => fullPath.replace(/^\//, "").normalize("NFC");

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = async (entry: FileSystemFileEntry): Promise<DroppedFile> => ({
  path: pathOf(entry),
  file: await new Promise<File>((done, fail) => entry.file(done, fail)),
});

/** All entries of a folder: the browser gives a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((done, fail) =>
      reader.readEntries((entries) => done(entries), fail),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Skips folders that every push leaves out, such as dependencies with thousands of files, unless a rule releases them. */
async function filesUnder(
  entries: readonly FileSystemEntry[],
  outer: IgnoreRules,
): Promise<readonly DroppedFile[]> {
  const files: DroppedFile[] = [];
  for (const entry of entries.filter(isFile)) files.push(await fileOf(entry));
  const rules = await withRulesOf(files, outer);
  for (const folder of entries.filter(isFolder)) {
    const path = `${pathOf(folder)}/`;
    // What the ignore files leave out is judged later: a folder with tokens is known by all that it holds.
    if ([NO_IGNORE_FILES, rules].some((some) => judgeEntry(path, some) === "push"))
      files.push(...(await filesUnder(await entriesOf(folder), rules)));
  }
  return files;
}

/** Dropped files, with those inside dropped folders. */
export async function filesOf(things: readonly DroppedThing[]): Promise<Dropped> {
  const loose = things.flatMap((thing) =>
    thing instanceof File ? [{ path: thing.name.normalize("NFC"), file: thing }] : [],
  );
  const entries = things.flatMap((thing) => (thing instanceof File ? [] : [thing]));
  return withoutCommonFolder([...loose, ...(await filesUnder(entries, NO_IGNORE_FILES))]);
}

/** The same of a drop, before its event ends. */
export const droppedFiles = (transfer: DataTransfer): Promise<Dropped> => filesOf(thingsOf(transfer));
