import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fetchBackup } from "../../../src/cli/backups/bucket-backup.ts";
import { chooseBackup } from "../../../src/cli/backups/choose-backup.ts";
import { restoreBackup } from "../../../src/cli/backups/restore-backup.ts";
import { type RecallClient, recallClient } from "../../../src/cli/session/recall-client.ts";
import { connectionTo } from "../../../src/client/send.ts";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import { serveClient } from "../../support/serve-client.ts";
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

/** Does the work with clients of the owner and of the workspace, behind real HTTP. */
async function behindHttp<T>(
  world: SimulatedWorld,
  work: (clientOf: (token: string) => RecallClient, url: string) => Promise<T>,
): Promise<T> {
  const { url, close } = await serveClient(world.client);
  try {
    return await work((token) => recallClient({ ...connectionTo(url, token), maxRetries: 0 }), url);
  } finally {
    close();
    await world.dispose();
  }
}

it("a deployment whose database is gone comes back from its bucket, and every profile finds the same", async () => {
  const first = await createSimulatedWorld(0, { BACKUPS: open.bucket });
  const before = await behindHttp(first, async (clientOf) => {
    const token = await first.client.workspace("default");
    await first.client.upload(token, FILES);
    await clientOf(token).remember({ text: "The heron left on Tuesday", type: "fact" });
    await settled(first);
    await first.client.hourly();
    return found(clientOf(token));
  });
  const second = await createSimulatedWorld(0, { BACKUPS: open.bucket });
  await behindHttp(second, async (clientOf, url) => {
    const token = await second.client.owner();
    const client = clientOf(token);
    const onProgress = () => undefined;
    const path = await fetchBackup(client, undefined, { folder, onProgress });
    const source = await chooseBackup(path);
    const owner = {
      client,
      settings: { url, token } as never,
      within: async <T>(
        workspace: string,
        inside: (inner: RecallClient, signal: AbortSignal) => Promise<T>,
      ) => {
        const { token: own } = await client.createToken({
          scope: "admin",
          workspace,
          name: "",
          expiresInDays: 1,
        });
        return inside(clientOf(own), new AbortController().signal);
      },
    };
    const env = { XDG_CONFIG_HOME: join(folder, "config") };
    const [restored] = await restoreBackup(owner, { source, env, onProgress });
    expect([restored?.missing, restored?.imported.failed]).toEqual([[], []]);
    await settled(second);
    const own = await second.client.call("POST", "/v1/tokens", {
      token,
      body: { scope: "admin", workspace: "default" },
    });
    expect(await found(clientOf(own.body.token))).toEqual(before);
  });
});
