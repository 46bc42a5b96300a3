import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  lineOf,
  open,
  openingOf,
  programOf,
} from "../../../../../src/cli/commands/search/interactive/open-hit.ts";
import { hashOf } from "../../../../../src/cli/folder/read-text.ts";
import { keepPushed } from "../../../../../src/cli/pushed/kept-folders.ts";
import { bookmarkKey } from "../../../../../src/cli/settings/bookmarks.ts";
import { hit } from "../../../../support/found.ts";
import { fakeServer } from "../../../fake-server.ts";
import { capturedTerminal } from "../../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../../temporary-folder.ts";

const snippet = { text: "a\nb\nkeys", startLine: 5, endLine: 7, highlights: [[4, 8]] as [number, number][] };
const ONE = hit({ path: "a.md", documentHash: hashOf(Buffer.from("one")), snippet });

/** How the hit is opened where its file was pushed from a folder, with these programs named. */
async function opening(
  programs: Readonly<Record<string, string>>,
  { isPushed = true, text = "one", indexed = "\ufeffthe\u001b text" } = {},
) {
  const server = await fakeServer();
  server.answers.set("GET /v1/documents/a.md?root=notes", { text: indexed });
  const cwd = temporaryFolder({ "n/a.md": "one" });
  const env = { XDG_CONFIG_HOME: cwd, APPDATA: cwd, ...programs };
  const settings = { url: server.url, token: "er_token", config: undefined };
  const folder = join(cwd, "n");
  const seen = { size: 3, mtimeMs: 0, ctimeMs: 0, hash: hashOf(Buffer.from("one")) };
  const pushed = {
    join: false,
    mirror: false,
    includeHidden: false,
    seenAtMs: 0,
    files: new Map([["a.md", seen]]),
  };
  if (isPushed)
    await keepPushed(env, bookmarkKey(server.url, "er_token"), { ...pushed, folder, root: "notes" });
  writeInto(folder, "a.md", text);
  const context = {
    ...capturedTerminal(env),
    env,
    cwd,
    flags: {},
    reach: () => fetch,
    interrupted: () => new AbortController().signal,
  };
  const { run, note } = await openingOf(ONE, context, settings);
  return {
    command: run.command,
    args: run.args.map((arg) => arg.replace(folder, "n")),
    input: run.input,
    note,
  };
}

it("opens the file here in the editor, VISUAL before EDITOR, at the first match", async () => {
  const edited = { args: ["+7", "n/a.md"], input: undefined, note: undefined };
  expect(await opening({ VISUAL: "vim -n", EDITOR: "nano", PAGER: "less" })).toEqual({
    command: "vim -n",
    ...edited,
  });
  expect(await opening({ VISUAL: " ", EDITOR: " nano " })).toEqual({ command: "nano", ...edited });
  expect((await opening({ EDITOR: "vim" }, { text: "two" })).note).toBe(
    "Changed here since indexed: lines may have moved",
  );
});

it("shows the indexed text in the pager where no editor is named, or the file is not here", async () => {
  const text = "the␛ text\n";
  expect(await opening({})).toEqual({
    command: "less",
    args: ["+7"],
    input: text,
    note: "Set EDITOR to edit it",
  });
  expect(await opening({ EDITOR: "vim", PAGER: "more" }, { isPushed: false })).toEqual({
    ...{ command: "more", args: ["+7"], input: text },
    note: "Not on this machine: shown as indexed",
  });
  expect((await opening({}, { indexed: "one\n\n" })).input).toBe("one\n\n");
  expect(await opening({ PAGER: "own-pager" })).toMatchObject({ command: "own-pager", args: [] });
});

it.skipIf(process.platform === "win32")(
  "runs a program with its words, its arguments as they are and its input",
  async () => {
    const file = join(temporaryFolder(), "out");
    const env = { PATH: process.env.PATH, OUT: file };
    const run = { command: `printf '%s|' one`, args: ["$(two) three"], env };
    const written = { ...run, command: `sh -c 'printf "%s|" "$@" > "$OUT"; cat >> "$OUT"' own` };
    expect(await open({ run: { ...written, input: "text" }, note: "a note" })).toBe("a note");
    expect(readFileSync(file, "utf8")).toBe("$(two) three|text");
    const missing = { ...run, command: "no-such-program 2> /dev/null" };
    expect(await open({ run: missing, note: "a note" })).toBe("Could not start no-such-program 2> /dev/null");
  },
);

it("knows a program by its name in quotes too, and a line by the first of several matches", () => {
  expect([programOf(`"C:\\My Programs\\Code.EXE" -n`), programOf("'vi m'"), programOf("a.sh")]).toEqual([
    ...["code", "vi m", "a.sh"],
  ]);
  const at = (highlights: [number, number][]) => lineOf(hit({ snippet: { ...snippet, highlights } }));
  expect([
    at([[0, 1]]),
    at([
      [2, 3],
      [0, 1],
    ]),
    at([[1, 2]]),
  ]).toEqual([5, 6, 5]);
});
