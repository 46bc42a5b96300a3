import { afterAll, beforeAll, describe, expect, it } from "vitest";
import local from "../../../src/local.ts";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const FILES = {
  "guides/keys.md": `# Keys

The signing keys are rotated every month by whoever is on call.

## Vault

Old keys stay in the vault for a year.
`,
  "guides/deploy.md": `# Deploy

We deploy on Thursdays, after the review, never on a Friday.
`,
  "src/retry.ts": `export const JINA_API_KEY = "name of the variable";

export function getUserById(id: string) {
  return fetchUser(id);
}
`,
  "notes/2026-01-05.md": "# January\n\nThe garage opens at seven, said the caretaker.\n",
  "notes/2026-05-05.md": "# May\n\nThe kitchen serves soup on Mondays.\n",
  "notes/rare.md": "# Rare\n\nA zyzzyva is a weevil of the tropics.\n",
};

const NEEDS = [
  ["a keyword-only hit", "zyzzyva", "notes/rare.md"],
  ["an exact identifier", "getUserById", "src/retry.ts"],
  ["an environment variable", "JINA_API_KEY", "src/retry.ts"],
  ["a question", "how often are the signing keys rotated?", "guides/keys.md"],
] as const;

/** The two others have no keyword arm, and the tests' embedder knows no names. */
const KEYWORD_PROFILES = PROFILES.filter((name) => name !== "dual" && name !== "vector");

interface Found {
  readonly id: string;
  readonly path: string;
}

