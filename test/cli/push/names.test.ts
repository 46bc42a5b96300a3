import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { spellings } from "../../../src/cli/folder/spelled.ts";
import { pushedFolders } from "../../../src/cli/pushed/kept-folders.ts";
import { bookmarkKey } from "../../../src/cli/settings/bookmarks.ts";
import { fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const NFC = "caf\u00e9.md";
const NFD = "cafe\u0301.md";

async function world(files: Readonly<Record<string, string>>) {
  const server = await fakeServer();
  const cwd = temporaryFolder(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`n/${path}`, text])),
  );
  const options = { cwd, env: { RECALL_URL: server.url, RECALL_TOKEN: "t" } };
  const push = (...flags: readonly string[]) => runCli(["push", "n", ...flags], options);
  return { server, cwd, push, paths: () => [...(server.roots.get("n")?.keys() ?? [])].sort() };
}

// A Mac's disk itself calls them one.
it.skipIf(process.platform === "darwin")(
  "pushes one of two Unicode twins, says so in a line, and nothing the next time",
  async () => {
    const { push, paths, server } = await world({ [NFC]: "one", [NFD]: "two" });
    const first = await push();
    expect(first.code).toBe(0);
    expect(first.stdout).toContain("  1 file: another file has the name in a different Unicode form\n");
    expect(paths()).toEqual([NFC]);
    const requests = server.seen.length;
    expect((await push()).stdout).toContain("0 sent (0 bytes), 1 unchanged");
    expect(server.seen.length).toBe(requests + 1);
  },
);

it.skipIf(process.platform === "darwin")(
  "walks folders whose names Unicode calls one as one folder, in order",
  async () => {
    const { push, paths, server } = await world({
      "cafe\u0301/b.md": "1",
      "caf\u00e9/a.md": "2",
      "caf\u00e9/c.md": "3",
      "cafe\u0301/c.md": "other",
    });
    expect((await push("--mirror")).code).toBe(0);
    expect(paths()).toEqual(["a.md", "b.md", "c.md"].map((name) => `caf\u00e9/${name}`));
    const { body } = server.seen[0] ?? {};
    const { files } = body as { readonly files: readonly (readonly [string])[] };
    expect(files.map(([path]) => path)).toEqual(paths());
  },
);

it("takes a rename of case alone for a new file and one that is gone, which --mirror deletes", async () => {
  const { push, paths, cwd } = await world({ "Notes.md": "one", "Docs/x.md": "two" });
  await push();
  renameSync(join(cwd, "n/Notes.md"), join(cwd, "n/notes.md"));
  renameSync(join(cwd, "n/Docs"), join(cwd, "n/docs"));
  expect((await push()).stdout).toContain("2 documents gone from the folder, still indexed");
  expect((await push("--mirror", "--yes")).code).toBe(0);
  expect(paths()).toEqual(["docs/x.md", "notes.md"]);
});

it("knows a file by the case of its name, and by no Unicode form of it", async () => {
  const folder = temporaryFolder({ "Docs/notes.md": "", [`Docs/${NFD}`]: "" });
  const isSpelled = spellings(folder);
  const paths = [
    "Docs/notes.md",
    "Docs/Notes.md",
    "docs/notes.md",
    `Docs/${NFC}`,
    "Docs/notes.md/x",
    "none/x",
  ];
  expect(await Promise.all(paths.map(isSpelled))).toEqual([true, false, false, true, false, false]);
});

const ignoresCase = (folder: string): boolean => existsSync(join(folder, "A.MD"));

it("notes as gone what was only renamed by case, also where the disk ignores that", async ({ skip }) => {
  const { push, cwd, server } = await world({ "a.md": "one" });
  skip(!ignoresCase(join(cwd, "n")), "this disk tells names apart by case");
  await push();
  renameSync(join(cwd, "n/a.md"), join(cwd, "n/A.md"));
  await push();
  const env = { XDG_CONFIG_HOME: join(cwd, ".user-config"), APPDATA: join(cwd, ".user-config") };
  const [noted] = await pushedFolders(env, bookmarkKey(server.url, "t"));
  expect([[...(noted?.files.keys() ?? [])], [...(noted?.gone?.keys() ?? [])]]).toEqual([["A.md"], ["a.md"]]);
});

it("names what is left out in JSON, and a file that was written since is sent", async () => {
  const { push, cwd } = await world({ "a.md": "one", ".gitignore": "*.log\n", "x.log": "" });
  const { leftOut } = JSON.parse((await push("--json")).stdout);
  expect(leftOut.rows).toContainEqual({
    ...{ reason: "rule", rule: "*.log", from: ".gitignore", files: 1, folders: 0 },
    places: [{ path: "", files: 1 }],
  });
  writeInto(cwd, "n/b.md", "two");
  expect((await push()).stdout).toContain("1 sent (3 bytes), 1 unchanged");
});
