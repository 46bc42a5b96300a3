import { describe, expect, it } from "vitest";
import { mendTable, scanTable } from "../../src/audit/sql/audit.ts";
import { TABLE_AUDITS, type TableCheck } from "../../src/audit/sql/tables.ts";
import { statement } from "../../src/database/statement.ts";
import { VOTE_HALF_LIFE_MS } from "../../src/database/vote-sql.ts";
import { auditDatabase, NOW_MS } from "./audit-database.ts";

describe("what belongs to texts", () => {
  const { here, place, all, column, write } = auditDatabase();

  const run = async (...texts: readonly string[]) => {
    await here.db.batch({ done: texts.map((sql) => here.db.bind(statement(sql))) });
  };
  const scan = (check: TableCheck, more = {}) =>
    scanTable(here.db, TABLE_AUDITS[check], {
      ...{ workspace: place.workspace, after: "", limit: 100, nowMs: NOW_MS },
      ...more,
    });
  const idsOf = async (check: TableCheck, more = {}) => (await scan(check, more)).found.map(({ id }) => id);
  const mend = (check: TableCheck, keys: readonly unknown[]) =>
    mendTable(here.db, TABLE_AUDITS[check], {
      ...{ workspace: place.workspace, nowMs: NOW_MS },
      keys: keys.map(String),
    });
  const mine = () => `workspace = ${place.workspace}`;
  const both = () => `workspace IN (${place.workspace}, ${place.other})`;
  const textsOf = async (ids: readonly string[]) =>
    column(`SELECT text FROM chunks WHERE id IN (${ids.map((id) => `'${id}'`)}) ORDER BY text`);

  it("sums up votes as they count by now, and takes a difference below a millionth for none", async () => {
    const texts = ["near", "off", "unvoted", "faded", "stale", "none"];
    const files = Object.fromEntries(texts.map((text) => [`${text}.md`, `${text}\n`]));
    for (const workspace of [place.workspace, place.other]) await write(workspace, files);
    const kept = (text: string, net: number, at = NOW_MS, of = mine()) =>
      `UPDATE chunks SET votes_net = ${net}, votes_at = ${at} WHERE ${of} AND text = '${text}'`;
    const vote = (text: string, value: number, at = NOW_MS, token = "t") =>
      `INSERT INTO feedback (workspace, recall, hit, token, value, at, chunk, root, path)
       SELECT workspace, 'r', id, '${token}', ${value}, ${at}, id, 'notes', 'a.md' FROM chunks
       WHERE ${both()} AND text = '${text}'`;
    const old = NOW_MS - VOTE_HALF_LIFE_MS;
    await run(
      ...[vote("near", 1), kept("near", 1.0000005)],
      ...[vote("off", 1), kept("off", 1.000002), kept("off", 5, NOW_MS, `workspace = ${place.other}`)],
      kept("unvoted", 1),
      // Half of each is left by now.
      ...[vote("faded", 1, old), vote("faded", -1, NOW_MS, "u"), kept("faded", -0.5)],
      ...[vote("stale", 1, old), kept("stale", 1, old)],
      vote("none", 1),
    );
    expect(await textsOf(await idsOf("wrong_votes"))).toEqual(["off", "unvoted"]);
    await mend("wrong_votes", await column("SELECT rid FROM chunks WHERE text IN ('off', 'unvoted')"));
    expect(await idsOf("wrong_votes")).toEqual([]);
    expect(
      await all(`SELECT text, votes_net AS net, votes_at AS at FROM chunks
        WHERE ${both()} AND text IN ('off', 'unvoted') ORDER BY workspace, text`),
    ).toEqual([
      { text: "off", net: 1, at: NOW_MS },
      { text: "unvoted", net: null, at: null },
      { text: "off", net: 5, at: NOW_MS },
      { text: "unvoted", net: null, at: null },
    ]);
  });

  const past = (workspace: number, id: string) =>
    `INSERT INTO past_memories (workspace, id, state, left_at, text, type, importance, priority, confidence,
       times_observed, first_observed, last_observed, tags, entities, metadata)
     VALUES (${workspace}, '${id}', 'superseded', 0, '', 'fact', 0.5, 3, 0.5, 1, 0, 0, '[]', '[]', '{}')`;

  it("of a past memory goes where the memory is there, as a memory and in its workspace", async () => {
    const files = { twice: "Heron.\n", file: "Eel.\n", rooted: "Stork.\n" };
    for (const workspace of [place.workspace, place.other]) await write(workspace, files);
    await run(
      `UPDATE documents SET kind = 'memory', root = 'memories' WHERE ${both()} AND path = 'twice'`,
      "UPDATE documents SET root = 'memories' WHERE path = 'file'",
      `UPDATE documents SET kind = 'memory' WHERE path = 'rooted'`,
      ...["twice", "file", "rooted", "once"].map((id) => past(place.workspace, id)),
      ...["twice"].map((id) => past(place.other, id)),
    );
    expect((await scan("memory_twice")).found).toMatchObject([{ id: "twice", note: "superseded" }]);
    await mend("memory_twice", ["twice", "once"]);
    expect(await all(`SELECT workspace, id FROM past_memories WHERE ${both()} ORDER BY 1, 2`)).toEqual([
      ...["file", "once", "rooted"].map((id) => ({ workspace: place.workspace, id })),
      { workspace: place.other, id: "twice" },
    ]);
  });

  it("of older texts goes where no memory of the workspace has it, live or past", async () => {
    await write(place.workspace, { live: "Heron.\n" });
    await write(place.other, { theirs: "Heron.\n" });
    const told = (workspace: number, id: string) =>
      `INSERT INTO memory_observations (workspace, memory, text, type, confidence, at)
       VALUES (${workspace}, '${id}', '', 'fact', 1, 0)`;
    await run(
      `UPDATE documents SET kind = 'memory', root = 'memories' WHERE ${both()}`,
      past(place.workspace, "past"),
      past(place.other, "elsewhere"),
      ...["live", "past", "theirs", "elsewhere", "none"].map((id) => told(place.workspace, id)),
      told(place.other, "none"),
    );
    expect(await idsOf("observation_without_memory")).toEqual(["elsewhere", "none", "theirs"]);
    await mend("observation_without_memory", await column("SELECT num FROM memory_observations"));
    expect(
      await column(`SELECT memory FROM memory_observations WHERE ${both()} ORDER BY workspace, memory`),
    ).toEqual(["live", "past", "none"]);
  });

  const entity = (workspace: number, slug: string, counts = "0, 0") =>
    `INSERT INTO entities (workspace, slug, name, type, state, mentions, evidence)
     VALUES (${workspace}, '${slug}', '${slug}', 'person', 1, ${counts})`;
  const mention = (slug: string, text: string, evidence = 10) =>
    `INSERT INTO mentions (entity, at, chunk, evidence) SELECT e.num, 1, c.rid, ${evidence} FROM entities e, chunks c
     WHERE e.slug = '${slug}' AND c.text = '${text}' AND e.workspace = ${place.workspace} AND c.${both()}`;

  it("counts what names an entity, how well attested it is, and drops what no passage of its own says", async () => {
    await write(place.workspace, { "a.md": "reeds\n" });
    await write(place.other, { "b.md": "rushes\n" });
    const counts = { right: "1, 10", many: "2, 10", attested: "1, 11", strange: "2, 20", gone: "1, 10" };
    await run(
      ...Object.entries(counts).map(([slug, count]) => entity(place.workspace, slug, count)),
      entity(place.workspace, "unnamed"),
      entity(place.other, "many", "7, 7"),
      ...["right", "many", "attested", "strange"].map((slug) => mention(slug, "reeds")),
      mention("strange", "rushes"),
      `INSERT INTO mentions (entity, at, chunk, evidence) SELECT num, 1, 999999, 10 FROM entities WHERE slug = 'gone'`,
      `UPDATE entities SET (mentions, evidence) = (7, 7) WHERE workspace = ${place.other}`,
    );
    // Rows that are written keep the counts of their own.
    await run(
      ...Object.entries(counts).map(
        ([slug, count]) =>
          `UPDATE entities SET (mentions, evidence) = (${count}) WHERE slug = '${slug}' AND ${mine()}`,
      ),
    );
    const wrong = ["attested", "gone", "many", "strange"];
    expect(await idsOf("entity_counts")).toEqual(wrong);
    await mend("entity_counts", [...wrong, "right"]);
    expect(
      await all(`SELECT slug, mentions, evidence FROM entities WHERE ${both()} ORDER BY workspace, slug`),
    ).toEqual([
      { slug: "attested", mentions: 1, evidence: 10 },
      { slug: "gone", mentions: 0, evidence: 0 },
      { slug: "many", mentions: 1, evidence: 10 },
      { slug: "right", mentions: 1, evidence: 10 },
      { slug: "strange", mentions: 1, evidence: 10 },
      { slug: "unnamed", mentions: 0, evidence: 0 },
      { slug: "many", mentions: 7, evidence: 7 },
    ]);
  });

  it("names and relates entities of its own workspace, both ends of a relation", async () => {
    const texts = ["named", "strange", "from", "to", "related"];
    await write(place.workspace, Object.fromEntries(texts.map((text) => [`${text}.md`, `${text}\n`])));
    await write(place.other, { "own.md": "own\n" });
    const relate = (from: string, to: string, text: string) =>
      `INSERT INTO relations (from_entity, chunk, type, to_entity) SELECT f.num, c.rid, 'knows', t.num
       FROM entities f, entities t, chunks c WHERE f.slug = '${from}' AND t.slug = '${to}' AND c.text = '${text}' AND c.${mine()}
         AND f.${both()} AND t.${both()}`;
    await run(
      ...["ana", "ben"].map((slug) => entity(place.workspace, slug)),
      entity(place.other, "zoe"),
      mention("ana", "named"),
      `INSERT INTO mentions (entity, at, chunk, evidence) SELECT e.num, 1, c.rid, 1 FROM entities e, chunks c
       WHERE e.slug = 'zoe' AND e.workspace = ${place.other} AND c.text = 'strange' AND c.${mine()}`,
      `INSERT INTO mentions (entity, at, chunk, evidence) SELECT e.num, 1, c.rid, 1 FROM entities e, chunks c
       WHERE e.slug = 'zoe' AND e.workspace = ${place.other} AND c.text = 'own' AND c.workspace = ${place.other}`,
      relate("zoe", "ana", "from"),
      relate("ana", "zoe", "to"),
      relate("ana", "ben", "related"),
    );
    const wrong = ["from", "strange", "to"];
    expect(await textsOf(await idsOf("mention_without_entity"))).toEqual(wrong);
    await mend("mention_without_entity", await column(`SELECT rid FROM chunks WHERE ${both()}`));
    expect(await idsOf("mention_without_entity")).toEqual([]);
    const left = (table: string) =>
      column(`SELECT c.text FROM ${table} x JOIN chunks c ON c.rid = x.chunk WHERE c.${both()} ORDER BY 1`);
    expect([await left("mentions"), await left("relations")]).toEqual([["named", "own"], ["related"]]);
  });

  it("is asked of a text model only while its chunk is there, in its own workspace", async () => {
    await write(place.workspace, { "a.md": "Heron.\n" });
    await write(place.other, { "b.md": "Stork.\n" });
    const tables = ["contexts", "name_requests"];
    const ask = (table: string, workspace: number, chunk: string) =>
      `INSERT INTO ${table} (chunk, workspace, document) VALUES (${chunk}, ${workspace}, 1)`;
    const chunkOf = (workspace: number) => `(SELECT id FROM chunks WHERE workspace = ${workspace})`;
    await run(
      ...tables.flatMap((table) => [
        `DELETE FROM ${table}`,
        ask(table, place.workspace, chunkOf(place.workspace)),
        ask(table, place.workspace, `'gone of ${table}'`),
        ask(table, place.workspace, chunkOf(place.other)),
        ask(table, place.other, "'gone of another'"),
      ]),
    );
    const [theirs] = await column(`SELECT id FROM chunks WHERE workspace = ${place.other}`);
    const gone = ["gone of contexts", "gone of name_requests", String(theirs)].toSorted();
    const { found, checked } = await scan("question_without_chunk");
    expect([checked, found.map(({ id }) => id).toSorted()]).toEqual([4, gone]);
    const first = await scan("question_without_chunk", { limit: 3 });
    const rest = await scan("question_without_chunk", { limit: 3, after: first.next });
    expect([first.checked, rest.checked, rest.next]).toEqual([3, 1, undefined]);
    await mend("question_without_chunk", [...gone, "gone of another"]);
    for (const table of tables)
      expect(await column(`SELECT chunk FROM ${table} WHERE ${both()} ORDER BY chunk LIKE 'gone%'`)).toEqual([
        ...(await column(`SELECT id FROM chunks WHERE ${mine()}`)),
        "gone of another",
      ]);
  });
});
