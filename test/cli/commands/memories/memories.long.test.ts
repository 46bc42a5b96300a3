import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { columnsOf } from "../../../../src/cli/terminal/columns.ts";
import { ForgetByQueryAnswer, RememberAnswer } from "../../../../src/memories/contract/memories.ts";
import { MemoryList, MemoryStatistics } from "../../../../src/memories/contract/memory-lists.ts";
import { serveClient } from "../../../support/serve-client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../../support/worlds/world.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const DAY_MS = 86_400_000;

/** Made here, so that no scanner takes this file for a leak. */
const TOKEN = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0", "k1L2m3N4o5P6q7R8"].join("");

describe("memories on the command line", () => {
  let world: SimulatedWorld;
  let server: Awaited<ReturnType<typeof serveClient>>;
  let env: Record<string, string>;
  const run = (args: readonly string[], input?: string) =>
    runCli(args, { cwd: temporaryFolder(), env, ...(input !== undefined && { input }) });
  const json = async (...args: string[]) => JSON.parse((await run([...args, "--json"])).stdout);

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    server = await serveClient(world.client);
    const token = await world.client.workspace("default", "write");
    env = { RECALL_URL: server.url, RECALL_TOKEN: token, COLUMNS: "80" };
  });
  afterAll(async () => {
    server.close();
    await world.dispose();
  });

  it("keeps a text with all that is said of it, counts it when it comes again, and takes secrets out", async () => {
    const args = [
      "remember",
      "We",
      "deploy on Thursdays",
      "--type",
      "decision",
      "--tag",
      "release",
      "--tag",
      "web",
    ];
    const first = await run([...args, "--session", "s1", "--priority", "1", "--metadata", '{"ticket":42}']);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const [, id = ""] = /^Remembered ([0-9a-f]{8}) \(decision\)\n$/.exec(first.stdout) ?? [];
    expect(id).not.toBe("");
    expect((await run(args)).stdout).toContain(`Known already: ${id} (decision), observed 2 times`);
    const piped = await run(
      ["remember", "--source", "chat"],
      `The bot pushes with ${TOKEN}\nand nothing else\n`,
    );
    expect(piped.stdout).toMatch(
      /^Remembered [0-9a-f]{8} \(fact\)\nRemoved before it was kept: 1 github_token\n$/,
    );
    const shown = await run(["memories", "show", id, "--history"]);
    expect(shown.stdout).toContain("priority 1");
    expect(shown.stdout).toContain("session s1; tags release, web");
    expect(shown.stdout).toContain("We deploy on Thursdays");
    const list = await run(["memories"]);
    expect(list.stdout).toMatch(
      /^[0-9a-f]{8} {2}2026-11-20 {2}fact {6}The bot pushes with \[redacted:github_token\]/m,
    );
    expect(list.stdout).not.toContain(TOKEN);
  });

  it.each([
    [["remember"], "Say what to remember"],
    [["remember", "x y z", "--importance", "2"], "0 to 1"],
    [["remember", "x y z", "--metadata", "[1]"], "JSON object"],
    [["remember", "hi"], "force"],
    [["forget", "some words", "--now"], "id"],
    [["memories", "--sort", "best"], "newest"],
    [["prune"], "--older-than"],
    [["search", "x", "--only-session"], "--session"],
  ])("refuses %j and says what is allowed", async (args, said) => {
    const { code, stdout, stderr } = await run(args, "");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.replace(/\s+/g, " ")).toContain(said);
  });

  it("forgets by id and by words, lists what it might mean, and brings back", async () => {
    const made = RememberAnswer.parse(await json("remember", "The garage opens at seven in the morning"));
    const id = made.memory.id.slice(0, 8);
    const gone = await run(["forget", id]);
    expect(gone.stdout.replaceAll("\n", " ")).toMatch(
      new RegExp(`^Forgot ${id}; until 2026-11-21T.*recall forget --undo ${id} brings it back`),
    );
    expect(await run(["search", "garage opens", "--kind", "memory"])).toMatchObject({ code: 1 });
    expect((await run(["forget", "--undo", id])).stdout).toBe(`Brought back ${id}.\n`);
    expect((await run(["search", "garage opens"])).stdout).toContain("garage");
    const unclear = await run(["forget", "something", "about", "opening", "hours"]);
    expect(unclear.code).toBe(1);
    expect(Math.max(...`${gone.stdout}${unclear.stdout}`.split("\n").map(columnsOf))).toBeLessThanOrEqual(80);
    expect(unclear.stdout).toMatch(/nothing was forgotten|Nothing was forgotten/);
    expect(ForgetByQueryAnswer.parse(await json("forget", "zyzzyva weevils")).forgotten).toBeNull();
    expect((await run(["forget", id, "--now"])).stdout).toBe(`Forgot ${id} for good.\n`);
    expect(await run(["forget", "--undo", id])).toMatchObject({ code: 1, stdout: "" });
  });

  it("lists, counts and goes through time in 80 columns", async () => {
    world.clock.advance(DAY_MS);
    const long = await json("remember", `${"説明".repeat(60)} and more of it`, "--session", "s2");
    const outputs = [
      await run(["memories", "--limit", "2"]),
      await run(["memories", "timeline", long.memory.id]),
      await run(["memories", "recent", "--session", "s2"]),
      await run(["memories", "stats"]),
    ];
    for (const { code, stdout } of outputs) {
      expect(code).toBe(0);
      expect(Math.max(...stdout.split("\n").map(columnsOf))).toBeLessThanOrEqual(80);
    }
    const [list, timeline, recent, stats] = outputs;
    expect(list?.stdout.split("\n")).toHaveLength(3);
    expect(list?.stderr).toContain("--cursor");
    expect(timeline?.stdout.trimEnd().split("\n").at(-1)).toMatch(/^> [0-9a-f]{8} {2}2026-11-21/);
    expect(recent?.stdout).toMatch(/^Of this session:\n[0-9a-f]{8} {2}2026-11-21 {2}fact {2}説明/);
    expect(stats?.stdout).toContain("3 memories");
    expect(MemoryList.parse(await json("memories", "--type", "decision")).memories).toHaveLength(1);
    expect(MemoryStatistics.parse(await json("memories", "stats")).sessions).toBe(2);
    expect(await run(["memories", "--type", "nothing_of_it"])).toMatchObject({
      code: 1,
      stdout: "No memories.\n",
      stderr: expect.stringContaining("There is no type nothing_of_it"),
    });
  });

  it("says what it did and did not, and takes what a search prints for an id", async () => {
    const made = RememberAnswer.parse(
      await json("remember", "The ferry leaves at noon", "--metadata", '{"ticket":7}', "--type", "insight"),
    );
    const id = made.memory.id.slice(0, 8);
    const undone = await run(["forget", "--undo", id]);
    expect(undone).toMatchObject({ code: 1, stdout: `${id} was not forgotten: it is there.\n` });
    const again = await run(["remember", "The ferry leaves at noon", "--type", "decision"]);
    expect(again.stdout).toContain("It keeps its type insight");
    const found = await run(["search", "ferry leaves", "--type", "insight"]);
    const [, cited = ""] =
      /^1\. (.+?\(memory [0-9a-f]{12}\)) {2}\S+ {2}insight, 2026-11-21/.exec(found.stdout) ?? [];
    expect(cited).not.toBe("");
    const shown = await run(["memories", "show", cited]);
    expect(shown.stdout).toContain('metadata {"ticket":7}');
    const [hit] = (await json("search", "ferry leaves")).hits;
    expect((await run(["memories", "show", hit.id.slice(0, 12)])).stdout).toBe(shown.stdout);
    expect((await run(["get", cited])).stdout).toContain("ferry");
    expect((await run(["explain", "ferry leaves", cited])).code).toBe(0);
    const nowhere = await run(["search", "ferry leaves", "--type", "nonsense"]);
    expect(nowhere.stdout).toContain("There is no type nonsense");
    const next = await run(["remember", "The ferry leaves at three", "--supersedes", cited]);
    const [, later = ""] = /^Remembered (\S+) \(fact\)\nReplaces (\S+)\n$/.exec(next.stdout) ?? [];
    expect(next.stdout).toContain(`Replaces ${id}`);
    expect((await run(["forget", later])).stdout.replaceAll("\n", " ")).toContain(
      `What it superseded stays out of searches: recall memories show ${id} --history`,
    );
    await run(["forget", later, "--now"]);
    expect((await run(["forget", "--undo", id])).stdout).toBe(`Brought back ${id}.\n`);
    await run(["forget", id, "--now"]);
  });

  it("forgets what is old, after a look at it", async () => {
    const look = await run(["prune", "--older-than", "2026-11-21", "--dry-run"]);
    expect(look.stdout).toMatch(/^Would forget 2 memories:\n[0-9a-f]{8} {2}2026-11-20/);
    const done = await run(["prune", "--older-than", "2026-11-21"]);
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining("Forgot 2 memories")]);
    expect((await run(["prune", "--older-than", "2026-11-21"])).stdout).toBe("No such memory is that old.\n");
    expect((await run(["memories", "--state", "forgotten"])).stdout.trimEnd().split("\n")).toHaveLength(2);
    const back = await run(["prune", "--older-than", "2026-11-21", "--undo"]);
    expect(back).toMatchObject({ code: 0, stdout: "Brought back 2 memories.\n" });
    expect(await run(["memories", "--state", "forgotten"])).toMatchObject({
      code: 1,
      stdout: "No memories.\n",
    });
    expect((await run(["prune", "--session", "s2"])).stdout).toContain("Forgot 1 memory");
    expect((await run(["prune", "--session", "s2"])).stdout).toContain("session s2 is left");
    expect(await run(["prune", "--older-than", "soon"])).toMatchObject({ code: 2 });
  });
});
