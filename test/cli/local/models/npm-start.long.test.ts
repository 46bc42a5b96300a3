import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { EMBEDDER, RERANKER, ROOT, tinyModels } from "../../../local-models/tiny-models.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { emptyNetwork, type Network } from "./empty-network.ts";
import { makeRoom, type Room } from "./room.ts";

/** `npm start` with a folder, greeted; answers what stops it. */
async function npmStart({ home, models }: Room, folder: string, { through }: Network) {
  const [program = "", ...args] = [...through, "npm", "start", "--", folder, "--port", "0"];
  const folderOfRoom = dirname(home);
  const env = {
    PATH: process.env.PATH,
    HOME: folderOfRoom,
    XDG_CONFIG_HOME: join(folderOfRoom, ".user-config"),
    RECALL_HOME: home,
    RECALL_MODELS: models,
  };
  // A group of its own, to which Ctrl-C goes as a terminal sends it.
  const started = spawn(program, args, {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  started.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  const closed = once(started, "close");
  await Promise.race([expect.poll(() => said).toContain("Ctrl-C stops"), closed]);
  expect(said).toContain(EMBEDDER.name);
  return async () => {
    process.kill(-(started.pid ?? 0), "SIGINT");
    await closed;
  };
}

it.runIf(process.platform === "linux")(
  "npm start, its models, a push, a search by meaning and its re-ranking want nothing of the network",
  async () => {
    const network = await emptyNetwork();
    const { models: weights } = tinyModels(EMBEDDER, RERANKER);
    const folder = temporaryFolder({ "docs/weir.md": "# A heron at the weir\n" });
    const room = makeRoom(folder, network);
    for (const { name } of [EMBEDDER, RERANKER])
      expect(await room.recall("models", "install", "--from", join(weights, name))).toMatchObject({
        code: 0,
      });
    const docs = join(folder, "docs");
    for (const question of ["heron", "weir"]) {
      const stop = await npmStart(room, docs, network);
      expect(await room.recall("push", docs)).toMatchObject({ code: 0 });
      const isRead = async () =>
        JSON.parse((await room.recall("status", "--json")).stdout).index.pendingChunks;
      await expect.poll(isRead).toBe(0);
      const { stdout } = await room.recall("search", question, "--json", "--set", "rerank.by=cross-encoder");
      expect(JSON.parse(stdout)).toMatchObject({
        degraded: [],
        hits: [{ scores: { rerank: expect.any(Number) } }],
      });
      await stop();
    }
    expect(network.sent()).toBeOneOf([0, undefined]);
  },
);
