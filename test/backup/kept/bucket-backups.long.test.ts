import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BackupBucket } from "../../../src/backup/kept/bucket.ts";
import { DAY_MS, HOUR_MS } from "../../../src/config.ts";
import type { Env, IndexMessage } from "../../../src/env.ts";
import { emptyBucket, openBucket } from "../../support/worlds/bucket.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

let open: Awaited<ReturnType<typeof openBucket>>;
beforeAll(async () => {
  open = await openBucket();
});
afterAll(() => open.dispose());

/** As many as the free plan's small slices need. */
const SWEEPS = 6;
const FILES = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [
    `n${at}.md`,
    `# Note ${at}\n\nThe heron number ${at} waits at the weir.\n`,
  ]),
);

describe("backups in a bucket", () => {
  let world: SimulatedWorld;
  let token: string;
  let sent: IndexMessage[];

  const begin = async (more: Partial<Env> = {}) => {
    sent = [];
    const queue = { send: async (message: IndexMessage) => void sent.push(message) };
    world = await createSimulatedWorld(0, { BACKUPS: open.bucket, INDEX_QUEUE: queue as never, ...more });
    token = await world.client.workspace("default");
    const files = Object.entries(FILES);
    // What the free plan takes at once.
    for (let at = 0; at < files.length; at += 10)
      await world.client.upload(token, Object.fromEntries(files.slice(at, at + 10)));
    for (let times = 0; times < SWEEPS; times++) await world.client.sweep();
  };
  beforeEach(() => emptyBucket(open.bucket));
  afterEach(() => world.dispose());

  const owner = async (path: string) =>
    world.client.call("GET", `/v1${path}`, { token: await world.client.owner() });
  const backups = async () => (await owner("/backups")).body;
  const backup = async () => (await world.client.call("GET", "/v1/status", { token })).body.backup;
  /** Runs the hourly round, and what it sends to the queue, until nothing is left; answers how many invocations it took. */
  const hour = async (): Promise<number> => {
    world.clock.advance(HOUR_MS);
    await world.client.hourly();
    for (let ran = 1; ; ran++) {
      const message = sent.find(({ task }) => task === "backup");
      sent = [];
      if (message === undefined) return ran;
      await world.client.deliver(message);
    }
  };

  it("are made when something has changed and the newest is a day old, and the oldest go", async () => {
    await begin({ BACKUPS_KEPT: "2" });
    expect(await backup()).toEqual({ upToDateAt: null, isLate: false });
    await hour();
    const first = (await backups()).backups;
    expect(first).toEqual([expect.stringMatching(/^recall-2026-11-20T\d{6}Z$/)]);
    expect((await backup()).isLate).toBe(false);
    await hour();
    world.clock.advance(DAY_MS);
    await hour();
    expect((await backups()).backups, "nothing has changed").toEqual(first);
    for (const day of [1, 2]) {
      await world.client.upload(token, { "new.md": `# Day ${day}\n\nAn otter.\n` });
      world.clock.advance(DAY_MS);
      await hour();
    }
    const { backups: names } = await backups();
    expect(names.length).toBe(2);
    expect(names).not.toContain(first[0]);
    const keys = (await open.bucket.list({ prefix: "pieces/" })).objects.map(({ key }) => key.split("/")[1]);
    expect(new Set(keys)).toEqual(new Set(names));
  });

  it("of the free plan are written in pieces over many invocations, and seen only when they are whole", async () => {
    await begin({ PLAN: "free" });
    const seen: number[] = [];
    const put: BackupBucket["put"] = async (key, ...more) => {
      const answer = await open.bucket.put(key, ...more);
      if (key.startsWith("pieces/")) seen.push((await backups()).backups.length);
      return answer;
    };
    world = { ...world, client: world.isolate({ PLAN: "free", BACKUPS: bucketWith({ put }) }) };
    expect(await hour()).toBeGreaterThan(2);
    expect(seen.length).toBeGreaterThan(1);
    expect(new Set(seen)).toEqual(new Set([0]));
    const { backups: names, underWay } = await backups();
    expect([names.length, underWay]).toEqual([1, null]);
    const { workspaces } = (await owner(`/backups/${names[0]}`)).body;
    expect(workspaces).toEqual([
      expect.objectContaining({ slug: "default", pieces: { attempt: 1, count: seen.length } }),
    ]);
  });

  const bucketWith = (more: Partial<BackupBucket>): BackupBucket => ({
    get: (key) => open.bucket.get(key),
    put: (...all) => open.bucket.put(...all),
    delete: (keys) => open.bucket.delete(keys),
    list: (options) => open.bucket.list(options),
    ...more,
  });

  it("go on where an invocation died, and begin a workspace anew that has changed", async () => {
    await begin({ PLAN: "free" });
    let left = 2;
    const put: BackupBucket["put"] = async (key, ...more) => {
      if (key.startsWith("pieces/") && left-- === 0) throw new Error("the isolate is gone");
      return open.bucket.put(key, ...more);
    };
    const dying = world.isolate({ PLAN: "free", BACKUPS: bucketWith({ put }) });
    const living = world.client;
    world = { ...world, client: dying };
    await expect(hour()).rejects.toThrow("the isolate is gone");
    world = { ...world, client: living };
    expect((await backups()).underWay).toMatchObject({ done: 0, workspaces: 1 });
    await world.client.upload(token, { "n0.md": "# Note 0\n\nThe heron has left.\n" });
    await hour();
    const { backups: names } = await backups();
    const { workspaces } = (await owner(`/backups/${names[0]}`)).body;
    expect(workspaces[0].pieces.attempt).toBe(2);
    const text = await piecesOf(names[0], workspaces[0]);
    expect(text).toContain("The heron has left.");
    expect(text).not.toContain("The heron number 0 ");
  });

  const piecesOf = async (name: string, { slug, pieces }: { slug: string; pieces: { count: number } }) => {
    let text = "";
    for (let at = 0; at < pieces.count; at++)
      text += (await owner(`/backups/${name}/${slug}/${at}`)).body.text;
    return text;
  };

  it("that two runs make at once are one, whole", async () => {
    await begin();
    world.clock.advance(HOUR_MS);
    const other = world.isolate({ BACKUPS: open.bucket });
    await Promise.all([world.client.hourly(), other.hourly()]);
    await hour();
    const { backups: names } = await backups();
    expect(names.length).toBe(1);
    const { workspaces } = (await owner(`/backups/${names[0]}`)).body;
    const lines = (await piecesOf(names[0], workspaces[0]))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ format: "edge-recall-export", workspace: "default", withVectors: true });
    expect(lines.filter(({ type }) => type === "document").length).toBe(40);
    expect(lines.length - 1).toBe(workspaces[0].records);
  });

  it("that cannot be whole are not kept, and say why; those before stay, and are late after two days", async () => {
    await begin();
    await hour();
    const before = (await backups()).backups;
    await world.client.upload(token, { "new.md": "# New\n\nAn otter.\n" });
    await world.database.prepare("UPDATE chunks SET text = 'spoilt' WHERE text LIKE '%number 3 %'").run();
    world.clock.advance(DAY_MS);
    await expect(hour()).rejects.toThrow("notes:n3.md in default is damaged");
    expect(await backups()).toEqual({
      backups: before,
      underWay: null,
      lastError: expect.stringContaining("notes:n3.md in default is damaged"),
    });
    expect(
      (await open.bucket.list({ prefix: "pieces/" })).objects.every(({ key }) => key.includes(before[0])),
    ).toBe(true);
    expect((await backup()).isLate).toBe(false);
    world.clock.advance(DAY_MS);
    expect((await backup()).isLate).toBe(true);
    await world.client.upload(token, { "n3.md": "# Note 3\n\nPushed again.\n" });
    world.clock.advance(DAY_MS);
    await hour();
    expect((await backups()).backups.length).toBe(2);
    expect((await backups()).lastError).toBeNull();
    expect((await backup()).isLate).toBe(false);
  });

  it("are for owners, and not there without a bucket", async () => {
    await begin();
    expect((await world.client.call("GET", "/v1/backups", { token })).status).toBe(403);
    expect((await owner("/backups/recall-2026-01-01T000000Z")).body.error.message).toContain("it holds none");
    const without = world.isolate({ BACKUPS: undefined as never });
    const { status, body } = await without.call("GET", "/v1/backups", { token: await world.client.owner() });
    expect([status, body.error.code]).toEqual([404, "not_found"]);
    expect((await without.call("GET", "/v1/status", { token })).body.backup).toBeUndefined();
  });
});
