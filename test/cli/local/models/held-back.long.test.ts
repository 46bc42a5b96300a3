import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EMBEDDER, tinyModels } from "../../../local-models/tiny-models.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { emptyNetwork } from "./empty-network.ts";
import { makeRoom } from "./room.ts";

/** Between two looks at a state that lasts a quarter of a second, milliseconds. */
const LOOK_MS = 5;

it.runIf(process.platform === "linux")(
  "a search has passages that are being embedded stand still, and they go on after it",
  async () => {
    const { models: weights } = tinyModels(EMBEDDER);
    const folder = temporaryFolder({ "docs/weir.md": "# A heron at the weir\n" });
    const room = makeRoom(folder, await emptyNetwork());
    await room.recall("models", "install", "--from", join(weights, EMBEDDER.name));
    const server = await room.serve();
    const passages = room.hold("passages");
    expect(await room.recall("push", join(folder, "docs"))).toMatchObject({ code: 0 });
    await passages.isHeld();
    const pid = room.processes().find(({ program }) => program.includes("model-process"))?.pid;
    const stands = () => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    const search = room.recall("search", "heron", "--profile", "keyword");
    await expect.poll(stands, { interval: LOOK_MS }).toBe(true);
    expect(await search).toMatchObject({ code: 0, stdout: expect.stringContaining("weir.md") });
    passages.release();
    const isRead = async () => JSON.parse((await room.recall("status", "--json")).stdout).index.pendingChunks;
    await expect.poll(isRead).toBe(0);
    expect(stands()).toBe(false);
    expect(await server.stop()).toMatchObject({ code: 0 });
    expect(room.processes()).toEqual([]);
  },
);
