import { chmodSync, cpSync, readFileSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";
import { servedForAll } from "./served.ts";
import { slowProxy } from "./slow-proxy.ts";
import { hasTmux, openTerminal, type PseudoTerminal } from "./tmux.ts";

it("has a tmux to play a terminal with; without one the tests of the terminal are left out, but never in CI", () => {
  if (!hasTmux) console.warn("LEFT OUT: the tests of the terminal, for want of tmux");
  expect(hasTmux || process.env.CI === undefined).toBe(true);
});

const MANY = 1_000;
const FIRST_UPLOADS = 2;

/** An editor that notes what it was asked to open. */
const EDITOR =
  '#!/bin/sh\nprintf \'%s\\n\' "$@" > "$HOME/opened"\nprintf "the editor has the terminal\\n"\nread -r line\n';

function folderWithNotes(): string {
  const cwd = temporaryFolder({ vim: EDITOR });
  cpSync("test/fixtures/notes", join(cwd, "notes"), { recursive: true });
  chmodSync(join(cwd, "vim"), 0o755);
  return cwd;
}

/** An address of this machine where nothing listens. */
async function nobodyThere(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return `http://127.0.0.1:${port}`;
}

/** Whether the shell's terminal is as shells have it: lines are edited and echoed, on the first screen. */
async function isRestored(terminal: PseudoTerminal): Promise<void> {
  terminal.start("stty -a | tr ' ;' '\\n\\n' | grep -xE -e '-?(icanon|echo|isig)'");
  const shown = await terminal.ended(0);
  expect(
    shown
      .split("\n")
      .filter((line) => /^-?\w+$/.test(line))
      .sort(),
  ).toEqual(["echo", "icanon", "isig"]);
}

describe.runIf(hasTmux)("in a terminal of 80 columns", () => {
  const access = servedForAll();
  const open = (name: string, cwd: string, more: Readonly<Record<string, string>> = {}) =>
    openTerminal({ cwd, name, env: { RECALL_URL: access().url, RECALL_TOKEN: access().token, ...more } });

  it("init asks for server and token, and an empty index says what to do", async () => {
    const cwd = folderWithNotes();
    const terminal = openTerminal({ cwd, name: "init" });
    terminal.start("recall init");
    await terminal.until("Where is the server?");
    terminal.keep("recall init");
    terminal.press("Enter");
    await terminal.until("Its URL");
    terminal.type(access().url);
    terminal.press("Enter");
    await terminal.until("A token for it");
    terminal.type(access().token);
    terminal.press("Enter");
    const kept = await terminal.ended(0);
    terminal.keep("answered");
    expect(kept).toContain("Workspace default: 0 documents, admin token.");
    expect(kept.replace(/\s+/g, " ")).toContain("Next: recall push <folder>");
    expect(kept).not.toContain(access().token);
    expect(statSync(join(cwd, ".user-config/edge-recall/config.json")).mode & 0o777).toBe(0o600);
    terminal.start('recall search "when are the keys rotated"');
    expect(await terminal.ended(1)).toContain("Nothing is indexed yet: recall push <folder> sends one.");
    terminal.keep("an empty index");
    terminal.start("recall search");
    await terminal.until("Nothing is indexed yet: recall push <folder> sends one.");
    terminal.keep("an empty index, searched in the terminal");
    terminal.press("Escape");
    await terminal.ended(0);
  });

  it("push and search say what happened, within 80 columns", async () => {
    const terminal = open("push-and-search", folderWithNotes());
    terminal.start("recall push notes");
    expect(await terminal.ended(0)).toContain("notes: 3 files, 3 sent");
    terminal.keep("recall push notes");
    terminal.start("recall push notes");
    expect(await terminal.ended(0)).toContain("notes: 3 files, 0 sent (0 bytes), 3 unchanged");
    terminal.start('recall search "when are the keys rotated?" -n 1');
    expect(await terminal.ended(0)).toContain("Keys are rotated on the first Monday");
    terminal.keep("recall search");
    terminal.start("recall search | cat");
    const refused = await terminal.ended(0);
    expect(refused).toContain("missing required argument 'query'");
  });

  it("search without a query shows hits as one types, opens and copies them, and gives the terminal back", async () => {
    const cwd = folderWithNotes();
    const terminal = open("interactive", cwd, { EDITOR: join(cwd, "vim"), PAGER: "less" });
    terminal.start("recall push notes --root runbooks");
    await terminal.ended(0);
    terminal.start("recall search --root runbooks");
    await terminal.until(/Type to search \d+ documents of default/);
    terminal.keep("recall search, before a key");
    terminal.type("when are the keys");
    await terminal.until(/▸ (?:runbooks:)?runbook\.md#L1-L9 .*\n {2}\S+#L10-L13/);
    terminal.keep("typed");
    terminal.press("Down");
    await terminal.until(/▸ \S*runbook\.md#L10-L13/);
    terminal.press("C-y");
    await terminal.until(/Copied \S*runbook\.md#L10-L13/);
    terminal.press("Up", "Enter");
    await terminal.until("the editor has the terminal");
    expect(readFileSync(join(cwd, "opened"), "utf8")).toBe(`+3\n${cwd}/notes/runbook.md\n`);
    terminal.press("Enter");
    await terminal.until(/▸ \S*runbook\.md#L1-L9/);
    terminal.press("Tab");
    await terminal.until(/openclaw {2}1\/\d/);
    terminal.resize(30, 8);
    await terminal.until(/^▸ \S+#L1-L9/m);
    terminal.keep("in 30 columns and 8 rows");
    terminal.resize(80, 24);
    terminal.press("C-u");
    await terminal.until("Type to search");
    terminal.type("xyzzy plugh");
    await terminal.until("Nothing found");
    terminal.press("Escape");
    expect(await terminal.ended(0)).not.toContain("xyzzy");
    await isRestored(terminal);
  });

  it("shows what is not on this machine in the pager, harmless", async () => {
    const cwd = folderWithNotes();
    const terminal = open("pager", cwd, { PAGER: "cat; read -r line </dev/tty; :" });
    terminal.start("recall remember 'The night watch rotates on Sundays' --type decision && recall search");
    await terminal.until("Type to search");
    terminal.type("night watch");
    await terminal.until(/▸ .* decision/);
    terminal.press("Enter");
    await terminal.until(/^The night watch rotates on Sundays$/m);
    terminal.press("Enter");
    await terminal.until("Not on this machine: shown as indexed");
    terminal.press("C-c");
    await terminal.ended(130);
    await isRestored(terminal);
  });

  it("gives the terminal back when it is ended from outside", async () => {
    const terminal = open("ended", folderWithNotes());
    for (const [signal, code] of [
      ["SIGTERM", 143],
      ["SIGINT", 130],
      ["SIGHUP", 129],
    ] as const) {
      terminal.start("recall search");
      await terminal.until(/> +edge/);
      terminal.signal(signal);
      await terminal.ended(code);
      await isRestored(terminal);
    }
  });

  it("says where a server cannot be reached, in one sentence", async () => {
    const away = await nobodyThere();
    const said = `Could not reach ${away} (ECONNREFUSED)`;
    const terminal = open("unreachable", folderWithNotes(), { RECALL_URL: away });
    terminal.start("recall search keys");
    expect(await terminal.ended(3)).toContain(`recall: ${said}`);
    terminal.keep("recall search keys");
    terminal.start("recall push notes");
    await terminal.until("recall: retrying: Could not reach");
    expect((await terminal.ended(3)).replace(/\s+/g, " ").split(said)).toHaveLength(3);
    terminal.keep("recall push notes");
    terminal.start("recall search");
    await terminal.until(/> +edge/);
    terminal.type("keys");
    await terminal.until(said);
    terminal.keep("recall search, typed");
    terminal.press("Escape");
    await terminal.ended(0);
  });

  it("says that a token is wrong, and what to do", async () => {
    const terminal = open("wrong-token", folderWithNotes(), {
      RECALL_TOKEN: `${access().token.slice(0, -4)}AAAA`,
    });
    for (const line of ["recall status", "recall search keys", "recall push notes"]) {
      terminal.start(line);
      // A server proves itself by the token that it signed: of another token it cannot.
      expect(await terminal.ended(3)).toMatch(/did\s+not\s+prove\s+that\s+it\s+is\s+your\s+server/);
      terminal.keep(line);
    }
    terminal.start("recall search");
    await terminal.until(/> +edge/);
    terminal.type("keys");
    expect((await terminal.until(/token/i)).split("\n")).toHaveLength(24);
    terminal.press("C-c");
    await terminal.ended(130);
  });

  it("asks before it deletes the log, and deletes nothing for another word", async () => {
    const terminal = open("log-clear", folderWithNotes());
    for (const [word, code] of [
      ["no", 2],
      ["log", 0],
    ] as const) {
      terminal.start("recall log --clear");
      await terminal.until("Type log to go on");
      terminal.type(word);
      terminal.press("Enter");
      const shown = await terminal.ended(code);
      expect(shown).toContain(code === 0 ? "from the log; votes stay" : "not no: nothing was deleted");
      terminal.keep(`recall log --clear, ${word}`);
    }
  });

  it("loses nothing when Ctrl-C stops a push in the middle, and the next one sends the rest", async () => {
    const cwd = temporaryFolder();
    for (let at = 0; at < MANY; at++) writeInto(cwd, `many/${at}.md`, `# Note ${at}\n\nText number ${at}.\n`);
    const proxy = await slowProxy(access().url, FIRST_UPLOADS, access().secret);
    const terminal = open("stopped-push", cwd, { RECALL_URL: proxy.url });
    terminal.start("recall push many");
    await terminal.until(/sending █+░+ [1-9]\d*\/1,?000/);
    terminal.keep("recall push many");
    terminal.press("C-c");
    const stopped = await terminal.ended(130);
    terminal.keep("Ctrl-C");
    expect(stopped).toContain("What was sent is kept; run the same again for the rest.");
    await expect.poll(proxy.waiting).toBe(0);
    proxy.release();
    terminal.start("recall push many");
    const resumed = await terminal.ended(0);
    terminal.keep("the same again");
    const [, sent, unchanged] = /1,000 files, (\d+) sent \(.*\), (\d+) unchanged/.exec(resumed) ?? [];
    expect(Number(sent)).toBeGreaterThan(0);
    expect(Number(unchanged)).toBeGreaterThan(0);
    expect(Number(sent) + Number(unchanged)).toBe(MANY);
    terminal.start("recall push many");
    expect(await terminal.ended(0)).toContain("0 sent (0 bytes), 1,000 unchanged");
  });
});
