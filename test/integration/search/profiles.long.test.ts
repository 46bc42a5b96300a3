import { afterAll, beforeAll, describe, expect, it } from "vitest";
import worker from "../../../src/local.ts";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import type { ProfileList } from "../../../src/search/contract/profiles.ts";
import { PROFILE_SETTINGS } from "../../../src/search/profiles/resolve-profile.ts";
import { STAGES } from "../../../src/search/stages/table.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import { hopRecorder } from "../../support/hop-recorder.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

const FILES = {
  "keys.md": "# Keys\n\nWe rotate the signing keys every month.\n\n## Vault\n\nThe vault holds old keys.\n",
  "lunch.md": "# Lunch\n\nThe kitchen serves soup, and has keys of its own.\n",
};

describe("profiles over HTTP", () => {
  const recorder = hopRecorder();
  let database: TestDatabase;
  let client: TestClient;
  let admin: string;

  /** An isolate of its own on the embedded parts. */
  const isolate = (): TestClient =>
    createClient(worker as never, testEnv(recorder.watch(database.database, ["batch"])));
  const list = async (token = admin): Promise<ProfileList> =>
    (await client.call("GET", "/v1/profiles", { token })).body;
  const put = (name: string, settings: unknown, token = admin) =>
    client.call("PUT", `/v1/profiles/${name}`, { token, body: { settings } });
  const reset = (name: string) => client.call("DELETE", `/v1/profiles/${name}`, { token: admin });
  const profile = async (name: string) => {
    const found = (await list()).profiles.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no profile ${name}`);
    return found;
  };

  beforeAll(async () => {
    database = await openQuickDatabase();
    client = isolate();
    admin = await client.workspace("default");
    await client.upload(admin, FILES);
    await client.sweep();
  });
  afterAll(() => database.dispose());

  it("are listed whole: every setting and stage with its range and meaning, each value in each profile", async () => {
    const { profiles, settings, stages } = await list();
    expect(profiles.map(({ name }) => name)).toEqual([...PROFILES]);
    expect(settings.map(({ name }) => name)).toEqual([...PROFILE_SETTINGS.keys()]);
    for (const setting of settings) {
      expect(setting.meaning.length, setting.name).toBeGreaterThan(5);
      if (setting.kind === "number") expect(setting.min, setting.name).toBeLessThan(setting.max ?? 0);
      if (setting.kind === "choice") expect(setting.choices, setting.name).toContain(setting.default);
    }
    expect(stages.map(({ name }) => name)).toEqual(STAGES.map(({ name }) => name));
    for (const { settings: values, stages: order } of profiles) {
      expect(Object.keys(values)).toEqual([...PROFILE_SETTINGS.keys()]);
      expect(order.map(({ name }) => name).toSorted()).toEqual(STAGES.map(({ name }) => name).toSorted());
    }
    const lancedb = await profile("lancedb");
    expect(lancedb.stages.filter(({ on }) => on).map(({ name }) => name)).toEqual([
      "recencyBoost",
      "importance",
      "lengthNorm",
      "timeDecay",
      "hardMinimum",
      "noise",
      ...["superseding", "perMemory"],
      "defer",
    ]);
    expect(lancedb.settings["result.limit"]).toEqual({ profile: 5, workspace: 5 });
    expect(lancedb.settings["fusion.convexWeight"]).toEqual({ profile: null, workspace: null });
  });

  it("take a workspace's settings, profile by profile, and give their own back", async () => {
    const version = async () => (await client.call("GET", "/v1/status", { token: admin })).body.version;
    const before = await version();
    const changed = await put("edge", { "recencyBoost.weight": 0.3, "result.limit": 1 });
    expect(changed.body.settings["recencyBoost.weight"]).toEqual({ profile: 0, workspace: 0.3 });
    expect(changed.body.stages).toContainEqual({ name: "recencyBoost", on: true });
    expect(await version()).toBe(before + 1);
    await put("code-memory", { "topP.fraction": 0.5 });
    expect((await profile("edge")).overrides).toEqual({ "recencyBoost.weight": 0.3, "result.limit": 1 });
    await put("edge", { "result.limit": 2 });
    expect((await profile("edge")).overrides).toEqual({ "result.limit": 2 });
    expect((await reset("edge")).body.overrides).toEqual({});
    expect((await profile("code-memory")).overrides).toEqual({ "topP.fraction": 0.5 });
    await put("code-memory", {});
    expect((await profile("code-memory")).overrides).toEqual({});
    expect(await version()).toBe(before + 5);
  });

  it("leave what else the workspace has set alone, also when two change at once", async () => {
    const settings = async () =>
      JSON.parse(
        (await database.database
          .prepare("SELECT settings FROM workspaces WHERE slug = 'default'")
          .first<string>("settings")) ?? "",
      );
    await database.database
      .prepare("UPDATE workspaces SET settings = json_set(settings, '$.later', json('[1]'))")
      .run();
    await Promise.all(PROFILES.map((name, at) => put(name, { "result.limit": at + 1 })));
    const stored = await settings();
    expect(stored.later).toEqual([1]);
    expect(Object.keys(stored.profiles).toSorted()).toEqual([...PROFILES].toSorted());
    await Promise.all(PROFILES.map((name) => reset(name)));
    expect(await settings()).toEqual({ later: [1], profiles: {} });
  });

  it.each([
    ["edge", { "recencyBoost.wieght": 1 }, "did you mean recencyBoost.weight?"],
    ["edge", { "recencyBoost.weight": 1.5 }, "recencyBoost.weight is a number from 0 to 1"],
    ["edge", { "mmr.enabled": 1 }, "mmr.enabled is true or false"],
    ["edge", { "rerank.by": "magic" }, "rerank.by is one of cross-encoder, lightweight, none"],
    ["edge", { "fusion.k": null }, "settings.fusion.k"],
    ["nope", {}, "name"],
  ])("refuse %s %j and say what is allowed", async (name, settings, said) => {
    const { status, body } = await put(name, settings);
    expect([status, body.error.code]).toEqual([400, "invalid_input"]);
    expect(body.error.message).toContain(said);
  });

  it.each([
    ['{"__proto__": 1, "fusion.k": 60}', "There is no setting __proto__"],
    ['{"__proto__": {"fusion.k": 60}}', "There is no setting __proto__"],
    ['{"fusion.k": 1e999}', "fusion.k is a number from 1 to 1000"],
    ['{"fusion.k": -1e999}', "fusion.k is a number from 1 to 1000"],
    ['{"result.limit": 2.5}', "result.limit is a whole number from 1 to 100"],
    [`{"${"x".repeat(65)}": 1}`, "a setting's name has at most 64 characters"],
    ["[]", "settings"],
  ])("refuse %s, stored or for one search", async (settings, message) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${admin}` };
    const stored = { headers, body: `{"settings": ${settings}}` };
    const searched = { headers, body: `{"query": "keys", "settings": ${settings}}` };
    for (const [method, path, request] of [
      ["PUT", "/v1/profiles/edge", stored],
      ["POST", "/v1/search", searched],
    ] as const) {
      const { status, body } = await client.raw(method, path, request);
      expect(status).toBe(400);
      expect(body.error.message).toContain(message);
    }
  });

  it("refuse an empty score in an address, as no number", async () => {
    for (const written of ["", "%20", "x", "1e999"]) {
      const { status, body } = await client.call("GET", `/v1/search?q=keys&minScore=${written}`, {
        token: admin,
      });
      expect([status, body.error?.message], written).toEqual([400, expect.stringContaining("minScore")]);
    }
    expect((await client.call("GET", "/v1/search?q=keys&minScore=0", { token: admin })).status).toBe(200);
  });

  it("can be read by any token and changed by an admin's alone", async () => {
    for (const scope of ["read", "write"]) {
      const token = (await client.call("POST", "/v1/tokens", { token: admin, body: { scope } })).body.token;
      expect((await list(token)).profiles).toHaveLength(PROFILES.length);
      expect((await put("edge", {}, token)).status).toBe(403);
    }
  });

  it("change every isolate's next search, which asks once more and then knows", async () => {
    const isolates = [isolate(), isolate()] as const;
    const searchOn = async (one: TestClient, query: string) => {
      recorder.reset();
      let hops = 0;
      one.watch(() => {
        hops = recorder.hops();
      });
      const { body } = await one.search(admin, query, { profile: "keyword" });
      expect(body.timings.hops).toBe(hops);
      return { hits: body.hits.length, hops };
    };
    for (const one of isolates) expect(await searchOn(one, "keys signing")).toEqual({ hits: 3, hops: 1 });
    await put("keyword", { "result.limit": 1 });
    for (const [at, query] of ["signing keys", "old keys"].entries()) {
      const one = isolates[at] ?? isolates[0];
      expect(await searchOn(one, "keys")).toEqual({ hits: 1, hops: 2 });
      expect(await searchOn(one, query)).toEqual({ hits: 1, hops: 1 });
    }
    await reset("keyword");
    for (const one of isolates) expect((await searchOn(one, "vault keys")).hits).toBe(3);
  });

  it("go on with stored settings that this version knows no more", async () => {
    await put("edge", { "result.limit": 1 });
    const gone = '{"gone.setting": 1, "fusion.k": -1, "result.limit": 2}';
    await database.database
      .prepare("UPDATE workspaces SET settings = json_set(settings, '$.profiles.edge', json(?))")
      .bind(gone)
      .run();
    expect((await profile("edge")).overrides).toEqual({ "result.limit": 2 });
    const { status, body } = await isolate().search(admin, "signing keys of the vault");
    expect([status, body.hits.length]).toEqual([200, 2]);
    await reset("edge");
  });

  it("of openclaw say that without an embedding model their least score keeps the best, and decay is not given back", async () => {
    const ask = async (more: object) => {
      const { body } = await client.search(admin, "signing keys", { profile: "openclaw", ...more });
      return { degraded: body.degraded, scores: body.hits.map(({ score }: { score: number }) => score) };
    };
    const plain = await ask({});
    expect(plain.degraded).toEqual(["cosines_missing"]);
    expect(plain.scores.length).toBeGreaterThan(0);
    expect((await ask({ settings: { "threshold.minScore": 0 } })).degraded).toEqual([]);
    // The files were uploaded with a time long before.
    const settings = { "temporalDecay.halfLifeDays": 30 };
    const asOf = "2126-01-01T00:00:00Z";
    expect((await ask({ settings, asOf })).scores).toEqual([]);
    const strict = await ask({ minScore: 0.5 });
    expect(strict.scores.filter((score: number) => score < 0.5)).toEqual([]);
  });

  it("of openclaw find by words alone whatever one of them finds, and first what has more of them", async () => {
    const pathsOf = async (query: string) => {
      const more = { profile: "openclaw", settings: { "threshold.minScore": 0 } };
      const { body } = await client.search(admin, query, more);
      return body.hits.map(
        ({ path, startLine }: { path: string; startLine: number }) => `${path}:${startLine}`,
      );
    };
    const both = await pathsOf("rotate the signing keys every month, hold soup");
    for (const word of ["soup", "hold", "signing", "keys"])
      expect(both, word).toEqual(expect.arrayContaining(await pathsOf(word)));
    expect(both[0]).toBe("keys.md:1");
  });

  it("take over GET what they take over POST", async () => {
    const get = await client.call("GET", "/v1/search?q=keys&minScore=1&explain=true&profile=keyword", {
      token: admin,
    });
    expect(get.body.explain.settings["threshold.minScore"]).toBe(1);
  });
});
