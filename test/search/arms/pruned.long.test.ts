import { beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/cli/commands/eval/statistics/significance.ts";
import { ftsTable } from "../../../src/database/keyword-tables.ts";
import { statement } from "../../../src/database/statement.ts";
import { markRoot } from "../../../src/documents/sql/deletions.ts";
import { MATCHES } from "../../../src/search/arms/keyword/keyword.ts";
import { type KeywordMatch, matchesRead } from "../../../src/search/arms/keyword/matches.ts";
import {
  COMMON_SHARE,
  FULL_LIST,
  LARGE_PASSAGES,
  MIN_SPARED,
  UNRANKED_SHARE,
} from "../../../src/search/arms/keyword/pruned.ts";
import { fold } from "../../../src/text/words/fold.ts";
import { findChunks } from "../../../src/search/explain/chunk-lookup.ts";
import { tokenOf } from "../../../src/text/languages/tokens.ts";
import { sqlWorld } from "../../support/worlds/sql-world.ts";
import { planOf } from "../fakes.ts";

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

/** In so many passages that it is worth next to nothing. */
const EVERYWHERE = "quaxiv";
const BARE = 6_000;
/** As the index of a German passage has it. */
const IN_GERMAN = tokenOf(fold("Häuser"), "german");
const TEXTS = [
  ...Array.from({ length: PASSAGES }, (_, at) => {
    const text = words(4 + Math.floor(random() * 12), 3);
    return at % 3 === 0 ? `${EVERYWHERE} ${text}` : text;
  }),
  ...Array.from({ length: BARE }, (_, at) => (at % 2 === 0 ? EVERYWHERE : `${EVERYWHERE} ${IN_GERMAN}`)),
];

/** Copies of one passage with texts of their own: what is read of them is what is written of any. */
async function fill(texts: readonly string[]): Promise<void> {
  const columns = (await all<{ name: string }>("SELECT name FROM pragma_table_info('chunks')"))
    .map(({ name }) => name)
    .filter((name) => !["rid", "id", "ordinal", "text"].includes(name));
  const values = { texts: JSON.stringify(texts), workspace };
  const [copied, indexed] = [
    `INSERT INTO chunks (id, ordinal, text, ${columns}) SELECT c.id || j.key, j.key, j.value, ${columns.map((name) => `c.${name}`)}
      FROM chunks c CROSS JOIN json_each(:texts) j WHERE c.workspace = :workspace`,
    `INSERT INTO ${ftsTable(workspace)} (rowid, title, text, context, ident) SELECT c.rid, iif(c.ordinal % 7 = 0, c.text, ''), c.text, '', ''
      FROM chunks c WHERE c.workspace = :workspace AND c.ordinal > 0`,
  ].map((sql) => here.db.bind(statement(sql), values));
  await here.db.batch({ copied, indexed });
}

/** How many passages the workspace says it has. */
const count = (passages: number) =>
  all(`UPDATE workspaces SET chunks = ${passages} WHERE num = ${workspace}`);

beforeAll(async () => {
  workspace = await newWorkspace();
  await write(workspace, { "a.md": "Nothing of it.\n" });
  await fill(["", ...TEXTS]);
  await count(LARGE_PASSAGES);
});

type Found = readonly Pick<KeywordMatch, "id" | "bm25" | "text">[];

interface Asking {
  readonly passages?: number | undefined;
  readonly areRowsFree?: boolean;
  readonly typing?: boolean;
  readonly from?: number;
  readonly limit?: number;
  readonly filters?: object;
}

const MOST = 20_000;

async function readOf(query: string, asking: Asking) {
  const { passages, areRowsFree = false, typing, from = 0, limit = MOST, filters } = asking;
  const context = { workspace, ranking: { passages, areRowsFree } };
  const plan = await planOf(
    { query, ...(typing !== undefined && { typing }), ...(filters && { filters }) },
    undefined,
    context,
  );
  const pool = { ...plan.pool, from, ofArm: limit };
  const [read] = matchesRead(MATCHES, { ...plan, pool }, plan.query);
  if (read === undefined) throw new Error("nothing is asked");
  return read;
}

async function ask(query: string, asking: Asking): Promise<Found> {
  const read = await readOf(query, asking);
  const rows = read.answer(await here.db.all(read.statement, read.values)) as Found;
  return rows.map(({ id, bm25, text }) => ({ id, bm25, text }));
}

const WHOLE = { passages: 0 };
const LARGE = [undefined, LARGE_PASSAGES].flatMap((passages) =>
  [false, true].map((areRowsFree) => ({ passages, areRowsFree })),
);

/** The rule in other words: what is known of a query's words, by counting the texts. */
function classes(query: string) {
  const known = [...new Set(query.split(" "))]
    .map((one) => ({ one, passages: TEXTS.filter((text) => text.split(" ").includes(one)).length }))
    .filter(({ passages }) => passages > 0)
    .map((one) => ({ ...one, worth: Math.log((LARGE_PASSAGES - one.passages + 0.5) / (one.passages + 0.5)) }))
    .toSorted((a, b) => a.passages - b.passages || (a.one < b.one ? -1 : 1));
  const upTo = (last: number) => known.slice(0, last + 1).reduce((sum, { passages }) => sum + passages, 0);
  const measure = known.find((_, at) => upTo(at) >= FULL_LIST)?.worth ?? 0;
  let together = 0;
  const shares = known.toReversed().map(({ one, worth, passages }) => {
    together += worth;
    return { one, passages, share: worth < measure ? together / measure : COMMON_SHARE };
  });
  const words = (isOne: (share: number) => boolean) =>
    shares.filter(({ share }) => isOne(share)).map(({ one }) => one);
  const spared = shares
    .filter(({ share }) => share < COMMON_SHARE)
    .reduce((sum, { passages }) => sum + passages, 0);
  return {
    spared,
    rare: words((share) => share >= COMMON_SHARE),
    unranked: words((share) => share < UNRANKED_SHARE),
  };
}

const holds = (text: string, some: readonly string[]): boolean =>
  text.split(" ").some((one) => some.includes(one));
const ids = (found: Found): readonly string[] => found.map(({ id }) => id);

const QUERIES = Array.from(
  { length: 30 },
  (_, at) => `${at % 8 === 0 ? `${EVERYWHERE} ` : ""}${words(2, 6)} ${words(1 + (at % 4), 1.2)}`,
);

describe("a large workspace", () => {
  it("ranks what has a rare word by all that rank, and everything else behind it", async () => {
    const kinds = new Set<string>();
    for (const query of QUERIES) {
      const { rare, unranked, spared } = classes(query);
      const isWhole = rare.length === 0 || spared < MIN_SPARED;
      const whole = await ask(query, WHOLE);
      const first = whole.filter(({ text }) => isWhole || holds(text, rare));
      const ranking = query.split(" ").filter((one) => isWhole || !unranked.includes(one));
      const scores = new Map((await ask(ranking.join(" "), WHOLE)).map(({ id, bm25 }) => [id, bm25]));
      for (const asking of LARGE) {
        const found = await ask(query, asking);
        expect(ids(found).toSorted()).toEqual(ids(whole).toSorted());
        const best = found.slice(0, first.length);
        expect(ids(best).toSorted()).toEqual(ids(first).toSorted());
        for (const [at, { id, bm25 }] of best.entries()) {
          expect(bm25).toBeCloseTo(scores.get(id) ?? 0, 9);
          expect(bm25).toBeLessThanOrEqual(best[at - 1]?.bm25 ?? Number.POSITIVE_INFINITY);
        }
      }
      kinds.add(isWhole ? "whole" : unranked.length === 0 ? "in part" : "in part, by fewer words");
    }
    expect([...kinds].toSorted()).toEqual(["in part", "in part, by fewer words", "whole"]);
  });

  it("tells the forms of other languages apart as it does words", async () => {
    const common = WORDS[0] ?? "";
    const whole = await ask(`${common} Häuser`, WHOLE);
    const rare = whole.filter(({ text }) => holds(text, [common]));
    expect(rare.length).toBeGreaterThan(FULL_LIST);
    expect(whole.length - rare.length).toBeGreaterThan(BARE / 3);
    for (const asking of LARGE) {
      const found = await ask(`${common} Häuser`, asking);
      expect(ids(found.slice(0, rare.length)).toSorted()).toEqual(ids(rare).toSorted());
      expect(ids(found).toSorted()).toEqual(ids(whole).toSorted());
    }
  });

  it("has the same order in pools of any size, whether or not its size was known", async () => {
    for (const query of QUERIES.slice(0, 3)) {
      const whole = ids(await ask(query, { passages: LARGE_PASSAGES }));
      for (const limit of [37, 700]) {
        const pools: string[] = [];
        for (let from = 0; from < whole.length; from += limit)
          pools.push(...ids(await ask(query, { ...LARGE[(from / limit) % LARGE.length], from, limit })));
        expect(pools).toEqual(whole);
      }
    }
  });

  it.each([
    ["a word that no passage has", `${WORDS[0]} nobody ${WORDS[160]}`],
    ["nothing but such words", "nobody nowhere"],
    ["a word that is still being typed", `${WORDS[0]} ${WORDS[150]?.slice(0, 4)}`],
    ["other letters", `${WORDS[0]} 会议室 ${WORDS[155]} Zürich`],
    ["a phrase", `"${WORDS[0]} ${WORDS[1]}" ${WORDS[150]}`],
  ])("finds as much of a query with %s as a small one does", async (_, query) => {
    const typing = query.length % 2 === 0;
    const whole = ids(await ask(query, { ...WHOLE, typing })).toSorted();
    for (const asking of LARGE)
      expect(ids(await ask(query, { ...asking, typing })).toSorted()).toEqual(whole);
  });

  it("ranks what filters let through by all words, and reads little of others where a place has few", async () => {
    const small = {
      "a.md": `${WORDS[0]} ${WORDS[160]}\n`,
      "b/c.md": `${WORDS[1]}\n`,
      "d.md": `${WORDS[0]}\n`,
    };
    await write(workspace, small, { root: "small" });
    await count(LARGE_PASSAGES);
    for (const filters of [
      ...[
        { root: "small" },
        { root: "notes" },
        { root: ["small", "notes"] },
        { root: "small", glob: "*.md" },
      ],
      ...[{ root: "small", prefix: "b/" }, { kind: "memory" }, { kind: "memory", root: "small" }],
      ...[
        { prefix: "b/" },
        { prefix: "a.md" },
        { glob: "b/*" },
        { glob: "**/c.md" },
        { prefix: ["b/", "d"] },
      ],
    ])
      for (const query of [QUERIES[0] ?? "", `${WORDS[160]} ${WORDS[0]} ${WORDS[1]}`])
        for (const limit of [2, MOST])
          for (const asking of LARGE)
            expect(await ask(query, { ...asking, filters, limit }), JSON.stringify(filters)).toEqual(
              await ask(query, { ...WHOLE, filters, limit }),
            );
    for (const filters of [{ root: "small" }, { prefix: "b/" }, { glob: "b/**" }]) {
      const rowsRead = async (passages: number) => {
        const { statement: asked, values } = await readOf(WORDS[0] ?? "", { passages, filters });
        return (await here.db.bind(asked, values).run()).meta.rows_read;
      };
      expect(await rowsRead(LARGE_PASSAGES)).toBeLessThan(0.6 * (await rowsRead(0)));
    }
  });

  it("looks up no more of its vocabulary for a word of other letters", async () => {
    const rowsRead = async (query: string) => {
      const { statement: asked, values } = await readOf(query, { passages: LARGE_PASSAGES });
      return (await here.db.bind(asked, values).run()).meta.rows_read;
    };
    const other = await rowsRead(`${WORDS[155]} Köln β`);
    expect(other).toBeLessThanOrEqual((await rowsRead(`${WORDS[155]} nobody nowhere`)) + 9);
  });

  it("is one that says so itself: an isolate that does not know asks a small one as if it knew", async () => {
    await count(LARGE_PASSAGES - 1);
    for (const query of QUERIES.slice(0, 6))
      for (const asking of LARGE) expect(await ask(query, asking)).toEqual(await ask(query, WHOLE));
    await count(LARGE_PASSAGES);
  });

  it("shows nothing of a deleted root", async () => {
    await write(workspace, { "gone.md": `${WORDS[160]} ${WORDS[0]}\n` }, { root: "gone" });
    await count(LARGE_PASSAGES);
    const query = `${WORDS[160]} ${WORDS[0]} ${WORDS[1]}`;
    const gone = (found: Found) => found.filter(({ text }) => text === `${WORDS[160]} ${WORDS[0]}`).length;
    const places = [
      {
        idStart: (await ask(query, WHOLE)).find(({ text }) => text === `${WORDS[160]} ${WORDS[0]}`)?.id ?? "",
      },
      { root: "gone", path: "gone.md", line: 1, column: undefined },
    ];
    for (const place of places) expect(await findChunks(here.db, workspace, place)).toHaveLength(1);
    for (const asking of LARGE) expect(gone(await ask(query, asking))).toBe(1);
    await markRoot(here.db, { workspace, root: "gone", prefix: "" });
    const after = await ask(query, WHOLE);
    expect(gone(after)).toBe(0);
    for (const place of places) expect(await findChunks(here.db, workspace, place)).toEqual([]);
    for (const asking of LARGE) expect(await ask(query, asking)).toEqual(after);
  });
});
