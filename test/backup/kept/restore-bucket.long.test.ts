import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { RecallClient } from "../../../src/cli/session/recall-client.ts";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import { behindHttp, restoreFromBucket } from "../../support/restore-from-bucket.ts";
import { openBucket } from "../../support/worlds/bucket.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const FILES = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    `n${at}.md`,
    `# Note ${at}\n\nThe heron number ${at} waits at weir ${at}.\n`,
  ]),
);

let open: Awaited<ReturnType<typeof openBucket>>;
let folder = "";
beforeEach(async () => {
  open = await openBucket();
  folder = mkdtempSync(join(tmpdir(), "restore-bucket-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await open.dispose();
});

/** What every profile finds, with the scores. */
async function found(client: RecallClient) {
  const answers: unknown[] = [];
  for (const profile of PROFILES) {
    const { hits } = await client.search({ query: "heron at weir 7", profile, limit: 10, log: false });
    answers.push(hits.map(({ path, score }) => [path, score.toFixed(6)]));
  }
  return answers;
}

async function settled(world: SimulatedWorld): Promise<void> {
  for (let times = 0; times < 4; times++) await world.client.sweep();
  await world.vectorize.describe();
  await world.client.sweep();
}

it("a deployment whose database is gone comes back from its bucket, and every profile finds the same", async () => {
  const first = await createSimulatedWorld(0, { BACKUPS: open.bucket });
  const before = await behindHttp(first.client, async (clientOf) => {
    const token = await first.client.workspace("default");
    await first.client.upload(token, FILES);
    await clientOf(token).remember({ text: "The heron left on Tuesday", type: "fact" });
    await settled(first);
    await first.client.hourly();
    return found(clientOf(token));
  });
  await first.dispose();
  const second = await createSimulatedWorld(0, { BACKUPS: open.bucket });
  await behindHttp(second.client, async (clientOf, url) => {
    const token = await second.client.owner();
    const [restored] = await restoreFromBucket({ clientOf, url, token }, folder);
    expect([restored?.missing, restored?.imported.failed]).toEqual([[], []]);
    await settled(second);
    const own = await second.client.call("POST", "/v1/tokens", {
      token,
      body: { scope: "admin", workspace: "default" },
    });
    expect(await found(clientOf(own.body.token))).toEqual(before);
  });
  await second.dispose();
});
