import type { TestClient } from "./client.ts";
import type { World } from "./worlds/world.ts";

/** Where damage is done: workspace 1, healthy and swept. */
export interface DamageSite {
  readonly world: World;
  /** Of the workspace. */
  readonly token: string;
  /** Id of the chunk that it is done to. */
  readonly chunk: string;
}

/** One kind of damage that the audit must see. */
interface Damage {
  readonly title: string;
  /** Checks that fail by it, in their order. */
  readonly fails: readonly string[];
  /** Statements of one batch in which `?1` is the chunk's id. */
  readonly statements?: readonly string[];
  /** What no statement does. */
  readonly damage?: (site: DamageSite) => Promise<unknown>;
}

/** Digits of a stored vector of 768 levels that are all zero: format, scale, levels. */
const ZERO = `000000803F${"00".repeat(768)}`;

const HASH = "(SELECT embed_hash FROM chunks WHERE id = ?1)";

/** The id of a source by which the test's client pushes: all zeros. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** A source of the workspace that nothing is pulled from. */
const source = (id: string, root: string, state: string): string => {
  const set = Object.fromEntries(state.split(", ").map((part) => part.split(" = ") as [string, string]));
  return `INSERT INTO sources (id, workspace, root, kind, location, every_hours, paused_at, created_at, ${Object.keys(set)})
    VALUES ('${id}', 1, '${root}', 'site', 'https://docs.acme.io/', 24, 1, 1, ${Object.values(set)})`;
};

const remember = async (client: TestClient, token: string): Promise<string> =>
  (await client.call("POST", "/v1/memories", { token, body: { text: "The eel passes at night." } })).body
    .memory.id;

