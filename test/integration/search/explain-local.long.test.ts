import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession } from "../../../src/database/session.ts";
import worker from "../../../src/local.ts";
import { createMeter } from "../../../src/models/ports.ts";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import type { SearchAnswer } from "../../../src/search/contract/search.ts";
import { findChunks } from "../../../src/search/explain/chunk-lookup.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

const FILES = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [
    `${at}.md`,
    `# Note ${at}\n\nThe ${at % 2 ? "weir" : "kitchen"} has ${at % 3 ? "eels" : "keys"}.\n\n## Vault\n\nKept ${at} years.\n`,
  ]),
);

const QUERIES = [
  "weir eels",
  "kithcen keys",
  "vault",
  "nothing of this kind",
  '"has eels"',
  "note 7 vault kept",
];

interface Told {
  readonly id: string;
  readonly score: number;
}

describe("explaining on the embedded parts", () => {
  let database: TestDatabase;
  let client: TestClient;
  let token: string;
  let ids: readonly string[];

  const search = async (
    query: string,
    more: Record<string, unknown>,
  ): Promise<SearchAnswer & { readonly hits: Told[] }> => (await client.search(token, query, more)).body;

  beforeAll(async () => {
    database = await openQuickDatabase();
    client = createClient(worker as never, testEnv(database.database));
    token = await client.workspace("default");
    await client.upload(token, FILES);
    await client.sweep();
    const rows = await database.database.prepare("SELECT id FROM chunks ORDER BY id").all<{ id: string }>();
    ids = rows.results.map(({ id }) => id);
  });
  afterAll(() => database.dispose());

  it.each(PROFILES)("agrees in %s with the search on every chunk", async (profile) => {
    const sample = ids.filter((_, at) => at % 25 === 0);
    for (const query of QUERIES) {
      const { hits, asOf } = await search(query, { profile });
      const shown = new Map(hits.map(({ id, score }, at) => [id, { rank: at + 1, score }]));
      for (const id of [...sample, ...hits.slice(0, 1).map((hit) => hit.id)]) {
        const body = { query, id, profile, asOf };
        const answer = (await client.call("POST", "/v1/explain", { token, body })).body;
        const about = `${profile} ${query} ${id} ${answer.reason}`;
        expect([about, answer.reason === "shown"]).toEqual([about, shown.has(id)]);
        expect(answer.rank ?? 0, about).toBeGreaterThanOrEqual(shown.get(id)?.rank ?? 0);
        if (answer.reason === "shown") expect(answer.steps.at(-1)).toMatchObject(shown.get(id) ?? {});
      }
    }
  });

  it("finds a chunk by few rows, however many there are", async () => {
    const meter = createMeter();
    const session = openSession(database.database, { from: "primary", meter });
    const [id = ""] = ids;
    const byId = await findChunks(session, 1, { idStart: id.slice(0, 12) });
    expect(byId.map(({ row }) => row.id)).toEqual([id]);
    const byLine = { root: undefined, path: "7.md", line: 3, column: undefined };
    expect(await findChunks(session, 1, byLine)).toHaveLength(1);
    expect(await findChunks(session, 2, byLine)).toEqual([]);
    expect(meter.rowsRead).toBeLessThan(20);
  });
});
