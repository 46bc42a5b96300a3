import { openSession, type Session } from "../../src/database/session.ts";
import { statement } from "../../src/database/statement.ts";
import { createMeter } from "../../src/models/ports.ts";
import { auditArrived } from "../../src/moves/audit-arrived.ts";
import { advanceMove, type MoveDeps, startMove } from "../../src/moves/move.ts";
import type { MovePlaces } from "../../src/moves/places.ts";
import { COPIED, type CopiedTable, WORK } from "../../src/moves/sql/copied-tables.ts";
import { findMove, type MovePhase } from "../../src/moves/sql/move-rows.ts";
import { fakeVectorize } from "../support/fakes/fake-vectorize.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { type SimulatedClock, simulatedClock, worldOn } from "../support/worlds/world.ts";

const EPOCH = statement<{ epoch: string; at: number }>("SELECT epoch, started_at AS at FROM epochs");
const KNOWN = statement(
  "INSERT INTO epochs (num, epoch, started_at) VALUES (1, :epoch, :at) ON CONFLICT DO NOTHING",
);

const primary = (database: D1Database): Session =>
  openSession(database, { from: "primary", meter: createMeter() });

/** Two databases, the first with a whole service on it, and what moves workspaces from it to the second, so many steps a slice. */
export async function moveWorld({ steps = 50 } = {}) {
  const [source, target] = [await openQuickDatabase(), await openQuickDatabase()];
  const clock = simulatedClock();
  const vectorize = fakeVectorize({ now: clock.now, visibleAfterMs: 0 });
  const world = worldOn(source, { more: {}, vectorize, clock });
  const arrived = worldOn(target, { more: {}, vectorize, clock });
  const [db, there] = [primary(source.database), primary(target.database)];
  const places: MovePlaces = { source: db, target: there, first: db, from: 1, to: 2 };
  const parts = { world, arrived, db, there, places, clock, steps };
  return {
    ...parts,
    async mover(slug: string) {
      const token = await world.client.workspace(slug);
      // Every database of a deployment knows which beginning of its tokens counts.
      const [epoch] = await db.all(EPOCH);
      await there.all(KNOWN, { ...epoch });
      return moverOf(parts, slug, token);
    },
    async dispose() {
      await source.dispose();
      await target.dispose();
    },
  };
}

export type MoveWorld = Awaited<ReturnType<typeof moveWorld>>;

interface Parts {
  readonly db: Session;
  readonly places: MovePlaces;
  readonly clock: SimulatedClock;
  readonly steps: number;
}

/** A new workspace, and what moves it. */
async function moverOf({ db, places, clock, steps }: Parts, slug: string, token: string) {
  const [row] = await db.all(statement<{ num: number }>(`SELECT num FROM workspaces WHERE slug = '${slug}'`));
  const workspace = Number(row?.num);
  const wholeAudit = auditArrived({
    ...{ plan: "paid", secrets: [], random: () => 0, now: clock.now },
    vectorsFor: () => undefined,
  });
  const depsOver = (over: MovePlaces, audit: MoveDeps["audit"]): MoveDeps => ({
    placesOf: () => over,
    audit,
    now: clock.now,
    random: () => 0,
    limits: { bytes: 1_000_000, rows: 500, notes: 500, tables: 100, steps },
  });
  const phase = async (): Promise<MovePhase | undefined> => (await findMove(db, workspace))?.phase;
  const errorOf = statement<{ error: string | null }>(
    `SELECT last_error AS error FROM moves WHERE workspace = ${workspace}`,
  );
  /** One slice, and time for what waits. Answers why it failed; undefined: it did not. */
  const advance = async (over: MovePlaces = places, audit = wholeAudit): Promise<string | undefined> => {
    clock.advance(31_000);
    await advanceMove(depsOver(over, audit), over.source, { workspace });
    return (await db.first(errorOf))?.error ?? undefined;
  };
  /** Slices until the phase is over; of more than a hundred something goes round in a circle. */
  const whilePhase = async (
    during: MovePhase,
    { over = places, meanwhile }: { over?: MovePlaces; meanwhile?: () => Promise<unknown> } = {},
  ) => {
    for (let slice = 0; (await phase()) === during; slice++) {
      if (slice === 100) throw new Error(`still ${during}: ${await advance(over)}`);
      await meanwhile?.();
      await advance(over).catch(() => undefined);
    }
  };
  const start = () => startMove(places, { workspace, nowMs: clock.now() });
  return { token, workspace, phase, advance, whilePhase, start };
}

export type Mover = Awaited<ReturnType<typeof moverOf>>;

type Table = Pick<CopiedTable, "name" | "columns">;

/** Tables that a workspace has rows in which move, with what is the same in two databases. */
const TABLES: readonly Table[] = [
  { name: "documents", columns: ["*"] },
  { name: "chunks", columns: ["*"] },
  ...COPIED,
];

type Content = Readonly<Record<string, readonly string[]>>;

/** The rows of a workspace by table, each as text. */
async function rowsOf(db: Session, workspace: number, of: readonly Table[]): Promise<Content> {
  const tables = of.map(async ({ name, columns }) => {
    const listed = columns.map((column) =>
      column === "vector" ? "hex(vector) AS vector" : column === "*" ? "*" : `"${column}"`,
    );
    const rows = await db.all(
      statement(`SELECT ${listed.join(", ")} FROM ${name} WHERE workspace = ${workspace}`),
    );
    return [name, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** What the background of a database would work on for a workspace. */
export const workOf = (db: Session, workspace: number): Promise<Content> => rowsOf(db, workspace, WORK);

/** The chunks whose vectors a database believes to be in the index. */
export async function embeddedIn(db: Session, workspace: number): Promise<readonly string[]> {
  const embedded = statement<{ readonly id: string }>(
    `SELECT id FROM chunks WHERE workspace = ${workspace} AND vector_state = 'embedded'`,
  );
  return (await db.all(embedded)).map(({ id }) => id);
}

/** Everything that a database holds of a workspace, by table, each row as text; with the words of its keyword index. */
export async function contentOf(db: Session, workspace: number): Promise<Content> {
  const words = `words_${workspace}`;
  await db.all(
    statement(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${words} USING fts5vocab('chunks_fts_${workspace}', 'instance')`,
    ),
  );
  const tables = await rowsOf(db, workspace, TABLES);
  const instances = await db.all(
    statement(`SELECT doc, col, "offset", term FROM ${words} ORDER BY 1, 2, 3, 4`),
  );
  await db.all(statement(`DROP TABLE ${words}`));
  return { ...tables, words: instances.map((row) => JSON.stringify(row)) };
}
