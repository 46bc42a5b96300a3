import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { columnsOf } from "../../../../src/cli/terminal/columns.ts";
import { serveClient } from "../../../support/serve-client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../../support/worlds/world.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const FILES = {
  "heron.md": "# Heron\n\nThe heron nests at the old mill.\n",
  "den.md": "# Den\n\nThe badger den lies below the oak. The badger sleeps.\n",
  "oak.md": "# Oak\n\nUnder the oak a badger was seen once, long ago, by the ranger and his children.\n",
  "zebra.md": "# Stripes\n\nA quagga grazes.\n",
};

describe("the recall log on the command line", () => {
  let world: SimulatedWorld;
  let server: Awaited<ReturnType<typeof serveClient>>;
  let env: Record<string, string>;
  let token: string;
  let cwd: string;
  const run = (...args: string[]) => runCli(args, { cwd, env });
  /** A search of the keyword arm, whose order no vote changes, and votes on its hits by rank. */
  const asked = async (query: string, votes: Readonly<Record<number, "up" | "down">>) => {
    world.clock.advance(1);
    const { body } = await world.client.search(token, query, { profile: "keyword" });
    for (const [rank, value] of Object.entries(votes))
      await world.client.call("POST", "/v1/feedback", {
        token,
        body: { recallId: body.recallId, chunk: rank, value },
      });
    return body;
  };

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    server = await serveClient(world.client);
    token = await world.client.workspace("default");
    env = { RECALL_URL: server.url, RECALL_TOKEN: token, COLUMNS: "80" };
    await world.client.upload(token, FILES);
  });
  beforeEach(() => {
    cwd = temporaryFolder();
  });
  afterAll(async () => {
    server.close();
    await world.dispose();
  });

  it("takes votes on the search that it named, lists them and takes them back", async () => {
    const found = await run("search", "heron mill", "--profile", "keyword");
    const [, id = ""] = /\nRecall ([0-9a-f-]{36})\n$/.exec(found.stdout) ?? [];
    expect(id).not.toBe("");
    const given = await run("feedback", id, "1", "up", "--note", "the right place");
    expect(given).toMatchObject({ code: 0, stderr: "" });
    expect(given.stdout).toMatch(/^Voted up: [0-9a-f]{8}, votes on it sum up to 1\.00\n$/);
    expect((await run("feedback")).stdout).toContain("the right place");
    const listed = await run("log", "--voted");
    expect(listed.stdout).toMatch(new RegExp(`${id.slice(0, 18)}  1 hit \\+1 +heron mill`));
    expect(Math.max(...listed.stdout.split("\n").map(columnsOf))).toBeLessThanOrEqual(80);
    expect((await run("log", id.slice(0, 18))).stdout).toContain("1. notes:heron.md#L1-L3");
    const taken = await run("feedback", id, "1", "--remove", "--json");
    expect(JSON.parse(taken.stdout)).toMatchObject({ recallId: id, value: "none", votes: { net: 0 } });
    expect((await run("feedback", id, "1", "--remove")).code).toBe(1);
    expect((await run("feedback", id, "1")).code).toBe(2);
    expect((await run("feedback", id, "7", "up")).stderr).toContain("no such hit; it has 1");
    expect((await run("search", "heron mill", "--digest")).stdout).not.toContain("Recall");
  });

  it("makes a judged set of the votes once, and scores the live index by it", async () => {
    const den = await asked("badger den oak", { 1: "down", 2: "up" });
    expect(den.hits.map(({ path }: { path: string }) => path)).toEqual(["den.md", "oak.md"]);
    await asked("heron mill", { 1: "up" });
    await asked("heron mill", { 1: "up" });
    await asked("quagga", { 1: "up" });
    await asked("ranger", { 1: "down" });
    const hashed = await world.isolate({ LOG_QUERIES: "hash" }).search(token, "grazes");
    await run("feedback", hashed.body.recallId, "1", "up");
    await world.client.upload(token, { "zebra.md": "# Stripes\n\nNothing grazes.\n" });
    const logged = async () => JSON.parse((await run("log", "--json")).stdout).recalls.length;
    const before = await logged();
    const evaluate = (...more: string[]) =>
      run("eval", "--from-log", "judged.json", "--profile", "keyword", "--json", ...more);
    const first = JSON.parse((await evaluate()).stdout);
    // Relevant at rank 1, at rank 2 and nowhere: nDCG 1, 1 / log2(3) and 0.
    expect(first.profiles[0].rows[0].scores).toEqual({
      "nDCG@10": expect.closeTo((1 + 1 / Math.log2(3)) / 3, 10),
      "MRR@10": expect.closeTo((1 + 1 / 2) / 3, 10),
      "hit@1": expect.closeTo(1 / 3, 10),
      "hit@5": expect.closeTo(2 / 3, 10),
      "recall@5": expect.closeTo(2 / 3, 10),
      "recall@10": expect.closeTo(2 / 3, 10),
      "recall@20": expect.closeTo(2 / 3, 10),
      "recall@100": expect.closeTo(2 / 3, 10),
      lost: 0,
    });
    expect(first).toMatchObject({ questions: 3, limit: 100, judged: { isNew: true, leftOut: 2 } });
    expect(await logged()).toBe(before);

    await asked("ranger", { 1: "up" });
    const second = JSON.parse((await evaluate()).stdout);
    expect(second.profiles[0].rows[0].scores).toEqual(first.profiles[0].rows[0].scores);
    expect(second.judged).toEqual({ ...first.judged, isNew: false });
    const file = join(cwd, "judged.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("heron mill", "heron hill"));
    expect(await evaluate()).toMatchObject({ code: 2, stdout: expect.stringContaining("was changed") });
    expect((await run("eval", "set", "--from-log", "judged.json")).code).toBe(2);
  });

  it("reports, is turned off and on, and is emptied once that is confirmed", async () => {
    await asked("zeppelin", {});
    expect((await run("log", "--report", "never_found")).stdout).toMatch(
      /^1 query found nothing.*\n.*\n1 .*zeppelin\n$/,
    );
    expect((await run("log", "--report", "popular")).stdout).toContain("notes:heron.md");
    expect((await run("log", "--report", "stale", "--json")).stdout).toContain('"kind":"stale"');
    expect((await run("log", "--off")).stdout).toContain("no longer logged");
    expect((await run("log", "-n", "1")).stdout).toContain("The log is off");
    await run("log", "--on");
    expect((await run("log", "--clear")).code).toBe(2);
    expect((await run("log", "--clear", "--before", "1y", "--yes")).stdout).toContain("Deleted 0 searches");
    expect((await run("log", "--clear", "--yes")).stdout).toMatch(
      /^Deleted \d+ searches from the log; votes stay\.\n$/,
    );
    expect((await run("log")).stdout).toBe("No searches in the log.\n");
  });
});
