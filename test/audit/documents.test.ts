import { describe, expect, it } from "vitest";
import { ftsTable } from "../../src/database/keyword-tables.ts";
import { auditDatabase, LIVE_IDENTITY } from "./audit-database.ts";

describe("what holds of documents and their passages", () => {
  const { place, all, column, write, run, scan, mend } = auditDatabase();

  const mine = () => `workspace = ${place.workspace}`;
  const both = () => `workspace IN (${place.workspace}, ${place.other})`;

  it("takes passages away, and their keyword rows, that are in no document of their workspace", async () => {
    const long = `heron\nand ${"x".repeat(80)}`;
    await write(place.workspace, { "a.md": "stays\n", "b.md": `${long}\n` });
    await write(place.other, { "c.md": "theirs\n" });
    await run(`UPDATE documents SET workspace = ${place.other} WHERE ${mine()} AND path = 'b.md'`);
    const { found } = await scan("chunk_without_document");
    const [lost] = await all<{ id: string; rid: number }>(
      `SELECT id, rid FROM chunks WHERE text LIKE 'heron%'`,
    );
    expect(found).toEqual([
      { id: lost?.id, key: String(lost?.rid), note: `it begins "heron and ${"x".repeat(50)}"` },
    ]);
    await mend("chunk_without_document", await column(`SELECT rid FROM chunks WHERE ${both()}`));
    expect(await column(`SELECT text FROM chunks WHERE ${both()} ORDER BY text`)).toEqual([
      "stays",
      "theirs",
    ]);
    expect(await column(`SELECT count(*) FROM ${ftsTable(place.workspace)}_docsize`)).toEqual([1]);
  });

  it("finds rows of the keyword index that are missing and those of no passage, and deletes the latter", async () => {
    await write(place.workspace, { "a.md": "heron\n", "b.md": "eel\n" });
    await write(place.other, { "c.md": "stork\n" });
    const [theirs] = await column(`SELECT rid FROM chunks WHERE workspace = ${place.other}`);
    const fts = ftsTable(place.workspace);
    const ghost = (rid: unknown) =>
      `INSERT INTO ${fts} (rowid, title, text, context, ident) VALUES (${rid}, '', 'ghost', '', '')`;
    await run(
      `DELETE FROM ${fts} WHERE rowid = (SELECT rid FROM chunks WHERE ${mine()} AND text = 'eel')`,
      ...[ghost(theirs), ghost(900_000)],
    );
    const [document] = await column(`SELECT num FROM documents WHERE ${mine()} AND path = 'b.md'`);
    expect((await scan("missing_keyword_row")).found).toMatchObject([
      { key: String(document), note: "notes:b.md#L1-L1" },
    ]);
    const strays = ["900000", String(theirs)];
    expect((await scan("orphan_keyword_row")).found).toEqual(
      strays.map((id) => ({ id, key: id, note: null })),
    );
    await mend("orphan_keyword_row", await column(`SELECT id FROM ${fts}_docsize`));
    expect(await column(`SELECT id FROM ${fts}_docsize`)).toEqual(
      await column(`SELECT rid FROM chunks WHERE ${mine()} AND text = 'heron'`),
    );
  });

  it("counts the passages of each document that can still be reached, by root and path", async () => {
    const files = { "a.md": "heron\n", "b.md": "eel\n" };
    await write(place.workspace, files, { root: "z" });
    await write(place.workspace, { ...files, "gone/c.md": "stork\n" }, { root: "a" });
    await write(place.other, files, { root: "a" });
    await run(
      `UPDATE documents SET chunk_count = 2 WHERE ${both()} AND NOT (root = 'a' AND path = 'a.md')`,
      `INSERT INTO deletions (workspace, root, prefix, at)
       SELECT ${place.workspace}, 'a', 'gone/', max(version) FROM documents WHERE ${mine()}`,
    );
    const { found, checked } = await scan("document_counts");
    expect([checked, found.map(({ id }) => id)]).toEqual([4, ["a:b.md", "z:a.md", "z:b.md"]]);
    const [first, second] = [await scan("document_counts", { limit: 3 }), '["z","a.md"]'];
    expect([first.next, (await scan("document_counts", { limit: 3, after: second })).checked]).toEqual([
      second,
      1,
    ]);
  });

  it.each(["documents", "chunks", "bytes"])(
    "mends a wrong total of %s of its workspace alone",
    async (total) => {
      await write(place.workspace, { "a.md": "heron\n" });
      await run(
        `UPDATE workspaces SET ${total} = ${total} + 1 WHERE num IN (${place.workspace}, ${place.other})`,
      );
      const [slug] = await column(`SELECT slug FROM workspaces WHERE num = ${place.workspace}`);
      expect((await scan("workspace_totals")).found).toEqual([{ id: slug, key: slug }]);
      await mend("workspace_totals", []);
      expect(
        await all(`SELECT documents, chunks, bytes FROM workspaces WHERE num IN (${place.workspace}, ${place.other})
        ORDER BY num`),
      ).toEqual([
        { documents: 1, chunks: 1, bytes: 6 },
        { ...{ documents: 0, chunks: 0, bytes: 0 }, [total]: 1 },
      ]);
      expect((await scan("workspace_totals")).found).toEqual([]);
    },
  );

  it("drops kept vectors without direction, and has the passages embedded anew that lived by one", async () => {
    await write(place.workspace, { "a.md": "heron\n", "b.md": "eel\n", "c.md": "stork\n", "d.md": "none\n" });
    const hash = (text: string) => `(SELECT embed_hash FROM chunks WHERE ${mine()} AND text = '${text}')`;
    const keep = (of: string, vector: string, { identity = LIVE_IDENTITY, workspace = 0 } = {}) =>
      `INSERT INTO embeddings VALUES (${workspace || place.workspace}, '${identity}', ${of}, ${vector}, 0)`;
    // Format 0: scale, levels. Format 1: scale, dimensions, levels.
    await run(
      "DELETE FROM outbox",
      `UPDATE chunks SET vector_state = iif(text = 'none', 'none', 'visible') WHERE ${mine()}`,
      ...[keep(hash("heron"), "x'000000803F0000'"), keep(hash("eel"), "x'000000803F0001'")],
      ...[keep(hash("stork"), "x'000000803F0000'", { identity: "earlier|cls|2|1" })],
      ...[keep(hash("stork"), "x'000000803F7F00'"), keep(hash("none"), "x'000000803F0000'")],
      ...[
        keep("'q1'", "x'010000803F02000000'", { identity: "another|cls|2|1" }),
        keep("'q2'", "'a text'", { identity: "another|cls|2|1" }),
      ],
      ...[keep("'q3'", "x'010000803F02000100'", { identity: "another|cls|2|1" })],
      keep(hash("eel"), "x'000000803F0000'", { workspace: place.other }),
      keep(hash("heron"), "x'000000803F0000'", { identity: "another|cls|2|1" }),
    );
    const { found } = await scan("invalid_vector");
    const hashes = async (...texts: string[]) =>
      column(`SELECT embed_hash FROM chunks WHERE ${mine()} AND text IN (${texts.map((one) => `'${one}'`)})`);
    const [heron] = await hashes("heron");
    const wrong = [heron, ...(await hashes("heron", "stork", "none")), "q1", "q2"].map(String);
    expect(found.map(({ id }) => id).toSorted()).toEqual(wrong.toSorted());
    const sound = `json_array('${LIVE_IDENTITY}', ${hash("eel")})`;
    const named = found.filter(({ id, key }) => id !== heron || !key.includes("another"));
    await mend("invalid_vector", [...named.map(({ key }) => key), ...(await column(`SELECT ${sound}`))]);
    expect(await column(`SELECT hash FROM embeddings WHERE ${mine()} ORDER BY hash`)).toEqual(
      [...(await hashes("eel", "heron", "stork")), "q3"].map(String).toSorted(),
    );
    expect(await column(`SELECT count(*) FROM embeddings WHERE workspace = ${place.other}`)).toEqual([1]);
    expect(await all(`SELECT text, vector_state AS state FROM chunks WHERE ${mine()} ORDER BY text`)).toEqual(
      [
        { text: "eel", state: "visible" },
        { text: "heron", state: "pending" },
        { text: "none", state: "none" },
        { text: "stork", state: "visible" },
      ],
    );
    expect(await column("SELECT c.text FROM outbox o JOIN chunks c ON c.id = o.chunk")).toEqual(["heron"]);
  });

  it("deletes rows of workspaces that are gone, of each table on its own", async () => {
    const ghost = 900;
    await run(
      `INSERT INTO root_origins VALUES (${ghost}, 'r', 'o', 0), (${ghost + 1}, 'r', 'o', 0), (${place.other}, 'r', 'o', 0)`,
      `INSERT INTO named_roots VALUES (${ghost}, 'r')`,
      `INSERT INTO generation_chunks (workspace, generation, chunk, state) VALUES (${ghost}, 1, 'c', 'due')`,
    );
    const { found, next } = await scan("rows_without_workspace");
    const told = (table: string, num: number) => ({
      ...{ id: table, key: `${table} ${num}` },
      note: `rows of workspace number ${num}`,
    });
    expect(next).toBeUndefined();
    expect(found.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual([
      told("generation_chunks", ghost),
      told("named_roots", ghost),
      told("root_origins", ghost),
      told("root_origins", ghost + 1),
    ]);
    await mend("rows_without_workspace", [
      ...[`root_origins ${ghost}`, `generation_chunks ${ghost}`, `root_origins ${place.other}`],
    ]);
    expect((await scan("rows_without_workspace")).found.map(({ key }) => key).toSorted()).toEqual([
      `named_roots ${ghost}`,
      `root_origins ${ghost + 1}`,
    ]);
    expect(await column(`SELECT count(*) FROM root_origins WHERE workspace = ${place.other}`)).toEqual([1]);
    await run("DELETE FROM root_origins", "DELETE FROM named_roots");
  });
});
