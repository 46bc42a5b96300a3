import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../support/worlds/world.ts";

/** Rows written a passage from its upload until the index shows its vector: D1 bills them, 100,000 a day are free. */
const MAX_ROWS = 12;

/** What a note names is counted elsewhere. */
const NAMES =
  /(?:^|\) )(?:INSERT INTO|UPDATE|DELETE FROM) (?:entities|entity_names|mentions|more_mentions|relations)\b/;

const SUBJECTS = [
  ...[
    "heron",
    "eel",
    "otter",
    "weir",
    "sluice",
    "reed bed",
    "boathouse",
    "towpath",
    "lock gate",
    "mill race",
  ],
  ...["kiln", "orchard"],
];
const PARTS = [
  "In spring",
  "In summer",
  "In autumn",
  "In winter",
  "By day",
  "By night",
  "What to do",
  "What to leave",
];
const LINES = [
  "The water stands higher than last year, and what was dry in March lies under it for weeks at a time.",
  "Whoever walks there looks first, then counts, then writes it down with the hour and the wind.",
  "Nothing is moved before the ropes are checked twice, because the old ones hold only as long as they are wet.",
  "A second pair of hands makes it a morning's work; alone it takes the day and most of the evening.",
  "The tools go back where they came from, oiled, and what is broken goes on the bench by the door.",
  "If it rains for three days in a row the plan for low water no longer holds and the upper path is closed.",
];

/** A note of several passages on each subject. */
const NOTES = Object.fromEntries(
  SUBJECTS.map((subject, note) => {
    const sections = PARTS.map((part, at) => {
      const lines = LINES.map((line, turn) => LINES[(turn * 5 + at + note) % LINES.length] ?? line);
      return `## ${part}: the ${subject}\n\nNote ${note}.${at} on the ${subject}. ${lines.join(" ")}\n`;
    });
    return [`${subject.replaceAll(" ", "-")}.md`, `# The ${subject}\n\n${sections.join("\n")}`];
  }),
);

/** The database, with the rows that each statement writes by what it says. */
function metered(database: D1Database, note: (sql: string, rows: number) => void): D1Database {
  const withSession = (start?: string) => {
    const session = database.withSession(start);
    const batch = async (statements: (D1PreparedStatement & { readonly sql: string })[]) => {
      const answers = await session.batch(statements);
      for (const [at, { meta }] of answers.entries()) note(statements[at]?.sql ?? "", meta.rows_written);
      return answers;
    };
    return {
      prepare: (sql: string) => session.prepare(sql),
      batch,
      getBookmark: () => session.getBookmark(),
    };
  };
  return { ...database, withSession } as unknown as D1Database;
}

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

it(`a pushed passage costs at most ${MAX_ROWS} rows written until its vector is shown, what it names left out`, async () => {
  const token = await world.client.workspace("default");
  const written = new Map<string, number>();
  const database = metered(world.database, (sql, rows) => {
    if (!NAMES.test(sql)) written.set(sql, (written.get(sql) ?? 0) + rows);
  });
  const client = world.isolate({ DB: database });
  await client.upload(token, NOTES);
  await client.sweep();
  await client.sweep();
  const states = await world.database
    .prepare("SELECT vector_state AS state, count(*) AS n FROM chunks GROUP BY 1")
    .all<{ state: string; n: number }>();
  const passages = states.results[0]?.n ?? 0;
  expect(states.results).toEqual([{ state: "visible", n: passages }]);
  expect(passages).toBeGreaterThan(SUBJECTS.length * 4);
  const left = await world.database.prepare("SELECT count(*) AS n FROM outbox").first("n");
  expect(left).toBe(0);
  const rows = [...written.values()].reduce((sum, count) => sum + count, 0);
  expect(rows / passages, JSON.stringify([...written].filter(([, count]) => count > 0))).toBeLessThanOrEqual(
    MAX_ROWS,
  );
});