describe("a search in each profile", () => {
  let world: World;
  let database: TestDatabase;
  const doors = new Map<string, { client: TestClient; token: string }>();
  const search = async (door: string, query: string, more: Record<string, unknown> = {}) => {
    const { client, token } = doors.get(door) ?? { client: world.client, token: "" };
    const { status, body } = await client.search(token, query, more);
    expect([status, body.error]).toEqual([200, undefined]);
    return { ...body, paths: body.hits.map(({ path }: Found) => path) as string[] };
  };

  beforeAll(async () => {
    world = await createWorld();
    database = await openQuickDatabase();
    const embedded = createClient(local as never, testEnv(database.database));
    for (const [name, client] of Object.entries({ models: world.client, "embedded parts": embedded })) {
      const token = await client.workspace("default");
      await client.upload(token, FILES);
      await client.sweep();
      await client.sweep();
      doors.set(name, { client, token });
    }
  });
  afterAll(() => Promise.all([world.dispose(), database.dispose()]));

  describe.each(["models", "embedded parts"])("with %s", (door) => {
    it.each(KEYWORD_PROFILES.flatMap((profile) => NEEDS.map((need) => [profile, ...need] as const)))(
      "%s finds %s: %s",
      async (profile, _what, query, path) => {
        const { paths, outcome } = await search(door, query, { profile });
        expect(outcome).toBe("found");
        expect(paths.slice(0, 3)).toContain(path);
      },
    );

    it.each(PROFILES)("%s starts a long answer with the short one", async (profile) => {
      const ids = async (limit: number) =>
        (await search(door, "keys in the vault on mondays", { profile, limit })).hits.map(
          ({ id }: Found) => id,
        );
      const long = await ids(100);
      expect(await ids(2)).toEqual(long.slice(0, 2));
    });

    it("code-memory answers newest first when nothing is found, and says so", async () => {
      const settings = { "arms.vector": false };
      const { hits, paths, fallback, outcome } = await search(door, "qwertyuiop", {
        profile: "code-memory",
        settings,
      });
      expect([outcome, fallback]).toEqual(["found", "recent"]);
      expect(paths.slice(0, 2)).toEqual(["notes/2026-05-05.md", "notes/2026-01-05.md"]);
      expect(Object.keys(hits[0].arms)).toEqual(["recent"]);
    });

    it("a search without arms answers newest first too, within the filters", async () => {
      const settings = { "arms.keyword": false, "arms.vector": false };
      const { fallback, paths } = await search(door, "keys", { settings, filters: { prefix: "notes/" } });
      expect(fallback).toBe("recent");
      expect(paths.every((path: string) => path.startsWith("notes/"))).toBe(true);
    });

    it("pools grow with the limit only on request, and the answer says so", async () => {
      const settings = { "arms.pool": "original" };
      expect((await search(door, "keys", { profile: "openclaw", settings })).pool).toBe("original");
      expect((await search(door, "keys", { profile: "openclaw" })).pool).toBeUndefined();
    });

    it("every step and each hit's standing are told when asked for", async () => {
      const { explain, hits } = await search(door, "signing keys", { explain: true });
      const steps = explain.steps.map(({ step }: { step: string }) => step);
      const rerank = door === "models" ? ["rerank"] : [];
      expect(steps).toEqual([
        ...["keyword", "vector", "fuse", ...rerank],
        ...["supporting", "relevant", "remembered", "definition", "described", "feedback", "newest"],
        ...["superseding", "perMemory", "defer", "copies", "perDocument", "relevance.floor", "limit"],
      ]);
      expect(hits[0].trace.at(-1)).toEqual({ step: "limit", rank: 1, score: hits[0].score });
      expect(explain.settings["fusion.k"]).toBe(60);
    });

    it("the vectors' weight is told where arms are added, and grows with words of no passage", async () => {
      const weightOf = async (query: string, settings = {}) => {
        const { explain } = await search(door, query, { explain: true, settings });
        return explain.steps.find(({ step }: { step: string }) => step === "fuse").vectorWeight;
      };
      const own = door === "models" ? [undefined, undefined] : [0.15, expect.closeTo(0.22, 1)];
      expect([await weightOf("signing keys"), await weightOf("signing keys quagga")]).toEqual(own);
      const set = { "fusion.kind": "convex", "fusion.convexWeight": 0.4 };
      expect(await weightOf("signing keys quagga", set)).toBe(0.4);
    });
  });

  it("lets recency win where it is asked to", async () => {
    const settings = { "recencyBoost.weight": 1, "recencyBoost.days": 30 };
    const asOf = "2026-05-06T00:00:00Z";
    const { paths } = await search("models", "the garage, the kitchen", { settings, asOf });
    expect(paths[0]).toBe("notes/2026-05-05.md");
  });

  it("is skipped in one hop when an automatic recall needs no search", async () => {
    const greeted = await search("models", "hello there", { auto: true });
    const told = [greeted.outcome, greeted.skipped, greeted.hits, greeted.timings.hops];
    expect(told).toEqual(["skipped", "greeting", [], 1]);
    const prompt = "[cron:4711 nightly] when are the signing keys rotated?";
    const asked = await search("models", prompt, { auto: true });
    expect([asked.outcome, asked.paths[0]]).toEqual(["found", "guides/keys.md"]);
    expect((await search("models", "hello there")).outcome).not.toBe("skipped");
  });

  it("answers nothing relevant when the answer is under the floor", async () => {
    const found = await search("models", "signing keys on Saturdays", { settings: { "relevance.floor": 0 } });
    const none = await search("models", "signing keys on Saturdays", { settings: { "relevance.floor": 1 } });
    expect([found.outcome, none.outcome, none.hits]).toEqual(["found", "nothing_relevant", []]);
  });

  it("refuses a setting that is unknown or out of its range, naming it", async () => {
    const { client, token } = doors.get("models") ?? { client: world.client, token: "" };
    const wrong = await client.search(token, "keys", { settings: { "fusion.k": 0 } });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, "invalid_input"]);
    expect(wrong.body.error.message).toContain("fusion.k is a number from 1 to 1000");
    const unknown = await client.search(token, "keys", { settings: { nonsense: 1 } });
    expect(unknown.body.error.message).toMatch(/^There is no setting nonsense.*recall profiles edge/);
  });
});
