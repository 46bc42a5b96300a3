import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { spawnCli } from "../spawn-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { servedForAll } from "./served.ts";
import { hasTmux, openTerminal } from "./tmux.ts";

const SAID = [
  "We decided to deploy on Thursdays.",
  "We decided on Redis for queues.",
  "We decided on Postfix for mail.",
  "We decided to keep the logs for thirty days.",
  "We decided to indent Go files with tabs.",
];
const [FIRST = "", SECOND = "", THIRD = "", FOURTH = "", FIFTH = ""] = SAID;
const EDITED = "We decided on Redis for queues and caches.";

describe.runIf(hasTmux)("what waits for a person's word, in a terminal", () => {
  const access = servedForAll();

  /** A session that said all of it has ended here. */
  async function sessionEnded(name: string) {
    const lines = SAID.map((content) => JSON.stringify({ type: "user", message: { role: "user", content } }));
    const cwd = temporaryFolder({ "t.jsonl": lines.join("\n") });
    const env = { RECALL_URL: access().url, RECALL_TOKEN: access().token };
    const hook = {
      hook_event_name: "SessionEnd",
      session_id: name,
      cwd,
      transcript_path: join(cwd, "t.jsonl"),
    };
    const input = JSON.stringify(hook);
    await spawnCli(["hook", "session-end", "--foreground", "--no-model"], { cwd, env, input });
    const recall = async (...args: readonly string[]) =>
      JSON.parse((await spawnCli([...args, "--json"], { cwd, env })).stdout);
    return {
      terminal: openTerminal({ cwd, name, env }),
      waiting: async () =>
        (await recall("memories", "review")).waiting.map(({ text }: { text: string }) => text),
      onServer: async () =>
        (await recall("memories", "list")).memories.map(({ text }: { text: string }) => text).toSorted(),
    };
  }

  it("is kept, edited, dropped and left by one key each, and only what was kept is on the server", async () => {
    const { terminal, waiting, onServer } = await sessionEnded("review");
    expect([await waiting(), await onServer()]).toEqual([SAID, []]);
    terminal.start("recall memories review");
    const asked = await terminal.until("1 of 5");
    expect(asked).toContain(FIRST);
    expect(asked).toContain("decision");
    expect(asked).toMatch(/\(claude-code, session review, line 1, said by the person\)/);
    terminal.keep("the first question");
    terminal.press("k");
    expect(await terminal.until("2 of 5")).toContain(SECOND);
    // Nothing is sent while a person still decides.
    expect(await onServer()).toEqual([]);
    terminal.press("e");
    await terminal.until("What is to be remembered?");
    terminal.press("BSpace");
    terminal.type(" and caches.");
    await terminal.until(EDITED);
    terminal.press("Enter");
    expect(await terminal.until("3 of 5")).toContain(THIRD);
    terminal.press("d");
    expect(await terminal.until("4 of 5")).toContain(FOURTH);
    terminal.press("q");
    const said = await terminal.ended(0);
    terminal.keep("kept, edited, dropped, left");
    expect(said).toContain("Kept 2, dropped 1.");
    expect(await onServer()).toEqual([EDITED, FIRST].toSorted());
    expect(await waiting()).toEqual([FOURTH, FIFTH]);

    terminal.start("recall memories review");
    expect(await terminal.until("1 of 2")).toContain(FOURTH);
    terminal.press("a");
    expect(await terminal.ended(0)).toContain("Kept 2, dropped 0.");
    expect(await onServer()).toEqual([EDITED, FIRST, FOURTH, FIFTH].toSorted());
    terminal.start("recall memories review");
    expect(await terminal.ended(1)).toContain("Nothing waits for your word.");
  });

  it("goes on waiting where the person escapes from an edit, or ends it by Ctrl-C", async () => {
    const { terminal, waiting, onServer } = await sessionEnded("escaped");
    const before = await onServer();
    terminal.start("recall memories review");
    await terminal.until("1 of 5");
    terminal.press("e");
    await terminal.until("What is to be remembered?");
    terminal.press("Escape");
    await terminal.until("2 of 5");
    terminal.press("C-c");
    expect(await terminal.ended(0)).toContain("Kept 0, dropped 0.");
    expect([await waiting(), await onServer()]).toEqual([SAID, before]);
  });
});
