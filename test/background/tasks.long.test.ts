import { describe, expect, it } from "vitest";
import { PLAN_LIMITS } from "../../src/config.ts";
import { IDENTITY, NO_INDEX, notes, taskDatabase } from "./task-database.ts";

const { free } = PLAN_LIMITS;

describe("a slice of a task that is large", () => {
  const { all, column, newWorkspace, write, task } = taskDatabase();

  it("sweeps what its plan allows, of its workspace alone, whatever identity that has", async () => {
    const [one, other] = [await newWorkspace("gone|cls|2|1"), await newWorkspace("gone|cls|2|1")];
    for (const workspace of [one, other]) await write(workspace, notes(free.sweepRows + 1));
    const waiting = async () =>
      column("SELECT count(*) FROM outbox WHERE failures = 1 GROUP BY workspace ORDER BY workspace");
    await task("sweep", { workspace: other })();
    expect(await waiting()).toEqual([]);
    const { counts } = (await task("sweep", { workspace: other, identities: ["gone|cls|2|1"] })()) ?? {};
    expect([counts?.failed, await waiting()]).toEqual([free.sweepRows, [free.sweepRows]]);
    expect(await column("SELECT DISTINCT workspace FROM outbox WHERE failures = 1")).toEqual([other]);
  });

  it("builds a next generation of its workspace, half as many chunks as the plan has rows", async () => {
    const [one, other] = [await newWorkspace(IDENTITY), await newWorkspace(IDENTITY)];
    for (const workspace of [one, other]) {
      await write(workspace, notes(free.sweepRows));
      await all(`INSERT INTO generations (workspace, num, identity, state, started_at, next_at)
        VALUES (${workspace}, 2, '${IDENTITY}', 'building', 0, 0)`);
    }
    const { counts } = (await task("generations", { workspace: other })()) ?? {};
    expect(counts).toMatchObject({ walked: free.sweepRows / 2 });
    expect(await column("SELECT done FROM generations ORDER BY workspace")).toEqual([0, free.sweepRows / 2]);
  });

  it.each(["paid"] as const)("looks vectors up as often as the plan %s allows", async (plan) => {
    const workspace = await newWorkspace(IDENTITY);
    const { sweepLookups } = PLAN_LIMITS[plan];
    await write(workspace, notes(sweepLookups + 1));
    await all("UPDATE chunks SET vector_state = 'embedded'");
    await all(`INSERT INTO sent_calls (workspace, generation, run, seq, sent_at, chunks)
      SELECT ${workspace}, 1, 'r', 1, 0, json_group_array(json_array(id, embed_hash)) FROM chunks`);
    const vectors = {
      ...NO_INDEX,
      visible: async (ids: readonly string[]) => ids,
      progress: async () => ({}),
    };
    const { counts } = (await task("sweep", { plan, models: { vectors } })()) ?? {};
    expect(counts?.confirmed).toBe(sweepLookups);
    expect(await column("SELECT count(*) FROM chunks WHERE vector_state = 'embedded'")).toEqual([1]);
  });

  it.each([["paid", 50]] as const)(
    "cuts anew as many documents as the plan %s allows, of its workspace",
    async (plan, most) => {
      const [one, other] = [await newWorkspace(), await newWorkspace()];
      for (const workspace of [one, other]) {
        await write(workspace, notes(most + 1));
        await all(`INSERT INTO rechunks (workspace, started_at) VALUES (${workspace}, 0)`);
      }
      await all("UPDATE documents SET chunker = 0");
      const slice = task("rechunk", { plan, workspace: other });
      expect(await slice()).toEqual({ counts: { documents: most, lost: 0 } });
      expect(await slice()).toEqual({ counts: { documents: 1, lost: 0 } });
      expect(await slice()).toEqual({ counts: { finished: 1 } });
      expect(await slice()).toBeUndefined();
      expect(await column("SELECT workspace FROM rechunks")).toEqual([one]);
    },
  );

  it.each([["contexts", "paid", 8]] as const)(
    "asks a text model for %s of as many chunks as the plan %s allows",
    async (name, plan, most) => {
      const [one, other] = [await newWorkspace(), await newWorkspace()];
      const table = name === "contexts" ? "contexts" : "name_requests";
      await all(`DELETE FROM ${table}`);
      for (const workspace of [one, other]) {
        await write(workspace, notes(most + 1));
        await all(`INSERT INTO ${table} (chunk, workspace, document, next_at)
        SELECT id, workspace, document, 0 FROM chunks WHERE workspace = ${workspace}`);
      }
      const answer = JSON.stringify({ context: "Of birds.", names: [], relations: [] });
      const generator = { model: "writer", generate: async () => answer };
      expect(await task(name, { plan, workspace: other })()).toBeUndefined();
      const counts = (await task(name, { plan, workspace: other, models: { generator } })())?.counts ?? {};
      expect(Object.values(counts)).toEqual([most, 0]);
      expect(await column(`SELECT count(*) FROM ${table} GROUP BY workspace ORDER BY workspace`)).toEqual([
        ...[most + 1, 1],
      ]);
    },
  );

  it.each([["paid", false]] as const)(
    "audits a page on the plan %s, and is the last: %s",
    async (plan, isLast) => {
      await newWorkspace();
      expect(await task("audit", { plan })()).toMatchObject({ isLast });
    },
  );
});
