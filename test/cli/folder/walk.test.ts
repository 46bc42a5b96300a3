import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { walk } from "../../../src/cli/folder/walk.ts";
import { asOrdinaryUser } from "../ordinary-user.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const pathsOf = async (folder: string, options = {}): Promise<readonly string[]> =>
  (await walk(folder, options)).files.map(({ path }) => path);

it("lists files by path in UTF-8 byte order, with slashes", async () => {
  const names = ["b.md", "a/z.md", "a.md", "Z.md", "a/b/c.txt", "🦀.md", "ﬀ.md"];
  const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, ""])));
  const inOrder = ["Z.md", "a.md", "a/b/c.txt", "a/z.md", "b.md", "ﬀ.md", "🦀.md"];
  expect(await pathsOf(folder)).toEqual(inOrder);
});

it("leaves out version control, build output, lock files, minified files and hidden names", async () => {
  const folder = temporaryFolder({
    ".git/config": "",
    "node_modules/x/index.js": "",
    "inner/dist/out.js": "",
    "target/debug.txt": "",
    "__pycache__/a.txt": "",
    "package-lock.json": "",
    "app.min.js": "",
    ".hidden/note.md": "",
    ".recall/config.json": "",
    "src/distance.ts": "",
    "src/build.ts": "",
  });
  expect(await pathsOf(folder)).toEqual(["src/build.ts", "src/distance.ts"]);
});

it("takes hidden files when asked, but never .git or .recall", async () => {
  const folder = temporaryFolder({ ".github/ci.yml": "", ".recall/config.json": "", ".git/config": "" });
  expect(await pathsOf(folder, { includeHidden: true })).toEqual([".github/ci.yml"]);
});

it("never takes version control or a home in any case, whatever .recallignore releases", async () => {
  const folder = temporaryFolder({
    ".recallignore": "!.git/\n!.GIT/\n!.Recall/\n!.hg/\n!.svn/\n!.jj/\n",
    ...{
      ".GIT/config": "",
      ".Recall/config.json": "",
      ".hg/a.md": "",
      ".svn/a.md": "",
      ".jj/a.md": "",
      "a.md": "",
    },
  });
  expect(await pathsOf(folder)).toEqual(["a.md"]);
});

it("names likely secrets and does not push them", async () => {
  const folder = temporaryFolder({
    ".env": "",
    ".env.local": "",
    "server.pem": "",
    "private.KEY": "",
    "id_rsa.pub": "",
    "store.p12": "",
    "aws/credentials": "",
    "notes.md": "",
  });
  const { files, secrets } = await walk(folder, { includeHidden: true });
  expect(files.map(({ path }) => path)).toEqual(["notes.md"]);
  const named = [
    ".env",
    ".env.local",
    "aws/credentials",
    "id_rsa.pub",
    "private.KEY",
    "server.pem",
    "store.p12",
  ];
  expect(secrets).toEqual(named);
});

it("obeys nested .gitignore files, the nearer one first", async () => {
  const folder = temporaryFolder({
    ".gitignore": "*.log\n/only-top.md\nprivate/\n",
    "a.log": "",
    "only-top.md": "",
    "private/x.md": "",
    "sub/.gitignore": "!keep.log\nlocal.md\n",
    "sub/keep.log": "",
    "sub/other.log": "",
    "sub/local.md": "",
    "sub/only-top.md": "",
    "local.md": "",
  });
  expect(await pathsOf(folder)).toEqual(["local.md", "sub/keep.log", "sub/only-top.md"]);
});

it("lets the nearest of several .gitignore files above the folder decide", async () => {
  const folder = temporaryFolder({
    ".git/config": "",
    ".gitignore": "*.log\n!draft.md\n",
    "sub/.gitignore": "!keep.log\ndraft.md\n",
    "sub/docs/keep.log": "",
    "sub/docs/other.log": "",
    "sub/docs/draft.md": "",
    "sub/docs/note.md": "",
  });
  expect(await pathsOf(join(folder, "sub", "docs"))).toEqual(["keep.log", "note.md"]);
});

it("lets .recallignore decide over .gitignore and over the defaults", async () => {
  const folder = temporaryFolder({
    ".gitignore": "drafts/\n",
    ".recallignore": "!drafts/\n!.github/\nsecret-plans.md\n",
    "drafts/idea.md": "",
    ".github/ci.yml": "",
    "secret-plans.md": "",
  });
  expect(await pathsOf(folder)).toEqual([".github/ci.yml", "drafts/idea.md"]);
});

