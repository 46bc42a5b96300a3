import { createKeywordIndex } from "../../../src/database/keyword-tables.ts";
import { openSession, type Session } from "../../../src/database/session.ts";
import { createMeter } from "../../../src/models/ports.ts";
import { answersOf, askDatabase, type DatabaseRead } from "../../../src/search/hops/reads.ts";
import { quantise } from "../../../src/text/quantise.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";
import { EAST, NOW_MS } from "../fakes.ts";

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;

/** The workspace of `planOf`, and one that must never show. */
export const OWN = 7;
export const OTHER = 8;

export const SPACE = "fake|cls|2|1";

/** What a row holds that its case does not speak of. */
const DEFAULTS: Readonly<Record<string, Row>> = {
  documents: {
    ...{ workspace: OWN, root: "notes", hash: "", bytes: 0, lines: 1, final_newline: 1, mtime: 0 },
    ...{ language: "markdown", chunk_count: 1, chunker: 1, indexed_at: 0 },
  },
  chunks: {
    ...{ workspace: OWN, ordinal: 0, start_line: 1, end_line: 1, headings: "[]", text: "", text_hash: "" },
    ...{ embed_hash: "", sent_hash: "", tokens: 1, vector_state: "visible" },
  },
  embeddings: { workspace: OWN, identity: SPACE, vector: quantise(EAST) ?? "", used_at: 0 },
  outbox: { workspace: OWN, op: "upsert", state: "due", next_at: 0 },
  answers: { workspace: OWN, version: 1, body: "{}", created_at: NOW_MS },
  generated: { workspace: OWN, kind: "expansion", text: "", used_at: 0 },
  query_results: { workspace: OWN, used_at: 0 },
  workspaces: { name: "", identity: SPACE, created_at: 0 },
  tokens: { workspace: OWN, scope: "read", name: "", created_at: 0, claims: "" },
  entities: { workspace: OWN, type: "person" },
  mentions: { workspace: OWN, type: "person", passages: 1, evidence: 100, spots: "{}" },
  entity_names: { workspace: OWN },
};

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A real database with two empty workspaces, rows of which are written straight. */
export async function openDesk() {
  const { database, dispose } = await openQuickDatabase();
  const session = (): Session => openSession(database, { from: "primary", meter: createMeter() });
  const put = async (rows: Readonly<Record<string, readonly Row[]>>): Promise<void> => {
    const statements = Object.entries(rows).flatMap(([table, some]) =>
      some.map((row) => {
        const whole = { ...DEFAULTS[table], ...row };
        const names = Object.keys(whole);
        const signs = names.map((name) => (name === "vector" ? "unhex(?)" : "?"));
        return database
          .prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${signs.join(", ")})`)
          .bind(...Object.values(whole));
      }),
    );
    await database.batch(statements);
  };
  const db = session();
  await put({ workspaces: [OWN, OTHER].map((num) => ({ num, slug: `w${num}` })) });
  await db.batch({ index: [OWN, OTHER].flatMap((num) => createKeywordIndex(db, num)) });
  return {
    ...{ database, dispose, session, put },
    /** Runs a piece of SQL that no case looks at. */
    run: (sql: string, ...params: readonly Value[]) =>
      database
        .prepare(sql)
        .bind(...params)
        .run(),
    all: async <Found>(sql: string, ...params: readonly Value[]) =>
      (
        await database
          .prepare(sql)
          .bind(...params)
          .all<Found>()
      ).results,
    /** What reads of a search answer. */
    async ask(reads: readonly DatabaseRead[], asker: Session = session()) {
      const hops = { during: <Answer>(work: () => Promise<Answer>) => work() } as never;
      return answersOf(new Map(await askDatabase({ db: asker, hops }, reads)));
    },
  };
}
