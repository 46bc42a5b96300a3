import { describe, expect, it } from "vitest";
import { mendTable, scanTable } from "../../src/audit/sql/audit.ts";
import { TABLE_AUDITS, type TableCheck } from "../../src/audit/sql/tables.ts";
import { VOTE_HALF_LIFE_MS } from "../../src/database/fragments/vote-sql.ts";
import { statement } from "../../src/database/statement.ts";
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

  it("of what may contradict each other goes where one is gone, or says nothing of the other", async () => {
    await write(place.workspace, { a: "Heron.\n", b: "Otter.\n", c: "Eel.\n" });
    await write(place.other, { d: "Heron.\n" });
    const pair = (workspace: number, memory: string, other: string) =>
      `INSERT INTO contradictions (workspace, memory, other) VALUES (${workspace}, '${memory}', '${other}')`;
    await run(
      `UPDATE documents SET kind = 'memory', root = 'memories' WHERE ${both()}`,
      ...[pair(place.workspace, "a", "b"), pair(place.workspace, "b", "a")],
      ...[pair(place.workspace, "a", "c"), pair(place.workspace, "a", "d"), pair(place.workspace, "d", "a")],
      pair(place.other, "a", "b"),
    );
    expect(await idsOf("contradiction_without_memory")).toEqual(["a", "a", "d"]);
    await mend("contradiction_without_memory", ["a b", "a c", "a d", "d a"]);
    expect(
      await column(
        `SELECT workspace || memory || other FROM contradictions WHERE ${both()} ORDER BY workspace, memory`,
      ),
    ).toEqual([`${place.workspace}ab`, `${place.workspace}ba`, `${place.other}ab`]);
  });

  /** Has each of some documents, all of one chunk, name some slugs as a push would, and only these. */
  const name = (workspace: number, path: string, slugs: readonly string[]) => [
    `UPDATE documents SET names = '${JSON.stringify(slugs)}' WHERE workspace = ${workspace} AND path = '${path}'`,
    ...slugs.map(
      (slug) => `INSERT INTO mentions (workspace, slug, name, type, passages, evidence, spots)
        SELECT d.workspace, '${slug}', '${slug}', 'person', 1, 10,
          json_object(CAST(d.num AS TEXT), json_object('at', 0, 'in', json_object(CAST(c.rid AS TEXT), 10)))
        FROM documents d JOIN chunks c ON c.document = d.num WHERE d.workspace = ${workspace} AND d.path = '${path}'
        ON CONFLICT DO UPDATE SET passages = passages + 1, evidence = evidence + 10, spots = json_patch(spots, excluded.spots)`,
    ),
  ];
  const counts = () =>
    all(`SELECT slug, passages, evidence, more_passages AS more FROM mentions WHERE ${mine()} ORDER BY slug`);

  it("counts what names an entity, how well attested it is, and drops what no passage of its own says", async () => {
    await write(place.workspace, { "a.md": "reeds\n", "b.md": "rushes\n" });
    await write(place.other, { "c.md": "sedge\n" });
    const beside = (slug: string, document: string, chunk: string) =>
      `INSERT INTO more_mentions (workspace, slug, at, document, passages, evidence, has_to, has_by, spot)
       SELECT ${place.workspace}, '${slug}', 0, ${document}, 1, 10, 0, 0, json_object('in', json_object(CAST(${chunk} AS TEXT), 10))
       FROM documents d JOIN chunks c ON c.document = d.num WHERE d.workspace = ${place.workspace} AND d.path = 'b.md'`;
    const set = (slug: string, what: string) =>
      `UPDATE mentions SET ${what} WHERE slug = '${slug}' AND ${mine()}`;
    const stranger = `(SELECT json_group_object(CAST(document AS TEXT), json_object('in', json_object(CAST(rid AS TEXT), 10)))
      FROM chunks WHERE workspace = ${place.other})`;
    await run(
      ...name(place.workspace, "b.md", ["right", "beside", "lost-beside"]),
      ...name(place.workspace, "a.md", [
        "right",
        "many",
        "attested",
        "strange",
        "gone",
        "cut",
        "more",
        "beside",
      ]),
      ...name(place.other, "c.md", ["many"]),
      set("many", "passages = 2"),
      set("attested", "evidence = 11"),
      set("more", "more_passages = 1"),
      set("strange", `spots = json_patch(spots, ${stranger}), passages = 2, evidence = 20`),
      set("gone", `spots = '{"999999":{"at":0,"in":{"999999":10}}}'`),
      // One of its chunks is not there.
      set("cut", "spots = replace(spots, ':10}', ':10,\"999999\":10}'), passages = 2, evidence = 20"),
      // Only documents that list a name are looked for when they go.
      `INSERT INTO mentions (workspace, slug, name, type, passages, evidence, spots)
       SELECT workspace, 'unlisted', 'x', 'other', passages, evidence, spots FROM mentions WHERE slug = 'right' AND ${mine()}`,
      set("beside", "spots = '{}', passages = 0, evidence = 0"),
      beside("beside", "d.num", "c.rid"),
      set("lost-beside", "spots = '{}', passages = 0, evidence = 0"),
      beside("lost-beside", "d.num", "999999"),
      `UPDATE mentions SET (passages, evidence) = (7, 7) WHERE workspace = ${place.other}`,
    );
    const wrong = ["attested", "cut", "gone", "lost-beside", "many", "more", "strange", "unlisted"];
    expect(await idsOf("entity_counts")).toEqual(wrong);
    await mend("entity_counts", [...wrong, "right", "beside"]);
    expect(await idsOf("entity_counts")).toEqual([]);
    const one = (slug: string, more = 0) => ({ slug, passages: 1 - more, evidence: 10 - 10 * more, more });
    expect(await counts()).toEqual([
      ...[one("attested"), one("beside", 1), one("cut"), one("many"), one("more")],
      ...[{ slug: "right", passages: 2, evidence: 20, more: 0 }, one("strange")],
    ]);
    expect(await column(`SELECT passages FROM mentions WHERE workspace = ${place.other}`)).toEqual([7]);
  });

  it("is known by each document that names it, in its own workspace", async () => {
    const texts = ["named", "unsaid", "strange", "beside", "nothing"];
    await write(place.workspace, Object.fromEntries(texts.map((text) => [`${text}.md`, `${text}\n`])));
    await write(place.other, { "own.md": "own\n" });
    await run(
      ...name(place.workspace, "named.md", ["ana"]),
      ...name(place.workspace, "unsaid.md", ["ben"]),
      ...name(place.workspace, "beside.md", ["cid"]),
      ...name(place.other, "own.md", ["zoe"]),
      `UPDATE documents SET names = '["zoe"]' WHERE ${mine()} AND path = 'strange.md'`,
      `UPDATE mentions SET spots = '{}' WHERE slug IN ('ben', 'cid') AND ${mine()}`,
      `INSERT INTO more_mentions (workspace, slug, at, document, passages, evidence, has_to, has_by, spot)
       SELECT workspace, 'cid', coalesce(dated_at, 0), num, 1, 10, 0, 0, '{}' FROM documents WHERE ${mine()} AND path = 'beside.md'`,
    );
    expect(await idsOf("mention_without_entity")).toEqual(["notes:strange.md", "notes:unsaid.md"]);
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