it("does not let a .gitignore release a secret or build output", async () => {
  const folder = temporaryFolder({
    ".gitignore": "!test.key\n!dist/\n",
    "test.key": "",
    "dist/a.md": "",
    "b.md": "",
  });
  expect(await pathsOf(folder)).toEqual(["b.md"]);
});

it("obeys the .gitignore above a pushed folder, up to the top of its repository and no further", async () => {
  const outer = temporaryFolder({
    ".gitignore": "*.md\n",
    "repo/.git/HEAD": "",
    "repo/.gitignore": "*.log\n/docs/old/\n",
    "repo/docs/a.md": "",
    "repo/docs/a.log": "",
    "repo/docs/old/b.md": "",
  });
  expect(await pathsOf(join(outer, "repo/docs"))).toEqual(["a.md"]);
});

it("is not led astray by a folder called .gitignore", async () => {
  expect(await pathsOf(temporaryFolder({ ".gitignore/x.md": "", "a.md": "" }))).toEqual(["a.md"]);
});

it("follows no symbolic link: not out of the root, not in a circle", async () => {
  const outside = temporaryFolder({ "secret.md": "outside" });
  const folder = temporaryFolder({ "real/a.md": "" });
  symlinkSync(outside, join(folder, "out"));
  symlinkSync(join(outside, "secret.md"), join(folder, "out.md"));
  symlinkSync(folder, join(folder, "real/loop"));
  const { files, rows } = await walk(folder);
  expect(files.map(({ path }) => path)).toEqual(["real/a.md"]);
  expect(rows).toMatchObject([{ reason: "link", files: 3 }]);
});

// A Mac's disk itself calls them one.
it.skipIf(process.platform === "darwin")(
  "pushes one of two files whose names Unicode calls one, and tells of the other",
  async () => {
    const folder = temporaryFolder({ "caf\u00e9.md": "one", "cafe\u0301.md": "two" });
    const { files, failed, rows } = await walk(folder);
    expect(files).toEqual([{ path: "caf\u00e9.md", file: join(folder, "caf\u00e9.md") }]);
    expect(failed).toEqual([]);
    expect(rows).toMatchObject([{ reason: "twin", files: 1 }]);
  },
);

it("names documents in NFC though the disk has another form", async () => {
  const [found] = (await walk(temporaryFolder({ "cafe\u0301/n.md": "x" }))).files;
  expect(found?.path).toBe("caf\u00e9/n.md");
  expect(found?.file).toContain("cafe\u0301");
});

it.each([
  ["it cannot read", 0o000],
  ["whose rules it cannot read", 0o400],
])("tells of a folder %s and goes on", async (_, mode) => {
  const folder = temporaryFolder({ "a.md": "", "closed/b.md": "" });
  chmodSync(join(folder, "closed"), mode);
  const { files, failed } = await asOrdinaryUser(folder, () => walk(folder));
  chmodSync(join(folder, "closed"), 0o700);
  expect(files.map(({ path }) => path)).toEqual(["a.md"]);
  expect(failed).toMatchObject([{ path: "closed/", code: "unreadable" }]);
});

it("counts what its name says is binary without opening it", async () => {
  const { files, rows } = await walk(temporaryFolder({ "a.PNG": "text inside", "b.zip": "", png: "" }));
  expect(files.map(({ path }) => path)).toEqual(["png"]);
  expect(rows).toMatchObject([
    { reason: "binary", ending: "png", files: 1 },
    { reason: "binary", ending: "zip", files: 1 },
  ]);
});

// Only Linux has names that are not UTF-8: other disks refuse them.
it.runIf(process.platform === "linux")(
  "says of a file and a folder whose names are not UTF-8 that they are, and takes a name that only looks so",
  async () => {
    const folder = temporaryFolder({ "honest\ufffd.md": "", "a.md": "" });
    const foreign = (name: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, "latin1")]);
    writeFileSync(foreign("caf\u00e9.md"), "text");
    mkdirSync(foreign("d\u00e9j\u00e0"));
    writeFileSync(foreign("d\u00e9j\u00e0/vu.md"), "text");
    const { files, failed } = await walk(folder);
    expect(files.map(({ path }) => path)).toEqual(["a.md", "honest\ufffd.md"]);
    const refused = { code: "invalid_input", message: expect.stringContaining("not UTF-8") };
    expect([...failed].sort((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: "caf\ufffd.md", ...refused },
      { path: "d\ufffdj\ufffd/", ...refused },
    ]);
  },
);
