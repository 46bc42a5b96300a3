import { describe, expect, it } from "vitest";
import { auditDatabase, LIVE_IDENTITY, NOW_MS } from "./audit-database.ts";

const HOUR_MS = 3_600_000;

/** What work may be like, by the name of the chunk that it is for, and whether it is stuck. */
const WORK: Readonly<Record<string, readonly [object, boolean]>> = {
  "due in 25 hours": [{ next_at: NOW_MS + 25 * HOUR_MS }, false],
  "due later": [{ next_at: NOW_MS + 25 * HOUR_MS + 1 }, true],
  "given up": [{ state: "parked", next_at: 2 * NOW_MS }, false],
  "of no known state": [{ state: "odd" }, true],
};

describe("work and what it is for", () => {
  const { place, all, column, write, run, scan, mend } = auditDatabase();

  const work = (columns: object, workspace = place.workspace) => {
    const row = { workspace, chunk: crypto.randomUUID(), op: "upsert", next_at: 0, ...columns };
    const values = Object.values(row).map((value) => (typeof value === "string" ? `'${value}'` : value));
    return `INSERT INTO outbox (${Object.keys(row)}) VALUES (${values})`;
  };
  const outbox = () => all<Record<string, unknown>>("SELECT * FROM outbox ORDER BY seq");
  const mine = () => `workspace = ${place.workspace}`;

  it("is stuck when waiting too long or of no known state, and is freed", async () => {
    await run(
      "DELETE FROM outbox",
      ...Object.entries(WORK).map(([chunk, [columns]]) => work({ chunk, attempts: 3, ...columns })),
      work({ chunk: "of another", state: "odd" }, place.other),
    );
    const stuck = Object.keys(WORK).filter((chunk) => WORK[chunk]?.[1]);
    const { found, checked } = await scan("stuck_work");
    expect(checked).toBe(Object.keys(WORK).length);
    expect(found.map(({ id }) => id).toSorted()).toEqual(stuck.toSorted());
    expect(found.find(({ id }) => id === "due later")?.note).toBe("upsert due");
    const before = await outbox();
    await mend(
      "stuck_work",
      before.map(({ seq }) => seq),
    );
    expect(await outbox()).toEqual(
      before.map((row) => ({
        ...row,
        ...(stuck.includes(String(row.chunk)) && { state: "due", next_at: NOW_MS }),
      })),
    );
  });

  it("that was given up is told with its error, and is due again with new attempts", async () => {
    await run(
      "DELETE FROM outbox",
      work({ state: "parked", attempts: 8, last_error: "no quota", next_at: 2 * NOW_MS }),
      work({ attempts: 3 }),
      work({ state: "parked", attempts: 8 }, place.other),
    );
    expect((await scan("failed_work")).found.map(({ note }) => note)).toEqual(["no quota"]);
    const version = () => column(`SELECT version FROM workspaces WHERE num = ${place.workspace}`);
    const [before] = await version();
    await mend("failed_work", await column("SELECT seq FROM outbox"));
    expect(await all("SELECT state, attempts, next_at AS at FROM outbox ORDER BY seq")).toEqual([
      { state: "due", attempts: 0, at: NOW_MS },
      { state: "due", attempts: 3, at: 0 },
      { state: "parked", attempts: 8, at: 0 },
    ]);
    expect(await version()).toEqual([Number(before) + 1]);
  });

  it("is walked in parts that begin after the last row looked at, the last part not full", async () => {
    await run("DELETE FROM outbox", ...["parked", "due", "parked"].map((state) => work({ state })));
    const first = await scan("failed_work", { limit: 2 });
    const next = await scan("failed_work", { limit: 2, after: first.next });
    const counts = [first, next].map(({ checked, found }) => [checked, found.length]);
    expect([counts, next.next]).toEqual([
      [
        [2, 1],
        [1, 1],
      ],
      undefined,
    ]);
    expect((await scan("failed_work", { limit: 3 })).next).toBeDefined();
    // A place of another kind begins where such a value would be.
    expect((await scan("failed_work", { after: '["parked","x"]' })).checked).toBe(2);
    for (const after of ["[1", "{}"])
      await expect(scan("failed_work", { after })).rejects.toThrow(SyntaxError);
  });

  it("for a chunk that is gone becomes the deletion of its vector, due at once", async () => {
    await write(place.workspace, { "a.md": "Heron.\n" });
    await run(
      work({ chunk: "gone", state: "parked", attempts: 3 }),
      work({ chunk: "leaving", op: "delete", attempts: 2 }),
      work({ chunk: "gone of another" }, place.other),
    );
    const { found } = await scan("orphan_work");
    expect(found).toMatchObject([{ id: "gone", note: "nothing to send" }]);
    const before = await outbox();
    await mend(
      "orphan_work",
      found.map(({ key }) => key),
    );
    await mend(
      "orphan_work",
      before.flatMap(({ chunk, seq }) => (chunk === "gone of another" ? [seq] : [])),
    );
    const freed = { op: "delete", state: "due", attempts: 0, next_at: NOW_MS };
    expect(await outbox()).toEqual(before.map((row) => ({ ...row, ...(row.chunk === "gone" && freed) })));
    // Work for a chunk that is there by now stays what it is.
    await mend(
      "orphan_work",
      before.flatMap(({ op, seq }) => (op === "upsert" ? [seq] : [])),
    );
    expect((await outbox())[0]?.op).toBe("upsert");
  });

  it("is missed of chunks that nothing embeds or brings to the index, of odd ones and of those to be deleted", async () => {
    const states = ["pending", "failed", "embedded", "visible", "none", "odd"];
    const files = Object.fromEntries(states.map((state) => [`${state}.md`, `${state}.\n`]));
    for (const workspace of [place.workspace, place.other])
      await write(workspace, { ...files, "leaving.md": "leaving.\n" });
    const idOf = async (text: string) =>
      String((await column(`SELECT id FROM chunks WHERE ${mine()} AND text = '${text}.'`))[0]);
    await run(
      "DELETE FROM outbox",
      ...states.map((state) => `UPDATE chunks SET vector_state = '${state}' WHERE text = '${state}.'`),
      work({ chunk: await idOf("leaving"), op: "delete", attempts: 2 }),
    );
    const missed = ["embedded", "failed", "leaving", "odd"];
    const { found } = await scan("missing_work");
    expect(found.map(({ note }) => note).toSorted()).toEqual(missed.map((one) => `notes:${one}.md#L1-L1`));
    await run(work({ chunk: await idOf("pending"), attempts: 5 }));
    await mend("missing_work", await column("SELECT rid FROM chunks"));
    expect((await scan("missing_work")).found).toEqual([]);
    expect(
      await all(
        `SELECT c.text, o.op, o.attempts FROM outbox o JOIN chunks c ON c.id = o.chunk ORDER BY c.text`,
      ),
    ).toEqual([
      { text: "embedded.", op: "upsert", attempts: 0 },
      { text: "leaving.", op: "upsert", attempts: 0 },
      { text: "pending.", op: "upsert", attempts: 5 },
    ]);
    expect(
      await column(
        `SELECT vector_state FROM chunks WHERE ${mine()} AND text IN ('odd.', 'failed.', 'none.') ORDER BY 1`,
      ),
    ).toEqual(["none", "pending", "pending"]);
  });

  it.each([
    ["a claim lists it, however long over", "claims", -48 * HOUR_MS, 0],
    ["a claim lists another text of it", "claims", 0, 1],
    ["a call has sent it", "sent_calls", -6 * HOUR_MS, 0],
    ["the call that sent it is taken for lost", "sent_calls", -6 * HOUR_MS - 1, 1],
    ["a call has sent another text of it", "sent_calls", 0, 1],
  ])("is missed or not of an embedded chunk where %s", async (what, table, age, found) => {
    await write(place.workspace, { "a.md": "Heron.\n" });
    const hash = what.includes("another text") ? "'other'" : "embed_hash";
    const at = NOW_MS + age;
    const sql =
      table === "claims"
        ? `INSERT INTO claims (lease, lease_until, chunks) SELECT 'l', ${at}, json_array(json_array(id, workspace, ${hash}))`
        : `INSERT INTO sent_calls (workspace, generation, run, seq, sent_at, chunks)
           SELECT workspace, 1, 'r', 1, ${at}, json_array(json_array(id, ${hash}))`;
    await run(
      ...["DELETE FROM outbox", "DELETE FROM claims", "DELETE FROM sent_calls"],
      `UPDATE chunks SET vector_state = 'embedded' WHERE ${mine()}`,
      `${sql} FROM chunks WHERE ${mine()}`,
    );
    expect((await scan("missing_work")).found).toHaveLength(found);
    await run("DELETE FROM claims", "DELETE FROM sent_calls");
  });

  it("is not missed, nor an embedding, of a chunk that the live generation has still to settle", async () => {
    await write(place.workspace, { "a.md": "Heron.\n", "b.md": "Eel.\n" });
    await run(
      "DELETE FROM outbox",
      `UPDATE chunks SET vector_state = 'embedded' WHERE ${mine()}`,
      `INSERT INTO generation_chunks (workspace, generation, chunk, state)
       SELECT workspace, iif(text = 'Eel.', 2, 1), id, 'due' FROM chunks WHERE ${mine()}`,
    );
    for (const check of ["missing_work", "missing_embedding"] as const)
      expect((await scan(check)).found.map(({ note }) => note)).toEqual(["notes:b.md#L1-L1"]);
  });

  it("is asked for where the embedding of a chunk is missing that is said to be embedded", async () => {
    const states = ["pending", "embedded", "visible", "none"];
    const files = Object.fromEntries(states.map((state) => [`${state}.md`, `${state}.\n`]));
    await write(place.workspace, {
      ...files,
      "kept.md": "kept.\n",
      "old.md": "old.\n",
    });
    const embedding = (text: string, identity = LIVE_IDENTITY) =>
      `INSERT INTO embeddings SELECT workspace, '${identity}', embed_hash, x'01', 0 FROM chunks
       WHERE ${mine()} AND text = '${text}.'`;
    await run(
      "UPDATE chunks SET vector_state = 'visible'",
      ...states.map((state) => `UPDATE chunks SET vector_state = '${state}' WHERE text = '${state}.'`),
      embedding("kept"),
      embedding("old", "earlier|cls|2|1"),
      "DELETE FROM outbox",
    );
    const lacking = ["embedded", "old", "visible"];
    const { found } = await scan("missing_embedding");
    expect(found.map(({ note }) => note).toSorted()).toEqual(lacking.map((one) => `notes:${one}.md#L1-L1`));
    await mend(
      "missing_embedding",
      await column(`SELECT rid FROM chunks WHERE ${mine()} AND text <> 'none.'`),
    );
    expect(
      await all(`SELECT text, vector_state AS state FROM chunks WHERE ${mine()} AND vector_state <> 'pending'
        ORDER BY text`),
    ).toEqual([
      { text: "kept.", state: "visible" },
      { text: "none.", state: "none" },
    ]);
    expect(
      await column("SELECT c.text FROM outbox o JOIN chunks c ON c.id = o.chunk ORDER BY c.text"),
    ).toEqual([...lacking, "pending"].toSorted().map((one) => `${one}.`));
  });
});
