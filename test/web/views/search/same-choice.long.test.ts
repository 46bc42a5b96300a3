import fc from "fast-check";
import { expect, it } from "vitest";
import { walk } from "../../../../src/cli/folder/walk.ts";
import { droppedFiles } from "../../../../src/web/push/choose-files.ts";
import { withoutCommonFolder } from "../../../../src/web/push/dropped-files.ts";
import { selectFiles } from "../../../../src/web/push/use-push.ts";
import { temporaryFolder } from "../../../cli/temporary-folder.ts";

type Files = Readonly<Record<string, string>>;

const ROOT = "notes";

const pathsOf = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path);

const byCommandLine = async (files: Files) => pathsOf((await walk(temporaryFolder(files))).files);

const fileOf = (path: string, text: string) => new File([text], path.slice(path.lastIndexOf("/") + 1));

/** As the browser's folder dialog gives them. */
const chosen = (files: Files) =>
  withoutCommonFolder(
    Object.entries(files).map(([path, text]) => ({ path: `${ROOT}/${path}`, file: fileOf(path, text) })),
  );

/** A folder or file as a browser hands it over when it is dropped. */
function entryOf(path: string, files: Files): FileSystemEntry {
  const text = files[path.slice(1)];
  const isFile = text !== undefined;
  const inside = new Set(
    Object.keys(files).flatMap((file) => {
      const name = `/${file}`.startsWith(`${path}/`) ? file.slice(path.length).split("/")[0] : undefined;
      return name === undefined ? [] : [`${path}/${name}`];
    }),
  );
  const pages = [[...inside].map((one) => entryOf(one, files)), []];
  const entry = {
    ...{ isFile, isDirectory: !isFile, fullPath: path, name: path.slice(path.lastIndexOf("/") + 1) },
    file: (done: (file: File) => void) => done(fileOf(path, text ?? "")),
    createReader: () => ({
      readEntries: (done: (entries: readonly FileSystemEntry[]) => void) => done(pages.shift() ?? []),
    }),
  };
  return entry as unknown as FileSystemEntry;
}

function dropped(files: Files) {
  const inRoot = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text]));
  const item = { webkitGetAsEntry: () => entryOf(`/${ROOT}`, inRoot), getAsFile: () => null };
  return droppedFiles({ items: [item] } as unknown as DataTransfer);
}

/** What the page would push of a folder, chosen in the dialog and dropped. */
const byPage = async (files: Files) =>
  Promise.all(
    [chosen(files), await dropped(files)].map(async (one) => pathsOf((await selectFiles(one)).files)),
  );

it("is the command line's: .recallignore of the root decides over a .gitignore further in", async () => {
  const files = {
    ".recallignore": "*.md\n!dist/\n",
    "drafts/.gitignore": "!keep.md\n",
    "drafts/keep.md": "",
    "drafts/a.txt": "",
    "dist/out.txt": "",
  };
  expect(await byCommandLine(files)).toEqual(["dist/out.txt", "drafts/a.txt"]);
  expect(await byPage(files)).toEqual([
    ["dist/out.txt", "drafts/a.txt"],
    ["dist/out.txt", "drafts/a.txt"],
  ]);
});

const FOLDERS = ["", "a/", "a/b/", "dist/", "a/dist/", ".hid/", "A/"];
const NAMES = ["x.md", "X.md", "y.txt", ".env", "dist", "b.png", "yarn.lock"];
const PATTERNS = [
  ...["*.md", "!x.md", "x.md", "a/", "!a/", "dist/", "!dist/", "/b/", "!/b/", "a/b/*", "!a/b/x.md"],
  ...["**/y.txt", "!.*", "!.env", ".env", "!**", "*", "!*/", "A/", "!X.md", "a", "!dist", "b/x.md"],
];

const tree = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES)), {
      minLength: 3,
      maxLength: 14,
      selector: ([folder, name]) => folder + name,
    }),
    fc.uniqueArray(
      fc.tuple(
        fc.constantFrom(...FOLDERS),
        fc.constantFrom(".gitignore", ".recallignore"),
        fc.array(fc.constantFrom(...PATTERNS), { minLength: 1, maxLength: 4 }),
      ),
      { maxLength: 5, selector: ([folder, name]) => folder + name },
    ),
  )
  .map(([files, rules]): Files => {
    const named = files.map(([folder, name]) => [folder + name, "text\n"]);
    const ruled = rules.map(([folder, name, lines]) => [folder + name, `${lines.join("\n")}\n`]);
    const all = [...named, ...ruled];
    // A name is a file's or a folder's.
    return Object.fromEntries(
      all.filter(([path]) => !all.some(([other = ""]) => other.startsWith(`${path}/`))),
    );
  })
  .filter((files) => Object.keys(files).length > 0);

it.skipIf(process.platform !== "linux")("is the command line's for any folder and any rules", async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (files) => {
      const expected = await byCommandLine(files);
      expect(await byPage(files)).toEqual([expected, expected]);
    }),
    { numRuns: 100 },
  );
});
