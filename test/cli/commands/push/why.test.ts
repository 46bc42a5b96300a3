import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const FOLDER = {
  "n/.gitignore": "*.log\nout/\n",
  "n/sub/.recallignore": "draft.md\n",
  ...{ "n/a.md": "one", "n/x.log": "", "n/out/deep/y.md": "", "n/sub/draft.md": "", "n/sub/keep.md": "" },
  ...{
    "n/p.png": "",
    "n/.env": "KEY=1",
    "n/.hidden/h.md": "",
    "n/node_modules/m/i.js": "",
    "n/.git/config": "",
  },
  "n/bin.txt": Uint8Array.of(0, 1, 2),
  "n/latin.txt": Buffer.from("caf\u00e9", "latin1"),
  "n/b\\s.md": "",
  "n/cyrillic.txt": Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2),
  "n/home/config.json": "{}",
  "n/home/signing-secret": "s",
};

function asking() {
  const cwd = temporaryFolder(FOLDER);
  symlinkSync(join(cwd, "n/a.md"), join(cwd, "n/link.md"));
  return {
    cwd,
    why: (path: string, ...flags: readonly string[]) =>
      runCli(["push", "n", "--why", path, ...flags], { cwd }),
  };
}

it.each([
  ["n/a.md", "a.md is sent"],
  ["a.md", "a.md is sent"],
  ["n/sub", "sub/ is a folder whose files are sent, but for those that rules leave out"],
  ["n/latin.txt", "latin.txt is sent, as UTF-8, it is in windows-1252"],
])("says of %s that it is sent, and asks no server", async (path, line) => {
  expect(await asking().why(path)).toMatchObject({ code: 0, stdout: `${line}\n`, stderr: "" });
});

it.each([
  ["n/x.log", "x.log is not sent by the rule *.log of .gitignore"],
  ["n/out/deep/y.md", "out/deep/y.md is not sent: out/ is left out by the rule out/ of .gitignore"],
  ["n/sub/draft.md", "sub/draft.md is not sent by the rule draft.md of sub/.recallignore"],
  [
    "n/node_modules/m/i.js",
    "node_modules/m/i.js is not sent: node_modules/ is left out by the rule node_modules/ of every push",
  ],
  ["n/.hidden/h.md", ".hidden/h.md is not sent: .hidden/ is left out: hidden (--include-hidden sends them)"],
  ["n/.git/config", ".git/config is not sent: .git/ is left out: version control"],
  ["n/p.png", "p.png is not sent: no text"],
  ["n/bin.txt", "bin.txt is not sent: no text"],
  ["n/link.md", "link.md is not sent: symbolic links are not followed"],
  ["n/.env", ".env is not sent: it is, or its name says, secret"],
  ["n/home/config.json", "home/config.json is not sent: home/ is left out: it is, or its name says, secret"],
  ["n/b\\s.md", "b\\s.md is not sent: a path is separated by /"],
  ["n/cyrillic.txt", "cyrillic.txt is not sent: the text is not UTF-8: convert it first"],
  ["n/nowhere/x.md", "nowhere/x.md is not sent: there is no nowhere"],
  ["n/a.md/x.md", "a.md/x.md is not sent: there is no a.md/x.md"],
])("says of %s why it is not sent", async (path, line) => {
  expect(await asking().why(path)).toMatchObject({ code: 1, stdout: `${line}\n` });
});

it("says by JSON which rule of which file decides", async () => {
  const { why } = asking();
  expect(JSON.parse((await why("n/out/deep/y.md", "--json")).stdout)).toEqual({
    ...{ path: "out/deep/y.md", at: "out/", sent: false, reason: "rule", rule: "out/", from: ".gitignore" },
    why: "out/deep/y.md is not sent: out/ is left out by the rule out/ of .gitignore",
  });
  expect(JSON.parse((await why("n/a.md", "--json")).stdout)).toMatchObject({ path: "a.md", sent: true });
  const hidden = await why("n/.hidden/h.md", "--json", "--include-hidden");
  expect(JSON.parse(hidden.stdout)).toMatchObject({ sent: true });
});

it("refuses a path that is not below the folder", async () => {
  const { why, cwd } = asking();
  for (const path of ["/etc/hosts", "../x", cwd])
    expect(await why(path), path).toMatchObject({ code: 2, stderr: expect.stringContaining("is not below") });
});
