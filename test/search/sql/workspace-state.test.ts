import { claimsText } from "../../../src/workspaces/token.ts";
import { claimsOf, EPOCH } from "../../support/known-token.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession } from "../../../src/database/session.ts";
import { createMeter } from "../../../src/models/ports.ts";
import { STATE, stateRead, type WorkspaceState } from "../../../src/search/hops/workspace-state.ts";
import type { SearchPlan } from "../../../src/search/plan.ts";
import { quantise } from "../../../src/text/quantise.ts";
import { EAST, NEURAL, NOW_MS, planOf } from "../fakes.ts";
import { type Desk, OTHER, OWN, openDesk, SPACE } from "./rows.ts";

const MINUTE_MS = 60_000;
const TTL_MS = 5 * MINUTE_MS;

const known = (id: string) => claimsOf({ id, workspace: OWN });

const ASKED = { workspace: OWN, claims: known("t1"), nowMs: NOW_MS, usualCalls: 0 };

let desk: Desk;
let plan: SearchPlan;

const read = async (more: Partial<Parameters<typeof stateRead>[0]> = {}) =>
  (await desk.ask([stateRead({ ...ASKED, plan, ...more })])).of(STATE);

beforeAll(async () => {
  desk = await openDesk();
  plan = await planOf({ query: "signing keys", expand: true }, NEURAL(), { generator: "writer" });
  await desk.put({
    tokens: [
      { id: "t1", last_used_at: 5, claims: claimsText(known("t1")) },
      { id: "t2", last_used_at: 6, revoked_at: 9, claims: claimsText(known("t2")) },
    ],
    epochs: [{ num: 1, epoch: EPOCH, started_at: 0 }],
  });
});
afterAll(() => desk.dispose());

const queryRow = () => ({ query_hash: plan.keys.query, identity: SPACE, vector: quantise(EAST) ?? null });

describe("a kept result", () => {
  type Kept = keyof WorkspaceState["kept"];
  const row = (
    kept: Kept,
  ): readonly [table: string, row: Readonly<Record<string, string | number | null>>] => {
    const { keys } = plan;
    if (kept === "answer") return ["answers", { request: keys.answer, version: 1 }];
    if (kept === "queryVector") return ["query_results", queryRow()];
    return ["generated", { key: keys.expansion ?? "", text: "{}" }];
  };

  it.each<[Kept, string, object, boolean]>([
    ["answer", "the same request on the same version", {}, true],
    ["answer", "another workspace", { workspace: OTHER }, false],
    ["answer", "another request", { request: "other" }, false],
    ["answer", "an older version", { version: 0 }, false],
    ["answer", "just under five minutes ago", { created_at: NOW_MS - TTL_MS + 1 }, true],
    ["answer", "five minutes ago", { created_at: NOW_MS - TTL_MS }, false],
    ["queryVector", "the same query", {}, true],
    ["queryVector", "another workspace", { workspace: OTHER }, false],
    ["queryVector", "another embedding space", { identity: "other|cls|2|1" }, false],
    ["queryVector", "the same query without a vector", { vector: null }, false],
    ["queryVector", "another query", { query_hash: "other" }, false],
    ["expansion", "the same query", {}, true],
    ["expansion", "another workspace", { workspace: OTHER }, false],
    ["expansion", "another kind of text", { kind: "context" }, false],
    ["expansion", "another query", { key: "other" }, false],
  ])("(%s) of %s is found: %s %s", async (kept, _, more, isFound) => {
    const [table, own] = row(kept);
    await desk.put({ [table]: [{ ...own, ...more }] });
    const found = (await read())?.kept[kept];
    await desk.run(`DELETE FROM ${table}`);
    expect(found !== null).toBe(isFound);
  });

  it("is not looked up without a search", async () => {
    await desk.put({ answers: [{ request: plan.keys.answer }] });
    const state = stateRead(ASKED);
    expect((await desk.ask([state])).of(STATE)?.kept.answer).toBeNull();
    await desk.run("DELETE FROM answers");
  });

  it("of the query's vector serves only a model, and only a search by meaning", async () => {
    await desk.put({ query_results: [queryRow()] });
    const vectorOf = async (own: SearchPlan) => (await read({ plan: own }))?.kept.queryVector;
    expect(await vectorOf(plan)).not.toBeNull();
    expect(await vectorOf(await planOf({ query: "signing keys", profile: "keyword" }, NEURAL()))).toBeNull();
    expect(await vectorOf(await planOf({ query: "signing keys" }))).toBeNull();
    await desk.run("DELETE FROM query_results");
  });
});

