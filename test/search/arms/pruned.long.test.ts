import { beforeAll, describe, expect, it } from "vitest";
import { ftsTable } from "../../../src/database/keyword-tables.ts";
import { statement } from "../../../src/database/statement.ts";
import { markRoot } from "../../../src/documents/sql/deletions.ts";
import { MATCHES } from "../../../src/search/arms/keyword/keyword.ts";
import { type KeywordMatch, matchesRead } from "../../../src/search/arms/keyword/matches.ts";
import { LARGE_PASSAGES } from "../../../src/search/arms/keyword/pruned.ts";
import { sqlWorld } from "../../support/worlds/sql-world.ts";
import { planOf } from "../fakes.ts";
import { seededRandom } from "../../../src/cli/commands/eval/statistics/significance.ts";

const { here, all, newWorkspace, write } = sqlWorld();
let workspace = 0;

const PASSAGES = 3_000;
const random = seededRandom(5);
const letters = "bdfgklmnprtvz";
/** No two of one stem. */
const WORDS = Array.from(letters).flatMap((a) => Array.from(letters, (b) => `${a}o${b}uk`));
/** Low ones far more often: the first is in most passages, the last in a few. */
const word = (skew: number): string => WORDS[Math.floor(WORDS.length * random() ** skew)] ?? "";
const words = (count: number, skew: number): string =>
  Array.from({ length: count }, () => word(skew)).join(" ");

/** Copies of one passage with texts of their own: what is read of them is what is written of any. */
async function fill(texts: readonly string[]): Promise<void> {
  const columns = (await all<{ name: string }>("SELECT name FROM pragma_table_info('chunks')"))
    .map(({ name }) => name)
    .filter((name) => !["rid", "id", "ordinal", "text"].includes(name));
  const values = { texts: JSON.stringify(texts), workspace };
  const [copied, indexed, counted] = [
    `INSERT INTO chunks (id, ordinal, text, ${columns}) SELECT c.id || j.key, j.key, j.value, ${columns.map((name) => `c.${name}`)}
      FROM chunks c CROSS JOIN json_each(:texts) j WHERE c.workspace = :workspace`,
    `INSERT INTO ${ftsTable(workspace)} (rowid, title, text, context, ident) SELECT c.rid, iif(c.ordinal % 7 = 0, c.text, ''), c.text, '', ''
      FROM chunks c WHERE c.workspace = :workspace AND c.ordinal > 0`,
    `UPDATE workspaces SET chunks = (SELECT count(*) FROM chunks WHERE workspace = :workspace) WHERE num = :workspace`,
  ].map((sql) => here.db.bind(statement(sql), values));
  await here.db.batch({ copied, indexed, counted });
}

beforeAll(async () => {
  workspace = await newWorkspace();
  await write(workspace, { "a.md": "Nothing of it.\n" });
  await fill(["", ...Array.from({ length: PASSAGES }, () => words(4 + Math.floor(random() * 12), 3))]);
});

type Found = readonly Pick<KeywordMatch, "id" | "bm25">[];

async function ask(
  query: string,
  ranking: { passages: number; areRowsFree: boolean },
  more = {},
): Promise<Found> {
  const plan = await planOf({ query, ...more }, undefined, { workspace, ranking });
  const [read] = matchesRead(MATCHES, plan, plan.query);
  if (read === undefined) throw new Error("nothing is asked");
  const rows = read.answer(await here.db.all(read.statement, read.values)) as Found;
  return rows.map(({ id, bm25 }) => ({ id, bm25 }));
}

const WHOLE = { passages: 0, areRowsFree: false };
const LARGE = [false, true].map((areRowsFree) => ({ passages: LARGE_PASSAGES, areRowsFree }));

/** Whether matches were left out, and whether that was enough. */
async function howAsked(
  query: string,
): Promise<{ readonly bound: number | null; readonly isExact: 0 | 1 } | undefined> {
  const plan = await planOf({ query }, undefined, {
    workspace,
    ranking: { passages: LARGE_PASSAGES, areRowsFree: true },
  });
  const [read] = matchesRead(MATCHES, plan, plan.query);
  if (read === undefined) return undefined;
  const { sql, names } = read.statement;
  const prologue = sql
    .slice(0, sql.search(/\s+SELECT c\.id/))
    .replaceAll(/\?(\d+)/g, (_, at) => `:${names[Number(at) - 1]}`);
  const asked = `${prologue} SELECT bound, isExact FROM question CROSS JOIN judged`;
  return here.db.first(statement<{ bound: number | null; isExact: 0 | 1 }>(asked), read.values);
}

const QUERIES = Array.from({ length: 20 }, (_, at) => `${words(2, 6)} ${words(1 + (at % 4), 1.2)}`);

describe("a large workspace", () => {
  it("has the same matches in the same order with the same scores, whatever is left out of the ranking", async () => {
    const kinds = new Set<string>();
    for (const query of QUERIES) {
      const whole = await ask(query, WHOLE);
      for (const ranking of LARGE) expect(await ask(query, ranking)).toEqual(whole);
      const { bound = null, isExact = 0 } = (await howAsked(query)) ?? {};
      kinds.add(bound === null ? "nothing is left out" : isExact === 1 ? "less is ranked" : "asked again");
    }
    expect(kinds).toContain("less is ranked");
    expect(kinds).toContain("asked again");
  });

  it.each([
    ["a word that no passage has", `${WORDS[0]} nobody ${WORDS[160]}`],
    ["nothing but such words", "nobody nowhere"],
    ["a word that is still being typed", `${WORDS[0]} ${WORDS[150]?.slice(0, 4)}`],
    ["other letters", `${WORDS[0]} 会议室 ${WORDS[155]} Zürich`],
    ["a phrase", `"${WORDS[0]} ${WORDS[1]}" ${WORDS[150]}`],
  ])("answers a query with %s as a small one does", async (_, query) => {
    const more = { typing: query.length % 2 === 0 };
    for (const ranking of LARGE)
      expect(await ask(query, ranking, more)).toEqual(await ask(query, WHOLE, more));
  });

  it("shows nothing of a deleted root", async () => {
    await write(workspace, { "gone.md": `${WORDS[160]} ${WORDS[0]}\n` }, { root: "gone" });
    const query = `${WORDS[160]} ${WORDS[0]} ${WORDS[1]}`;
    const before = await ask(query, WHOLE);
    for (const ranking of LARGE) expect(await ask(query, ranking)).toEqual(before);
    await markRoot(here.db, { workspace, root: "gone", prefix: "" });
    const after = await ask(query, WHOLE);
    expect(after).not.toEqual(before);
    for (const ranking of LARGE) expect(await ask(query, ranking)).toEqual(after);
  });
});
