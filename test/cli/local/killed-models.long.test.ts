import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import type { Hit } from "../../../src/search/contract/hits.ts";
import { EMBEDDER, RERANKER, tinyModels } from "../../local-models/tiny-models.ts";
import { spawnCli } from "../spawn-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";
import { serveWhile } from "./serve-while.ts";

/** Until a command has asked the models: what comes earlier or later than that is answered as well. */
const ASKED_MS = 900;

/** Processes with models of this folder. */
const holders = (models: string): readonly number[] =>
  spawnSync("ps", ["-A", "-ww", "-o", "pid=,args="], { encoding: "utf8" })
    .stdout.split("\n")
    .filter((line) => line.includes("model-process") && line.includes(models))
    .map((line) => Number.parseInt(line, 10));

const signal = (models: string, name: "SIGSTOP" | "SIGKILL"): void => {
  for (const pid of holders(models)) process.kill(pid, name);
};

function world() {
  const folder = temporaryFolder({ "docs/weir.md": "# Weir\n\nThe heron stands at the weir.\n" });
  const { models } = tinyModels(EMBEDDER, RERANKER);
  onTestFinished(() => signal(models, "SIGKILL"));
  const home = { RECALL_HOME: join(folder, "home") };
  const recall = (...args: readonly string[]) => spawnCli(args, { cwd: folder, env: home });
  const index = async () => JSON.parse((await recall("status", "--json")).stdout).index;
  const isEmbedded = () =>
    expect
      .poll(index, { timeout: 600_000, interval: 500 })
      .toMatchObject({ embedder: EMBEDDER.name, pendingChunks: 0, failedDocuments: 0 });
  return { folder, models, env: { ...home, RECALL_MODELS: models }, recall, isEmbedded };
}

/** What is under way when the models' process stands still, and then is killed. */
async function killedWithin<T>(models: string, work: () => Promise<T>): Promise<T> {
  await expect.poll(() => holders(models).length).toBeGreaterThan(0);
  signal(models, "SIGSTOP");
  const done = work();
  await sleep(ASKED_MS);
  signal(models, "SIGKILL");
  return done;
}

it("the models' process is killed within a push and within a search, and what follows finds by meaning again", async () => {
  const { folder, models, env, recall, isEmbedded } = world();
  let asked = 0;
  /** The model reads small letters; each time others are large, so that no kept vector answers for it. */
  const byMeaning = async () => {
    const times = asked++;
    const letters = [..."heron weir"].map((letter, at) =>
      (times >> at) & 1 ? letter.toUpperCase() : letter,
    );
    const { stdout } = await recall("search", letters.join(""), "--json", "--profile", "vector");
    const { degraded, hits, use } = JSON.parse(stdout);
    const ranked = hits.map(({ path, score }: Hit) => [path, score.toFixed(4)]);
    return { degraded, ranked, textsEmbedded: use.textsEmbedded };
  };
  const served = await serveWhile(folder, env, async () => {
    await isEmbedded();
    writeInto(folder, "docs/keys.md", "# Keys\n\nWe rotate the signing keys every month.\n");
    expect(await killedWithin(models, () => recall("push", "docs"))).toMatchObject({ code: 0 });
    expect((await recall("search", "signing keys", "-n", "1", "--profile", "keyword")).stdout).toMatch(
      /^1\. keys\.md/,
    );
    await isEmbedded();
    const before = await byMeaning();
    expect(before).toMatchObject({
      degraded: [],
      ranked: [expect.any(Array), expect.any(Array)],
      textsEmbedded: 1,
    });
    const found = await killedWithin(models, () => recall("search", "where is the heron", "--json"));
    const { hits } = JSON.parse(found.stdout);
    expect(hits).toContainEqual(expect.objectContaining({ path: "weir.md" }));
    // The server leaves a model that did not answer alone for a minute. Then the answer is what it was.
    await expect.poll(byMeaning, { timeout: 300_000, interval: 5_000 }).toEqual(before);
  });
  expect(served.code).toBe(0);
  expect(served.stderr.match(/process of the installed models ended \(SIGKILL\)/g)).toHaveLength(1);
  expect(holders(models)).toEqual([]);
});

it("the models' process is killed within the start, and the start ends", async () => {
  const { folder, models, env, isEmbedded } = world();
  const killed = expect.poll(() => holders(models).length, { interval: 5 }).toBeGreaterThan(0);
  const served = serveWhile(folder, env, isEmbedded);
  await killed;
  signal(models, "SIGKILL");
  expect((await served).code).toBe(0);
});

it("a server that is killed takes the models' process along", async () => {
  const { folder, models, env } = world();
  const first = spawnCli(["serve", "docs", "--port", "0"], { cwd: folder, env });
  await expect.poll(() => holders(models).length, { interval: 5 }).toBe(1);
  const [holder = 0] = holders(models);
  process.kill(parentOf(holder), "SIGKILL");
  await first;
  await expect.poll(() => holders(models)).toEqual([]);
});

const parentOf = (pid: number): number =>
  Number(spawnSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim());
