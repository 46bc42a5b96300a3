import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { IndexMessage } from "../../../src/env.ts";
import type { TestClient } from "../../support/client.ts";
import { behindHttp, restoreFromBucket } from "../../support/restore-from-bucket.ts";
import { openBucket } from "../../support/worlds/bucket.ts";
import { type ManyDatabases, openManyDatabases } from "../../support/worlds/many-databases.ts";

const SLUGS = ["heath", "marsh", "shore", "weir"];

let open: Awaited<ReturnType<typeof openBucket>>;
let folder = "";
const worlds: ManyDatabases[] = [];
beforeEach(async () => {
  open = await openBucket();
  folder = mkdtempSync(join(tmpdir(), "backup-databases-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  for (const world of worlds.splice(0)) await world.dispose();
  await open.dispose();
});

/** A deployment of so many databases on the bucket, and the messages that it sends. */
async function deployment(count: number) {
  const many = await openManyDatabases(count);
  worlds.push(many);
  const sent: IndexMessage[] = [];
  const queue = { send: async (message: IndexMessage) => void sent.push(message) };
  return { many, sent, client: many.isolate({ BACKUPS: open.bucket, INDEX_QUEUE: queue as never }) };
}

/** The hourly round of the first database, and all that it leads to of a backup. */
async function backUp(client: TestClient, sent: IndexMessage[]): Promise<void> {
  await client.hourly();
  for (;;) {
    const message = sent.splice(0).find(({ task }) => task === "backup");
    if (message === undefined) return;
    await client.deliver(message);
  }
}

/** What a workspace's searches find: paths and memories. */
async function found(client: TestClient, token: string): Promise<readonly string[]> {
  const { hits } = (await client.search(token, "herons nest", { limit: 20 })).body;
  return hits.map(({ path, snippet }: { path: string; snippet: string }) => `${path} ${snippet}`).toSorted();
}

it("a deployment of three databases comes back from its bucket in one of two, each workspace with what it had", async () => {
  const first = await deployment(3);
  const before: Record<string, readonly string[]> = {};
  for (const slug of SLUGS) {
    const token = await first.client.workspace(slug);
    const files = {
      "a.md": `# ${slug}\n\nHerons nest on the ${slug}.`,
      [`${slug}.md`]: "Herons fish. They nest late.",
    };
    expect((await first.client.upload(token, files)).status).toBe(200);
    const text = `Herons nest by the ${slug} since 2021.`;
    expect((await first.client.call("POST", "/v1/memories", { token, body: { text } })).status).toBe(200);
    before[slug] = await found(first.client, token);
    expect(before[slug]?.length).toBeGreaterThan(2);
  }
  const places = await first.many.rows(1, "SELECT slug, database FROM directory ORDER BY num");
  expect(new Set(places.map(({ database }) => database))).toEqual(new Set([1, 2, 3]));
  await backUp(first.client, first.sent);

  const second = await deployment(2);
  const token = await second.client.owner();
  const restored = await behindHttp(second.client, (clientOf, url) =>
    restoreFromBucket({ clientOf, url, token }, folder),
  );
  expect(restored.map(({ missing, imported }) => [missing, imported.failed])).toEqual(
    SLUGS.map(() => [[], []]),
  );
  const listed = await second.client.call("GET", "/v1/workspaces", { token });
  expect(listed.body.workspaces.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(SLUGS);
  for (const workspace of SLUGS) {
    const { body } = await second.client.call("POST", "/v1/tokens", {
      token,
      body: { scope: "read", workspace },
    });
    expect(await found(second.client, body.token), workspace).toEqual(before[workspace]);
  }
  const now = await second.many.rows(1, "SELECT database FROM directory");
  expect(new Set(now.map(({ database }) => database))).toEqual(new Set([1, 2]));
});