/** Damage that a repair mends; first what sweeps, which would take away what others did. */
export const DAMAGES: readonly Damage[] = [
  {
    title: "a memory that is there and superseded",
    fails: ["memory_twice"],
    async damage({ world, token }) {
      const memory = await remember(world.client, token);
      await world.client.sweep();
      const sql = `INSERT INTO past_memories (workspace, id, state, left_at, text, type, importance, priority, confidence,
          times_observed, first_observed, last_observed, tags, entities, metadata)
        VALUES (1, ?, 'superseded', 0, 'x', 'fact', 1, 1, 1, 1, 0, 0, '[]', '[]', '{}')`;
      await world.database.prepare(sql).bind(memory).run();
    },
  },
  {
    title: "a missing keyword row",
    fails: ["missing_keyword_row"],
    statements: ["DELETE FROM chunks_fts_1 WHERE rowid = (SELECT rid FROM chunks WHERE id = ?1)"],
  },
  {
    title: "an orphan keyword row",
    fails: ["orphan_keyword_row"],
    statements: [
      "INSERT INTO chunks_fts_1 (rowid, title, text, context, ident) VALUES (999, '', 'ghost', '', '')",
    ],
  },
  {
    title: "a missing embedding",
    fails: ["missing_embedding"],
    statements: [`DELETE FROM embeddings WHERE hash = ${HASH}`],
  },
  {
    title: "a zero vector",
    fails: ["invalid_vector"],
    statements: [`UPDATE embeddings SET vector = unhex('${ZERO}') WHERE hash = ${HASH}`],
  },
  {
    title: "an orphan vector",
    fails: ["orphan_vector"],
    damage: ({ world }) => {
      const values = Array.from({ length: 768 }, () => 0.1);
      return world.vectorize.upsert([{ id: "f".repeat(32), namespace: "w1g1", values, metadata: {} }]);
    },
  },
  {
    title: "a vector missing in the vector index",
    fails: ["missing_vector"],
    damage: ({ world, chunk }) => world.vectorize.deleteByIds([chunk]),
  },
  {
    title: "a wrong line range",
    fails: ["line_ranges"],
    statements: ["UPDATE chunks SET start_line = 7, end_line = 9 WHERE id = ?1"],
  },
  {
    title: "a stale text hash",
    fails: ["text_hashes"],
    statements: ["UPDATE chunks SET text_hash = 'stale' WHERE id = ?1"],
  },
  {
    title: "orphan rows of other tables",
    fails: ["rows_without_workspace"],
    statements: [
      "INSERT INTO root_origins VALUES (7, 'ghost', 'origin', 0)",
      "INSERT INTO embeddings VALUES (9, 'm|cls|768|1', 'a', 'AAAAAAAA', 0)",
    ],
  },
  {
    title: "work that waits for ever",
    fails: ["stuck_work"],
    statements: [
      "INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (1, ?1, 'upsert', 9000000000000)",
    ],
  },
  {
    title: "a chunk that nothing brings its vector",
    fails: ["missing_work"],
    statements: ["UPDATE chunks SET vector_state = 'embedded' WHERE id = ?1"],
  },
  {
    title: "work for a chunk that is gone",
    fails: ["orphan_work"],
    statements: ["INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (1, 'gone', 'upsert', 0)"],
  },
  {
    title: "work that was given up",
    fails: ["failed_work"],
    statements: [
      "INSERT INTO outbox (workspace, chunk, op, next_at, state) VALUES (1, ?1, 'upsert', 0, 'parked')",
    ],
  },
  {
    title: "a question about a chunk that is gone",
    fails: ["question_without_chunk"],
    statements: ["INSERT INTO contexts (chunk, workspace, document) VALUES ('gone', 1, 1)"],
  },
  {
    title: "totals that do not add up",
    fails: ["workspace_totals"],
    statements: ["UPDATE workspaces SET chunks = chunks + 1, bytes = 0"],
  },
  {
    title: "an older text of no memory",
    fails: ["observation_without_memory"],
    statements: [
      "INSERT INTO memory_observations (workspace, memory, text, type, confidence, at) VALUES (1, 'gone', 'x', 'fact', 1, 0)",
    ],
  },
  {
    title: "a memory that may contradict one that is gone",
    fails: ["contradiction_without_memory"],
    statements: ["INSERT INTO contradictions (workspace, memory, other) VALUES (1, 'gone', 'lost')"],
  },
  {
    title: "votes that do not add up",
    fails: ["wrong_votes"],
    statements: ["UPDATE chunks SET votes_net = 3, votes_at = 9000000000000 WHERE id = ?1"],
  },
  {
    title: "an entity that miscounts its mentions",
    fails: ["entity_counts"],
    statements: [
      `INSERT INTO mentions (workspace, slug, name, type, passages, evidence, spots)
        VALUES (1, 'ghost', 'Ghost', 'other', 3, 100, '{}')`,
    ],
  },
  {
    title: "a document that names what is not there",
    fails: ["mention_without_entity"],
    statements: [
      `UPDATE documents SET names = json_insert(names, '$[#]', 'ghost')
        WHERE num = (SELECT document FROM chunks WHERE id = ?1)`,
    ],
  },
  {
    title: "a document that miscounts its chunks",
    fails: ["document_counts", "workspace_totals"],
    statements: [
      "UPDATE documents SET chunk_count = 9 WHERE num = (SELECT document FROM chunks WHERE id = ?1)",
    ],
  },
  {
    title: "a thing of a source that is gone",
    fails: ["source_item_without_source"],
    statements: [
      "INSERT INTO source_items (source, key, workspace, path, run) VALUES ('gone', 'k', 1, 'p.md', 1)",
    ],
  },
  {
    title: "a thing of a source whose document is gone",
    fails: ["source_item_without_document"],
    statements: [
      source("ghosts", "ghosts", "next_at = 0"),
      "INSERT INTO source_items (source, key, workspace, path, run, kept) VALUES ('ghosts', 'k', 1, 'p.md', 1, 1)",
    ],
  },
  {
    title: "a document that the source of its root does not know",
    fails: ["document_without_source_item"],
    statements: [
      source(NOBODY, "notes", "next_at = 0, started_at = 9000000000000, completed_at = 9000000000001"),
    ],
  },
  {
    title: "a source whose lease does not end",
    fails: ["stuck_source"],
    statements: [source("stuck", "stuck", "next_at = 0, lease = 'l', lease_until = 9000000000000")],
  },
];

/** Does one kind of damage; the vector index shows its part of it. */
export async function inflict({ statements = [], damage }: Damage, site: DamageSite): Promise<void> {
  const { world, chunk } = site;
  await damage?.(site);
  for (const sql of statements) {
    const statement = world.database.prepare(sql);
    await (sql.includes("?1") ? statement.bind(chunk) : statement).run();
  }
  await world.vectorize.describe();
}
