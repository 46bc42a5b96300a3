import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  editorArguments,
  open,
  programOf,
} from "../../../../../src/cli/commands/search/interactive/open-hit.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const place = { file: "a.md", line: 12 };

it.each<readonly [string, readonly string[]]>([
  ...`vi vim nvim gvim mvim view vis nano pico emacs emacsclient hx helix kak micro joe mg ne jed ed less more most`
    .split(" ")
    .map((name) => [name, ["+12", "a.md"]] as const),
  ...`code code-insiders codium vscodium cursor windsurf positron`
    .split(" ")
    .map((name) => [name, ["-g", "a.md:12"]] as const),
  ...`subl sublime_text zed zeditor atom lapce`.split(" ").map((name) => [name, ["a.md:12"]] as const),
  ...`idea pycharm webstorm goland clion rubymine phpstorm rider kate`
    .split(" ")
    .map((name) => [name, ["--line", "12", "a.md"]] as const),
  ["gedit", ["a.md"]],
  ["vimdiff", ["a.md"]],
])("opens a file at its line in %s", (name, args) => {
  expect(editorArguments(name, place)).toEqual(args);
});

it.each([
  ["a program of Windows", "code.exe", "code"],
  ["a batch file", "CODE.BAT", "code"],
  ["a command file", "code.Cmd --wait", "code"],
  ["an ending that is none of a program", "code.sh", "code.sh"],
  ["an ending within the name", "code.exe.old", "code.exe.old"],
  ["a dot that is another character", "codeXexe", "codexexe"],
  ["blanks before it", "  vim", "vim"],
  ["a quoted path after blanks", ' "/my tools/vim" -n', "vim"],
  ["an empty pair of quotes", "'' vim", ""],
  ["a folder of Windows", "C:\\tools\\vim", "vim"],
  ["a folder that looks like an editor", "/opt/vim/", ""],
])("finds the program's name in %s", (_, command, name) => {
  expect(programOf(command)).toBe(name);
});

const run = (command: string, args: readonly string[] = []) =>
  open({ run: { command, args, input: "", env: { PATH: process.env.PATH } }, note: "a note" });

it.skipIf(process.platform === "win32").each([
  ["that cannot be run", 126, true],
  ["that is not there", 127, true],
  ["that ends with a failure of its own", 1, false],
  ["that is ended by the shell's usual signal code", 130, false],
])("tells of a program %s (%i) whether it was started", async (_, code, isTold) => {
  expect(await run(`exit ${code}; :`)).toBe(isTold ? `Could not start exit ${code}; :` : "a note");
});

it.skipIf(process.platform === "win32")("tells of a file that is no program", async () => {
  const file = join(temporaryFolder(), "own-editor");
  writeFileSync(file, "");
  chmodSync(file, 0o600);
  expect(await run(`${file} 2> /dev/null`)).toBe(`Could not start ${file} 2> /dev/null`);
});

it.skipIf(process.platform === "win32")(
  "takes a pager that stops reading for one that was left",
  async () => {
    const input = "line\n".repeat(200_000);
    const env = { PATH: process.env.PATH };
    expect(await open({ run: { command: "true", args: [], input, env }, note: undefined })).toBeUndefined();
  },
);

it.skipIf(process.platform === "win32")("leaves no listener of Ctrl-C behind", async () => {
  const before = process.listenerCount("SIGINT");
  await run("true");
  expect(process.listenerCount("SIGINT")).toBe(before);
});
