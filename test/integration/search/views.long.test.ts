import { describe, expect, it } from "vitest";
import { VIEWS } from "../../../src/search/contract/hits.ts";
import { localWorkspace } from "../../support/worlds/local-workspace.ts";
import { createWorld } from "../../support/worlds/world.ts";

const FILES = {
  "guides/keys.md":
    "# Keys\n\nWe rotate the signing keys every month.\n\n## Vault\n\nThe vault holds old keys.\n",
  "guides/lunch.md": "# Lunch\n\nThe kitchen has keys too, and serves soup.\n",
  "src/rotate.ts": "export const rotate = (keys: string[]): string => keys.reverse().join();\n",
};

describe("the views of a search", () => {
  const here = localWorkspace(FILES);

  const hits = async (more: Record<string, unknown>) =>
    (await here.client.search(here.token, "rotate keys", more)).body.hits;

  it("show citations alone in the digest, and what reading costs in the compact view", async () => {
    const [full] = await hits({ view: "full" });
    const [digest] = await hits({ view: "digest" });
    const [compact] = await hits({ view: "compact" });
    expect(digest).toEqual({ citation: full.citation });
    expect(compact).toEqual({
      id: full.id.slice(0, 8),
      citation: full.citation,
      score: Number(full.score.toFixed(2)),
      relevance: Number(full.relevance.toFixed(2)),
      heading: full.headings.at(-1),
      tokens: expect.any(Number),
    });
  });

  it.each(VIEWS)("keep in %s the order of the others, whatever the limit and the hour", async (view) => {
    const long = await hits({ view, limit: 100 });
    expect(long.length).toBeGreaterThan(2);
    expect(await hits({ view, limit: 2 })).toEqual(long.slice(0, 2));
    const citations = (found: { citation: string }[]) => found.map(({ citation }) => citation);
    expect(citations(long)).toEqual(citations(await hits({ view: "full", limit: 100 })));
    expect(JSON.stringify(await hits({ view, limit: 100 }))).toBe(JSON.stringify(long));
  });

  it("take as many hops as any other, and name the root once there are several", async () => {
    const hopsOf = async (view: string) =>
      (await here.client.search(here.token, "vault soup", { view })).body.timings.hops;
    expect(await hopsOf("compact")).toBe(await hopsOf("snippet"));
    const other = await here.client.workspace("second");
    await here.client.upload(other, FILES);
    await here.client.upload(other, { "b.md": "soup\n" }, "more");
    const search = async (view: string) => (await here.client.search(other, "rotate keys", { view })).body;
    expect((await search("digest")).hits[0].citation).toMatch(/^notes:.*#L/);
    expect((await search("compact")).hits[0].citation).toMatch(/^notes:.*#L/);
    expect((await search("digest")).index.severalRoots).toBe(true);
    const only = await here.client.search(other, "rotate keys", {
      view: "digest",
      filters: { root: "notes" },
    });
    expect(only.body.hits[0].citation).toMatch(/^notes:/);
  });

  it("show more of an id where another chunk begins alike, in every arm and only there", async () => {
    const workspace = await here.client.workspace("alike");
    await here.client.upload(workspace, FILES);
    const search = async (more: object) =>
      (await here.client.search(workspace, "rotate keys", { limit: 100, ...more })).body.hits;
    const [first, second] = await search({ view: "full" });
    const twin = `${first.id.slice(0, 10)}${first.id[10] === "0" ? "1" : "0"}${second.id.slice(11)}`;
    await here.database.database.prepare("UPDATE chunks SET id = ? WHERE id = ?").bind(twin, second.id).run();
    const ids = (await search({ view: "compact" })).map(({ id }: { id: string }) => id);
    expect(ids.slice(0, 2)).toEqual([first.id.slice(0, 11), twin.slice(0, 11)]);
    expect(ids[2]).toHaveLength(8);
    const settings = { "arms.keyword": false, "arms.vector": false };
    const newest = await search({ view: "compact", profile: "code-memory", settings });
    expect(newest.filter(({ id }: { id: string }) => id.length === 11)).toHaveLength(2);
    expect(newest.filter(({ id }: { id: string }) => id.length === 8)).toHaveLength(2);
  });

  it("read up to three rows more of each candidate for its short id, however many chunks there are", async () => {
    const workspace = await here.client.workspace("large");
    const text = Array.from({ length: 120 }, (_, at) => `## Note ${at}\n\nWe rotate keys.\n`).join("\n");
    await here.client.upload(workspace, { "a.md": text, "b.md": text, "c.md": text });
    const rowsOf = async (view: string) =>
      (await here.client.search(workspace, "rotate keys", { view })).body.use.rowsRead;
    // A first search of a workspace reads some rows more.
    await rowsOf("digest");
    expect((await rowsOf("compact")) - (await rowsOf("digest"))).toBeLessThanOrEqual(3 * 100);
  });
});

it("keeps no answer of another view or budget for this one, with models and their hops", async () => {
  const world = await createWorld();
  try {
    const token = await world.client.workspace("default");
    const text = Array.from({ length: 30 }, (_, at) => `## Keys ${at}\n\nWe rotate the keys.\n`).join("\n");
    await world.client.upload(token, { "a.md": text });
    await world.client.sweep();
    await world.client.sweep();
    const ask = async (more: Record<string, unknown>) =>
      (await world.client.search(token, "rotate keys", more)).body;
    await ask({});
    const asked = [{}, { view: "digest" }, { view: "compact" }, { view: "digest", budget: 50 }];
    const first = [];
    for (const more of asked) first.push(await ask({ limit: 20, ...more }));
    expect(new Set(first.map(({ hits }) => JSON.stringify(hits))).size).toBe(asked.length);
    expect(new Set(first.map(({ timings }) => timings.hops)).size).toBe(1);
    for (const [at, more] of asked.entries()) {
      const again = await ask({ limit: 20, ...more });
      expect(again.use.cached).toEqual(["answer"]);
      expect({ hits: again.hits, budget: again.budget }).toEqual({
        hits: first[at].hits,
        budget: first[at].budget,
      });
    }
  } finally {
    await world.dispose();
  }
});
