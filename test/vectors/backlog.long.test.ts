import { describe, expect, it } from "vitest";
import { openSession } from "../../src/database/session.ts";
import { HASH_SPACE, hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import { createMeter, spaceKey, type VectorIndex } from "../../src/models/ports.ts";
import { sweep } from "../../src/vectors/sweep.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

/** How much more reading a passage of ten times the backlog may cost. */
const GROWTH = 1.2;

/** A slice of the paid plan. */
const ROWS = 500;

const INDEX: VectorIndex = {
  ...{ maxUpsert: 1_000, maxDelete: 1_000, maxGet: 20, nearest: async () => [], visible: async () => [] },
  upsert: async () => crypto.randomUUID(),
  remove: async () => crypto.randomUUID(),
  progress: async () => ({ processedUpToMutation: undefined, processedUpToMs: undefined }),
};

describe("a backlog", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();

  /** A workspace with so many pending passages, made of one. */
  const pending = async (passages: number) => {
    const workspace = await newWorkspace(spaceKey(HASH_SPACE));
    await write(workspace, { "a.md": "Herons nest by the weir.\n" });
    await all(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${passages - 1})
      INSERT INTO chunks (id, workspace, document, ordinal, start_line, end_line, headings, text, text_hash, embed_hash, sent_hash, tokens)
      SELECT printf('%032x', ${workspace} * 1000000 + i), workspace, document, i, 1, 1, headings, text || i, 't' || i, 'e' || i, 's' || i, 8
      FROM n CROSS JOIN chunks c WHERE c.workspace = ${workspace}`);
    return workspace;
  };

  /** Passages that were given up: older than those that are pending. */
  const givenUp = async (passages: number) => {
    await pending(passages);
    await all("UPDATE chunks SET vector_state = 'failed'");
    await all(
      "INSERT INTO outbox (workspace, chunk, op, state, next_at) SELECT workspace, id, 'upsert', 'parked', 0 FROM chunks",
    );
  };

  /** Rows read a passage until nothing is pending, by runs of a few slices, while the index shows nothing. */
  const readsOf = async (passages: number, parked = 0): Promise<number> => {
    await empty("workspaces", "chunks", "documents", "embeddings", "outbox", "sent_calls", "claims");
    if (parked > 0) await givenUp(parked);
    await pending(passages);
    const meter = createMeter();
    const db = openSession(here.opened.database, { from: "primary", meter });
    const deps = {
      ...{ db, embedder: hashEmbedder, vectors: INDEX, now: () => NOW_MS, random: () => 0.5 },
      ...{ newLease: () => crypto.randomUUID(), modelBudget: undefined, callTimeoutMs: 60_000 },
    };
    let claimed = 1;
    while (claimed > 0)
      claimed = (await sweep(deps, { workspace: undefined, rows: ROWS, slices: 4, lookups: 0 })).claimed;
    expect(await column("SELECT count(*) FROM chunks WHERE vector_state = 'embedded'")).toEqual([passages]);
    return meter.rowsRead / passages;
  };

  it("is drained by reading as many rows a passage as a small one, whatever was given up before", async () => {
    const small = await readsOf(1_000);
    expect(await readsOf(10_000)).toBeLessThan(GROWTH * small);
    expect(await readsOf(1_000, 5_000)).toBeLessThan(GROWTH * small);
  });
});
