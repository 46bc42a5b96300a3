import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/world.ts";

const FILES = {
  "guides/harbour.md": "# Harbour\n\nThe harbour pilot boards ships beyond the breakwater.\n",
  "guides/lighthouse.md": "# Lighthouse\n\nThe lighthouse keeper winds the clockwork each evening.\n",
};

interface Row {
  readonly id: string;
  readonly query: string | null;
  readonly query_hash: string | null;
  readonly hits: string;
  readonly [column: string]: unknown;
}

describe("the recall log", () => {
  let world: World;
  let token: string;
  const rows = async (): Promise<Row[]> =>
    (await world.database.prepare("SELECT * FROM recalls ORDER BY id").all<Row>()).results;
  const last = async (): Promise<Row> => (await rows()).at(-1) as Row;

  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("harbour");
    await world.client.upload(token, FILES);
    await world.client.sweep();
  });
  afterAll(() => world.dispose());

  it("has one row a search: cached ones, skipped ones and every view too", async () => {
    const { client } = world;
    const wish = { profile: "keyword", session: "s1", filters: { prefix: "guides/" } };
    const { body } = await client.search(token, "harbour pilot", wish);
    const [row] = await rows();
    expect(row).toMatchObject({
      id: body.recallId,
      query: "harbour pilot",
      query_hash: null,
      session: "s1",
      profile: "keyword",
      filters: '{"prefix":"guides/"}',
      outcome: "found",
      cached: 0,
    });
    const [hit] = body.hits;
    expect(JSON.parse(row?.hits ?? "")).toEqual([
      {
        chunk: hit.id,
        root: "notes",
        path: "guides/harbour.md",
        startLine: 1,
        endLine: 3,
        score: Number(hit.score.toFixed(4)),
        arms: hit.arms,
      },
    ]);
    for (const view of ["digest", "compact", "snippet"])
      for (const cached of [0, 1]) {
        const again = await client.search(token, "harbour pilot", { view });
        const logged = await last();
        expect(logged).toMatchObject({ id: again.body.recallId, cached, profile: "edge" });
        const hits = JSON.parse(logged.hits);
        expect(hits).toHaveLength(again.body.hits.length);
        expect(hits[0]).toMatchObject({ chunk: hit.id, path: "guides/harbour.md" });
        expect(logged.tokens).toBeGreaterThan(0);
      }
    const skipped = await client.search(token, "thanks!", { auto: true });
    expect(await last()).toMatchObject({ id: skipped.body.recallId, outcome: "skipped", hits: "[]" });
  });
});
