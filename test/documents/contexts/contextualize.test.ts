import { describe, expect, it } from "vitest";
import { contextualize } from "../../../src/documents/contexts/contextualize.ts";
import type { Generator } from "../../../src/models/ports.ts";
import { NOW_MS, sqlWorld } from "../../support/worlds/sql-world.ts";

const guide = (first: string) =>
  `# Pump\n\n${first} pumps water. ${"It hums. ".repeat(150)}\n\n# Care\n\n${"Clean it in spring. ".repeat(80)}\n`;

describe("a context", () => {
  const { here, all, column, newWorkspace, write } = sqlWorld();

  const asked = (workspace: number) =>
    all(`INSERT OR IGNORE INTO contextual_roots (workspace, root) VALUES (${workspace}, 'notes')`);
  /** A slice in which something happens while the model answers. */
  const slice = (workspace: number, during: () => Promise<unknown> = async () => undefined) => {
    let calls = 0;
    const generator: Generator = {
      model: "writer",
      async generate() {
        calls += 1;
        if (calls === 1) await during();
        return JSON.stringify({ context: "From the wetland handbook." });
      },
    };
    const deps = {
      ...{ db: here.db, generator, now: () => NOW_MS, random: () => 0, modelBudget: undefined },
      newLease: () => "mine",
    };
    return contextualize(deps, { workspace, chunks: 100, bytes: 1e6 });
  };
  const prefixes = (workspace: number) =>
    column(`SELECT DISTINCT prefix FROM chunks WHERE workspace = ${workspace}`);
  const left = (workspace: number) => column(`SELECT chunk FROM contexts WHERE workspace = ${workspace}`);
  const version = (workspace: number) => column(`SELECT version FROM workspaces WHERE num = ${workspace}`);
  const found = (workspace: number, word: string) =>
    column(
      `SELECT count(*) FROM chunks_fts_${workspace} WHERE chunks_fts_${workspace} MATCH 'context:${word}'`,
    );

  it("goes beside its chunk, into its keyword row, and has it embedded again; kept answers go", async () => {
    const workspace = await newWorkspace();
    await asked(workspace);
    await write(workspace, { "a.md": guide("The otter") });
    await all(`UPDATE chunks SET vector_state = 'visible' WHERE workspace = ${workspace}`);
    await all(`INSERT INTO outbox (workspace, chunk, op, state, next_at)
      SELECT workspace, id, 'upsert', 'parked', 0 FROM chunks WHERE workspace = ${workspace} LIMIT 1`);
    const [before] = await version(workspace);
    const chunks = (await left(workspace)).length;
    expect(await slice(workspace)).toEqual({ contexts: chunks, contextsFailed: 0 });
    expect(await prefixes(workspace)).toEqual(["From the wetland handbook."]);
    expect([await left(workspace), await found(workspace, "wetland")]).toEqual([[], [chunks]]);
    expect(Number((await version(workspace))[0])).toBeGreaterThan(Number(before));
    expect(await column(`SELECT vector_state FROM chunks WHERE workspace = ${workspace}`)).toEqual(
      Array.from({ length: chunks }, () => "pending"),
    );
    // What was given up of the text before gets new attempts.
    expect(await column(`SELECT state FROM outbox WHERE workspace = ${workspace}`)).toEqual(["due"]);
  });

  it("of an earlier text of the document is not put beside a chunk that stayed the same", async () => {
    const workspace = await newWorkspace();
    await asked(workspace);
    await write(workspace, { "a.md": guide("The otter") });
    await slice(workspace, async () => {
      await write(workspace, { "a.md": guide("The sluice") });
      // As if the trigger that takes the leases away had never run: the second of two defences.
      await all(`UPDATE contexts SET lease = 'mine' WHERE workspace = ${workspace}`);
    });
    expect(await prefixes(workspace)).toEqual([null]);
    expect(await found(workspace, "wetland")).toEqual([0]);
  });

  it("is not written, nor its work dropped, by a run that has lost its lease", async () => {
    const workspace = await newWorkspace();
    await asked(workspace);
    await write(workspace, { "a.md": guide("The otter") });
    const due = await left(workspace);
    await slice(workspace, () => all(`UPDATE contexts SET lease = 'other' WHERE workspace = ${workspace}`));
    expect([await prefixes(workspace), await left(workspace)]).toEqual([[null], due]);
    expect(await column(`SELECT DISTINCT lease FROM contexts WHERE workspace = ${workspace}`)).toEqual([
      "other",
    ]);
  });
});
