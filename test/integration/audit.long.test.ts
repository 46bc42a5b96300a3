import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditAnswer, AuditCheckAnswer } from "../../src/contract/audit.ts";
import { createWorld, type World } from "../support/world.ts";

const FILES: Readonly<Record<string, string>> = {
  "heron.md": "# Heron\n\nThe heron nests in reeds.\n\n## Food\n\nIt eats fish and frogs.\n",
  "eel.md": "# Eel\n\nEels pass the weir at night.\n",
  "deep/otter.md": "The otter sleeps.\n",
};

describe("the audit", () => {
  let world: World;
  let token: string;

  // One world for all: what each damages it must have repaired.
  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
    await world.client.upload(token, FILES);
    for (let sweep = 0; sweep < 2; sweep++) await world.client.sweep();
    await world.vectorize.describe();
  });
  afterAll(() => world.dispose());

  const run = (sql: string, ...params: unknown[]) =>
    world.database
      .prepare(sql)
      .bind(...params)
      .run();
  const first = async (sql: string) => (await world.database.prepare(sql).first<{ v: string }>())?.v ?? "";

  const pages = async (
    ask: (cursor: string | undefined) => Promise<{ status: number; body: AuditAnswer }>,
  ) => {
    const checks: AuditCheckAnswer[] = [];
    let next: string | null | undefined;
    do {
      const { status, body } = await ask(next ?? undefined);
      expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
      checks.push(...body.checks);
      next = body.next;
    } while (next !== null);
    return checks;
  };
  const audit = (full = false) =>
    pages((cursor) => {
      const query = new URLSearchParams({ full: String(full), ...(cursor !== undefined && { cursor }) });
      return world.client.call("GET", `/v1/audit?${query}`, { token });
    });
  const repair = () =>
    pages((cursor) =>
      world.client.call("POST", "/v1/audit/repair", {
        token,
        body: { ...(cursor !== undefined && { cursor }) },
      }),
    );
  const wrong = async (full = false) =>
    (await audit(full)).filter(({ failed }) => failed > 0).map(({ check }) => check);

  it("finds nothing wrong with a healthy index", async () => {
    const checks = await audit(true);
    expect(checks.filter(({ failed }) => failed > 0)).toEqual([]);
    expect(checks.filter(({ checked }) => checked === 0).map(({ check }) => check)).toEqual([
      "orphan_work",
      "stuck_work",
      "failed_work",
      "observation_without_memory",
      "memory_twice",
      "question_without_chunk",
    ]);
  });
  const ZERO = Buffer.concat([Buffer.from([0, 0, 128, 63]), Buffer.alloc(768)]).toString("base64");
  const oneChunk = "SELECT id AS v FROM chunks WHERE text LIKE '%weir%'";

  it.each<readonly [string, readonly string[], () => Promise<unknown>]>([
    [
      "a missing keyword row",
      ["missing_keyword_row"],
      async () =>
        run(`DELETE FROM chunks_fts_1 WHERE rowid = (SELECT rid FROM chunks WHERE id = (${oneChunk}))`),
    ],
    [
      "an orphan keyword row",
      ["orphan_keyword_row"],
      () =>
        run(
          "INSERT INTO chunks_fts_1 (rowid, title, text, context, ident) VALUES (999, '', 'ghost', '', '')",
        ),
    ],
    [
      "a missing embedding",
      ["missing_embedding"],
      () =>
        run(`DELETE FROM embeddings WHERE hash = (SELECT embed_hash FROM chunks WHERE id = (${oneChunk}))`),
    ],
    [
      "a zero vector",
      ["invalid_vector"],
      () =>
        run(
          `UPDATE embeddings SET vector = ? WHERE hash = (SELECT embed_hash FROM chunks WHERE id = (${oneChunk}))`,
          ZERO,
        ),
    ],
    [
      "an orphan vector",
      ["orphan_vector"],
      () =>
        world.vectorize.upsert([
          {
            id: "f".repeat(32),
            namespace: "w1g1",
            values: Array.from({ length: 768 }, () => 0.1),
            metadata: {},
          },
        ]),
    ],
    [
      "a vector missing in the vector index",
      ["missing_vector"],
      async () => world.vectorize.deleteByIds([await first(oneChunk)]),
    ],
    [
      "a wrong line range",
      ["line_ranges"],
      () => run(`UPDATE chunks SET start_line = 7, end_line = 9 WHERE id = (${oneChunk})`),
    ],
    [
      "a stale text hash",
      ["text_hashes"],
      () => run(`UPDATE chunks SET text_hash = 'stale' WHERE id = (${oneChunk})`),
    ],
    [
      "orphan rows of other tables",
      ["rows_without_workspace"],
      async () => {
        await run("INSERT INTO root_origins VALUES (7, 'ghost', 'origin', 0)");
        await run("INSERT INTO embeddings VALUES (9, 'm|cls|768|1', 'chunk', 'a', 'AAAAAAAA', 0)");
      },
    ],
    [
      "a stuck lease",
      ["stuck_work"],
      () =>
        run(
          `INSERT INTO outbox (workspace, chunk, op, next_at, lease, lease_until) VALUES (1, (${oneChunk}), 'upsert', 0, 'dead', 1)`,
        ),
    ],
    [
      "a chunk that nothing brings its vector",
      ["missing_work"],
      () => run(`UPDATE chunks SET vector_state = 'pending' WHERE id = (${oneChunk})`),
    ],
    [
      "work for a chunk that is gone",
      ["orphan_work"],
      () => run("INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (1, 'gone', 'upsert', 0)"),
    ],
    [
      "work that was given up",
      ["failed_work"],
      () =>
        run(
          `INSERT INTO outbox (workspace, chunk, op, next_at, state) VALUES (1, (${oneChunk}), 'upsert', 0, 'parked')`,
        ),
    ],
    [
      "a question about a chunk that is gone",
      ["question_without_chunk"],
      () => run("INSERT INTO contexts (chunk, workspace, document) VALUES ('gone', 1, 1)"),
    ],
    [
      "totals that do not add up",
      ["workspace_totals"],
      () => run("UPDATE workspaces SET chunks = chunks + 1, bytes = 0"),
    ],
    [
      "an older text of no memory",
      ["observation_without_memory"],
      () =>
        run(
          "INSERT INTO memory_observations (workspace, memory, text, type, confidence, at) VALUES (1, 'gone', 'x', 'fact', 1, 0)",
        ),
    ],
    [
      "a memory that is there and superseded",
      ["memory_twice"],
      async () => {
        const body = { text: "The eel passes at night." };
        const { memory } = (await world.client.call("POST", "/v1/memories", { token, body })).body;
        await world.client.sweep();
        await run(
          `INSERT INTO past_memories (workspace, id, state, left_at, text, type, importance, priority, confidence,
             times_observed, first_observed, last_observed, tags, entities, metadata)
           VALUES (1, ?, 'superseded', 0, 'x', 'fact', 1, 1, 1, 1, 0, 0, '[]', '[]', '{}')`,
          memory.id,
        );
      },
    ],
    [
      "votes that do not add up",
      ["wrong_votes"],
      () => run(`UPDATE chunks SET votes_net = 3, votes_at = 9000000000000 WHERE id = (${oneChunk})`),
    ],
    [
      "an entity that miscounts its mentions",
      ["entity_counts"],
      () =>
        run(
          "INSERT INTO entities (workspace, slug, name, type, state, mentions) VALUES (1, 'ghost', 'Ghost', 'other', 1, 3)",
        ),
    ],
    [
      "a mention of an entity that is not there",
      ["mention_without_entity"],
      () =>
        run(
          `INSERT INTO mentions (entity, at, chunk, evidence) SELECT 99, 0, rid, 100 FROM chunks WHERE id = (${oneChunk})`,
        ),
    ],
    [
      "a document that miscounts its chunks",
      ["document_counts", "workspace_totals"],
      () => run("UPDATE documents SET chunk_count = 9 WHERE path = 'eel.md'"),
    ],
  ])("finds %s, and repairs it", async (_title, expected, damage) => {
    await damage();
    await world.vectorize.describe();
    const found = (await audit()).filter(({ failed }) => failed > 0);
    expect(found.map(({ check }) => check)).toEqual(expected);
    expect(found[0]?.repair[0]).toBe("recall doctor --repair");
    expect(found[0]?.examples).toHaveLength(found[0]?.failed ?? 0);
    await repair();
    await run("UPDATE outbox SET next_at = 0");
    // A repair counts as soon as its work is in the outbox, and still does when the work is done.
    expect(await wrong()).toEqual([]);
    for (let sweep = 0; sweep < 2; sweep++) await world.client.sweep();
    await world.vectorize.describe();
    expect(await wrong(true)).toEqual([]);
    const { body } = await world.isolate().search(token, "weir at night");
    expect(body.hits[0].citation).toBe("eel.md#L1-L3");
    expect(world.vectorize.visible.size).toBe(Number(await first("SELECT count(*) AS v FROM chunks")));
  });
});