describe("the state of a workspace", () => {
  it("counts its own chunks that wait, and documents of which a chunk failed, each once", async () => {
    const chunk = (id: string, vector_state: string, workspace = OWN) => ({
      ...{ id, vector_state, workspace, document: workspace },
    });
    await desk.put({
      documents: [OWN, OTHER].map((num) => ({ num, workspace: num, path: "a.md" })),
      chunks: [
        ...["p1", "p2"].map((id) => chunk(id, "pending")),
        chunk("p3", "failed"),
        ...["e1", "e2"].map((id) => chunk(id, "embedded")),
        ...[chunk("v1", "visible"), chunk("o1", "pending", OTHER), chunk("o2", "embedded", OTHER)],
      ],
      outbox: [
        { chunk: "p1", state: "parked" },
        { chunk: "p2", state: "parked" },
        { chunk: "p3", state: "due" },
        { chunk: "o1", state: "parked", workspace: OTHER },
      ],
    });
    expect(await read()).toMatchObject({ pendingChunks: 3, embeddedChunks: 2, failedDocuments: 1 });
    await desk.run("UPDATE outbox SET state = 'due' WHERE workspace = ?", OWN);
    expect(await read()).toMatchObject({ failedDocuments: 0 });
  });

  it("knows several roots where it has them itself", async () => {
    await desk.put({ documents: [{ num: 90, workspace: OTHER, path: "a.md", root: "other" }] });
    expect((await read())?.severalRoots).toBe(0);
    await desk.put({ documents: [{ num: 91, path: "a.md", root: "more" }] });
    expect((await read())?.severalRoots).toBe(1);
    expect(await read()).toMatchObject({ identity: SPACE, version: 1, generation: 1, settings: "{}" });
  });

  it.each([[{}], [{ root: "notes" }], [{ root: "nowhere" }]])(
    "reads no more of many documents than of few, filtered by %j",
    async (filters) => {
      const asked = await planOf({ query: "signing keys", filters }, NEURAL());
      const rows = async (): Promise<number> => {
        const meter = createMeter();
        await desk.ask(
          [stateRead({ ...ASKED, plan: asked })],
          openSession(desk.database, { from: "primary", meter }),
        );
        return meter.rowsRead;
      };
      const few = await rows();
      const many = Array.from({ length: 300 }, (_, at) => ({ num: 1_000 + at, path: `${at}.md` }));
      await desk.put({ documents: many });
      expect(await rows()).toBeLessThanOrEqual(few + 2);
      await desk.run("DELETE FROM documents WHERE num >= 1000");
    },
  );

  it("says of the asker's own token whether it was revoked and when it was used", async () => {
    expect((await read())?.token).toEqual({ isKnown: true, isRevoked: false, lastUsedAt: 5 });
    expect((await read({ claims: known("t2") }))?.token).toEqual({
      isKnown: true,
      isRevoked: true,
      lastUsedAt: 6,
    });
    for (const other of [
      { id: "t3" },
      { scope: "admin" as const },
      { workspace: OTHER },
      { expiresAt: 9_000 },
      { epoch: "f".repeat(16) },
      { epoch: undefined },
      { narrow: { roots: ["notes"] } },
    ])
      expect((await read({ claims: { ...known("t1"), ...other } }))?.token).toEqual({
        ...{ isKnown: false, isRevoked: false, lastUsedAt: null },
      });
  });

  it("has the model calls of today by UTC, and none of yesterday's", async () => {
    const lastMs = Date.UTC(2026, 5, 1, 23, 59, 59, 999);
    await desk.put({ day_use: [{ day: "2026-06-01", calls: 9, paused_until: lastMs + 1 }] });
    expect((await read({ nowMs: lastMs }))?.models).toEqual({ calls: 9, pausedUntil: lastMs + 1 });
    expect((await read({ nowMs: lastMs + 1 }))?.models).toEqual({ calls: 0, pausedUntil: null });
  });

  it("is that of no workspace once this one is deleted", async () => {
    await desk.run("UPDATE workspaces SET gone_at = 1 WHERE num = ?", OTHER);
    expect(await read({ workspace: OTHER })).toBeUndefined();
    expect(await read()).toBeDefined();
  });
});
