import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keyOf } from "../../../../../src/cli/commands/search/interactive/keys.ts";
import {
  editorArguments,
  lineOf,
  localFileOf,
  programOf,
} from "../../../../../src/cli/commands/search/interactive/open-hit.ts";
import { hashOf } from "../../../../../src/cli/folder/read-text.ts";
import type { PushedFolder } from "../../../../../src/cli/pushed/kept-folders.ts";
import { hit } from "../../../../support/found.ts";
import { temporaryFolder, writeInto } from "../../../temporary-folder.ts";

describe("an editor", () => {
  const place = { file: "/n/a b.md", line: 7 };

  it.each([
    ["vim", ["+7", "/n/a b.md"]],
    ["/usr/bin/nvim -u NONE", ["+7", "/n/a b.md"]],
    ["nano", ["+7", "/n/a b.md"]],
    ["emacsclient -t", ["+7", "/n/a b.md"]],
    ["hx", ["+7", "/n/a b.md"]],
    ["code --wait", ["-g", "/n/a b.md:7"]],
    ["cursor", ["-g", "/n/a b.md:7"]],
    ["subl -w", ["/n/a b.md:7"]],
    ["zed", ["/n/a b.md:7"]],
    ["idea", ["--line", "7", "/n/a b.md"]],
    ["'/opt/my editor/vim' -n", ["+7", "/n/a b.md"]],
    ["C:\\Programs\\Code.cmd", ["-g", "/n/a b.md:7"]],
    ["own-editor", ["/n/a b.md"]],
  ])("%s is told a line in its own way", (command, args) => {
    expect(editorArguments(command, place)).toEqual(args);
  });

  it("is known by its program's name", () => {
    expect([programOf(""), programOf("  "), programOf("VIM.EXE")]).toEqual(["", "", "vim"]);
  });
});

it("opens at the first line with a match", () => {
  expect(lineOf(hit())).toBe(4);
  const text = "one\ntwo\nthree";
  const snippet = (highlights: [number, number][]) => ({ text, startLine: 10, endLine: 12, highlights });
  expect(lineOf(hit({ snippet: snippet([[8, 13]]) }))).toBe(12);
  expect(lineOf(hit({ snippet: snippet([]) }))).toBe(10);
  expect(lineOf({ startLine: 3 })).toBe(3);
});

describe("the file of a hit", () => {
  const pushed = (folder: string, paths: readonly string[]): PushedFolder => ({
    folder,
    root: "notes",
    join: false,
    mirror: false,
    includeHidden: false,
    seenAtMs: 0,
    files: new Map(
      paths.map((path) => [path, { size: 1, mtimeMs: 1, ctimeMs: 1, hash: hashOf(Buffer.from("one")) }]),
    ),
  });
  const one = hit({ path: "a.md", documentHash: hashOf(Buffer.from("one")) });

  it("is the one whose text was indexed, of several folders that share a root", async () => {
    const [first, second] = [temporaryFolder({ "a.md": "other" }), temporaryFolder({ "a.md": "one" })];
    const folders = [pushed(first, ["a.md"]), pushed(second, ["a.md"])];
    expect(await localFileOf(one, folders, {})).toEqual({ file: join(second, "a.md"), isChanged: false });
    writeInto(second, "a.md", "two");
    expect(await localFileOf(one, folders, {})).toEqual({ file: join(first, "a.md"), isChanged: true });
  });

  it("is none that was never pushed from here, wherever an answer points", async () => {
    const folder = temporaryFolder({ "n/a.md": "one", "secret.txt": "s" });
    const folders = [pushed(join(folder, "n"), ["a.md"])];
    expect(statSync(join(folder, "n", "../secret.txt")).isFile()).toBe(true);
    expect(await localFileOf({ ...one, path: "../secret.txt" }, folders, {})).toBeUndefined();
    expect(await localFileOf({ ...one, root: "memories" }, folders, {})).toBeUndefined();
    expect(await localFileOf({ ...one, path: "gone.md" }, [pushed(folder, ["gone.md"])], {})).toBeUndefined();
  });
});

it.each([
  ["é", {}, { kind: "text", text: "é" }],
  ["y", { name: "y" }, { kind: "text", text: "y" }],
  ["\u0019", { name: "y", ctrl: true }, { kind: "copy" }],
  ["\u0003", { name: "c", ctrl: true }, { kind: "interrupt" }],
  ["\u000e", { name: "n", ctrl: true }, { kind: "move", move: "down" }],
  ["\r", { name: "return" }, { kind: "open" }],
  ["\u001b[Z", { name: "tab", shift: true }, { kind: "profile", by: -1 }],
  [undefined, { name: "escape", meta: true }, { kind: "leave" }],
  [undefined, { name: "f5" }, undefined],
  ["\u0000", { name: "`", ctrl: true }, undefined],
])("%j with %j means %j", (typed, key, meaning) => {
  expect(keyOf(typed, key)).toEqual(meaning);
});
