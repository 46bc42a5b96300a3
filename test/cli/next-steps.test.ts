import { join } from "node:path";
import { expect, it } from "vitest";
import type { CommandContext } from "../../src/cli/command.ts";
import { nextSteps } from "../../src/cli/next-steps.ts";
import { keepPushed } from "../../src/cli/pushed/kept-folders.ts";
import { bookmarkKey } from "../../src/cli/settings/bookmarks.ts";
import { columnsOf } from "../../src/cli/terminal/columns.ts";
import { capturedTerminal, runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const CONFIG = { url: "https://recall.example", token: "a-token" };

function contextIn(folder: string, env: Readonly<Record<string, string>> = {}): CommandContext {
  return {
    terminal: capturedTerminal({ COLUMNS: "80" }).terminal,
    env: { XDG_CONFIG_HOME: folder, APPDATA: folder, ...env },
    cwd: folder,
    flags: {},
    reach: () => fetch,
    interrupted: () => new AbortController().signal,
  };
}

const kept = (config: object) => temporaryFolder({ "edge-recall/config.json": JSON.stringify(config) });

it("says what to do first where nothing is configured, or what is wrong with what is", async () => {
  const fresh = await nextSteps(contextIn(temporaryFolder()));
  expect(fresh).toContain("No server is known here yet.");
  expect(fresh).toContain("recall serve ~/notes");
  expect(fresh).not.toContain("recall search");
  const named = await nextSteps(contextIn(kept({ places: { work: CONFIG, home: CONFIG } })));
  expect(named).toContain("Name a place with --at or RECALL_AT: work, home.");
  expect(await nextSteps(contextIn(kept({})))).toMatch(/needs "url" and "token"/);
});

it("goes on with a push where there is a server, and with searches once a folder was pushed there", async () => {
  const folder = kept({ ...CONFIG, places: { work: { url: "https://work.example", token: "w" } } });
  const context = contextIn(folder);
  const begun = await nextSteps(context);
  expect(begun).toContain("Server: https://recall.example. No folder of this machine was pushed there yet.");
  expect(begun).toContain("recall push ~/notes");
  const pushed = { join: false, mirror: false, includeHidden: false, seenAtMs: 0, files: new Map() };
  const key = bookmarkKey(CONFIG.url, CONFIG.token);
  await keepPushed(context.env, key, { ...pushed, root: "notes", folder: join(folder, "my notes\u001b[2J") });
  const going = await nextSteps(context);
  expect(going).toContain("Pushed there from this machine: notes.");
  expect(going).toContain(`recall watch '${join(folder, "my notes␛[2J")}'`);
  expect(going).toMatch(/recall ask .*\n? +an answer with sources; needs a text model/);
  expect(going).not.toContain("recall push");
  const elsewhere = await nextSteps(contextIn(folder, { RECALL_AT: "work" }));
  expect(elsewhere).toContain("Server: https://work.example (work). No folder");
  const lines = [begun, going, elsewhere].flatMap((text) => text.split("\n"));
  expect(lines.filter((line) => columnsOf(line.replace(/\S{24,}/g, "")) > 80)).toEqual([]);
});

it("explains commands below commands, and names the nearest to a typing mistake", async () => {
  const cwd = temporaryFolder();
  const create = await runCli(["help", "token", "create"], { cwd });
  expect(create).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: recall token create/) });
  const wrong = await runCli(["help", "token", "creat"], { cwd });
  expect(wrong).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("Did you mean create?"),
  });
  const list = await runCli(["memories", "lst", "--json"], { cwd });
  expect(list.code).toBe(2);
  expect(JSON.parse(list.stdout).error).toEqual({
    code: "usage",
    message: "unknown command 'lst'\n(Did you mean list?)",
  });
});

it("names five roots that were pushed there, each once, and counts the others", async () => {
  const folder = kept(CONFIG);
  const context = contextIn(folder);
  const pushed = { join: false, mirror: false, includeHidden: false, seenAtMs: 0, files: new Map() };
  const keep = (root: string, name: string) =>
    keepPushed(context.env, bookmarkKey(CONFIG.url, CONFIG.token), {
      ...pushed,
      root,
      folder: join(folder, name),
    });
  for (const root of ["a", "b", "c", "d", "e"]) await keep(root, root);
  await keep("a", "other");
  expect(await nextSteps(context)).toContain("Pushed there from this machine: a, b, c, d, e.");
  await keep("f", "f");
  expect((await nextSteps(context)).replace(/\s+/g, " ")).toContain("machine: a, b, c, d, e and 1 more.");
});

it("sets what a command brings beside it, and below it where the line is too long", async () => {
  const begun = (await nextSteps(contextIn(kept(CONFIG)))).split("\n");
  expect(begun).toContain(
    `  ${'recall search "how to rotate keys"'.padEnd(40)}  passages, by keyword and by meaning`,
  );
  const narrow = { ...contextIn(kept(CONFIG)), terminal: capturedTerminal({ COLUMNS: "40" }).terminal };
  const lines = (await nextSteps(narrow)).split("\n");
  const at = lines.indexOf('  recall search "how to rotate keys"');
  expect(lines[at + 1]).toBe("      passages, by keyword and by meaning");
});

it.each([
  [29, `  recall watch /${"f".repeat(28)}  push every change from now on`],
  [30, `  recall watch /${"f".repeat(29)}`],
])(
  "gives a command over 42 columns a line of its own, however wide: a folder of %d signs",
  async (size, line) => {
    const context = contextIn(kept(CONFIG));
    const pushed = { join: false, mirror: false, includeHidden: false, seenAtMs: 0, files: new Map() };
    const folder = `/${"f".repeat(size - 1)}`;
    await keepPushed(context.env, bookmarkKey(CONFIG.url, CONFIG.token), { ...pushed, root: "n", folder });
    const wide = { ...context, terminal: capturedTerminal({ COLUMNS: "200" }).terminal };
    const lines = (await nextSteps(wide)).split("\n");
    const at = lines.indexOf(line);
    expect(at).toBeGreaterThan(0);
    if (size > 29) expect(lines[at + 1]).toBe("      push every change from now on");
    const width = size > 29 ? 'recall ask "when are keys rotated?"'.length : 42;
    expect(lines).toContain(`  ${"recall status".padEnd(width)}  what is there, what is pending`);
  },
);

it("says what is wrong with settings in a sentence of its own, without what a terminal would obey", async () => {
  const context = contextIn(kept({ ...CONFIG, sync: "always" }));
  const text = (await nextSteps(context)).replace(/\s+/g, " ");
  expect(text).toContain('"sync" may be "onSearch" or "off", or left out. recall serve ~/notes');
  const wide = { ...context, env: { ...context.env, RECALL_HOME: "/none\u001b" } };
  expect(await nextSteps(wide)).toContain("RECALL_HOME is /none␛");
});
