import { describe, expect, it, vi } from "vitest";
import { RememberRequest } from "../../../src/memories/contract/memories.ts";
import { shortHash } from "../../../src/text/hash.ts";
import { memoryWorld } from "../../support/worlds/memory-world.ts";
import type { SimulatedWorld } from "../../support/worlds/world.ts";

describe("memories under writers that meet", () => {
  const { here, call, remember, settle, exported, clean, vote, netVotes } = memoryWorld();
  const ask = (method: string, path: string, body?: object, to = here.token) =>
    here.world.client.call(method, `/v1${path}`, { token: to, ...(body && { body }) });

  /** Another isolate, before whose nth batch something else happens. */
  const interrupted = (nth: number, between: () => Promise<unknown>) => {
    let batches = 0;
    const { database } = here.world;
    const DB = new Proxy(database, {
      get(target, key) {
        if (key !== "withSession") {
          const value = Reflect.get(target, key);
          return typeof value === "function" ? value.bind(target) : value;
        }
        return (constraint: D1SessionBookmark) => {
          const session = database.withSession(constraint);
          const batch = async (statements: D1PreparedStatement[]) => {
            batches += 1;
            if (batches === nth) await between();
            return session.batch(statements);
          };
          return {
            prepare: (sql: string) => session.prepare(sql),
            getBookmark: () => session.getBookmark(),
            batch,
          };
        };
      },
    });
    return { client: here.world.isolate({ DB }), batches: () => batches };
  };

  /** Runs a case with the interruption before each batch of the call in turn. */
  const atEachBatch = async (
    setUp: (round: number) => Promise<{
      between: () => Promise<unknown>;
      call: (client: SimulatedWorld["client"]) => Promise<unknown>;
      check: () => Promise<void>;
    }>,
  ) => {
    for (let nth = 1; nth < 30; nth++) {
      const { between, call: asked, check } = await setUp(nth);
      const other = interrupted(nth, between);
      await asked(other.client);
      await check();
      if (other.batches() < nth) return;
    }
  };

  const left = async (id: string) => {
    const sql = `SELECT (SELECT count(*) FROM past_memories WHERE id = ?1) AS past,
      (SELECT count(*) FROM documents WHERE path = ?1) AS live,
      (SELECT count(*) FROM memory_observations WHERE merged = ?1) AS merged`;
    return here.world.database.prepare(sql).bind(id).first<{ past: number; live: number; merged: number }>();
  };

  it("leave nothing of one that is deleted for good while it changes its place", async () => {
    for (const then of ["DELETE", "undo"] as const)
      await atEachBatch(async (round) => {
        const a = (await remember(`The ${then} tank ${round} is on shelf 4.`)).memory;
        await remember(`The ${then} tank ${round} is on shelf 5.`, { supersedes: a.id });
        if (then === "undo") await call("DELETE", `/${a.id}`);
        let isGone = false;
        return {
          between: async () => {
            isGone = (await call("DELETE", `/${a.id}?now=true`)).status === 200;
          },
          call: (client) =>
            then === "undo"
              ? client.call("POST", `/v1/memories/${a.id}/undo`, { token: here.token })
              : client.call("DELETE", `/v1/memories/${a.id}`, { token: here.token }),
          check: async () => {
            if (isGone) expect(await left(a.id), `${then} ${round}`).toMatchObject({ past: 0, live: 0 });
          },
        };
      });
  });

  it("answer a deletion for good as done only where the text is not in another memory by then", async () => {
    let met = 0;
    await atEachBatch(async () => {
      await here.fresh();
      await remember("On Mondays the night ferry departs");
      await settle();
      here.world.clock.advance(3_600_000);
      const { memory } = await remember("The night ferry departs on Mondays");
      let status = 0;
      return {
        between: settle,
        call: async (client) => {
          status = (await client.call("DELETE", `/v1/memories/${memory.id}?now=true`, { token: here.token }))
            .status;
        },
        check: async () => {
          const { merged = 0 } = (await left(memory.id)) ?? {};
          met += merged;
          expect(status).toBe(merged === 0 ? 200 : 409);
        },
      };
    });
    expect(met).toBeGreaterThan(0);
  });

  it("are live or past, never both, when an import meets an undo", async () => {
    await atEachBatch(async (round) => {
      const text = `The kiosk ${round} opens at nine.`;
      const { id } = (await remember(text)).memory;
      await call("DELETE", `/${id}`);
      const record = {
        ...{ type: "memory", id, state: "superseded", text, hash: await shortHash(text), memoryType: "fact" },
        ...{ importance: 1, priority: 1, confidence: 1, timesObserved: 1, firstObserved: 1, lastObserved: 1 },
        ...{ leftAt: 5, session: null, source: null, tags: [], entities: [], metadata: {}, supersedes: null },
        supersededBy: "f".repeat(32),
      };
      const body = { identity: "x", merge: true, records: [record] };
      const { leftAt: _, ...timeless } = record;
      const refused = await ask("POST", "/import", { ...body, records: [{ ...timeless, leftAt: null }] });
      expect([refused.status, refused.body.error.code]).toEqual([400, "invalid_input"]);
      return {
        between: () => call("POST", `/${id}/undo`),
        call: async (client) => {
          const answer = await client.call("POST", "/v1/import", { token: here.token, body });
          expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        },
        check: async () => {
          const { past = 0, live = 0 } = (await left(id)) ?? {};
          expect(past + live, String(round)).toBe(1);
        },
      };
    });
  });

  it("keep their votes exact: taken back while forgotten, given while two become one, given to an older text", async () => {
    const { memory } = await remember("The orchard has ninety apple trees.");
    await settle();
    const { body: search } = await here.world.client.search(here.token, "orchard apple");
    const hit = { recallId: search.recallId, chunk: search.hits[0].id };
    await ask("POST", "/feedback", { ...hit, value: "up" });
    await call("DELETE", `/${memory.id}`);
    expect((await ask("DELETE", `/feedback?recallId=${hit.recallId}&chunk=${hit.chunk}`)).status).toBe(200);
    await call("POST", `/${memory.id}/undo`);
    expect(await netVotes(memory.id)).toBe(null);
    await call("PATCH", `/${memory.id}`, { text: "The orchard has ninety pear trees." });
    const late = await ask("POST", "/feedback", { recallId: hit.recallId, chunk: "1", value: "down" });
    expect([late.status, late.body.votes]).toEqual([200, { net: -1 }]);
    expect(await netVotes(memory.id)).toBe(-1);
    expect(await clean()).toEqual([]);

    await atEachBatch(async () => {
      await here.fresh();
      const first = (await remember("On Mondays the night ferry departs")).memory;
      await settle();
      await vote(first.id, "night ferry departs");
      here.world.clock.advance(3_600_000);
      const second = (await remember("The night ferry departs on Mondays")).memory;
      await vote(second.id, "night ferry mondays");
      const { body } = await here.world.client.search(here.token, "night ferry");
      const chunk = body.hits.find(({ path }: { path: string }) => path === first.id).id;
      return {
        between: async () => {
          const given = await ask("POST", "/feedback", { recallId: body.recallId, chunk, value: "up" });
          expect(given.status).toBe(200);
        },
        call: (client) => {
          here.world.clock.advance(600_000);
          return client.sweep();
        },
        check: async () => {
          await settle();
          const { body: votes } = await ask("GET", "/feedback");
          expect((await call("GET", `/${second.id}`)).body.mergedInto).toBe(first.id);
          // All are kept; of one token's the newest counts.
          expect(votes.votes.length).toBeGreaterThanOrEqual(2);
          expect(await netVotes(first.id)).toBeCloseTo(1, 2);
        },
      };
    });
  });

  it("can be brought back or replaced when what took their place is gone", async () => {
    const a = (await remember("The kiosk opens at nine.")).memory;
    const b = (await remember("The kiosk opens at ten.", { supersedes: a.id })).memory;
    expect((await call("POST", `/${a.id}/undo`)).body.error.message).toContain(b.id);
    await call("DELETE", `/${b.id}?now=true`);
    const c = (await remember("The kiosk opens at eleven.", { supersedes: a.id })).memory;
    expect((await call("GET", `/${a.id}?history=true`)).body.memory.supersededBy).toBe(c.id);
    await call("DELETE", `/${c.id}?now=true`);
    const back = await call("POST", `/${a.id}/undo`);
    expect([back.status, back.body.memory]).toMatchObject([200, { state: "live", supersededBy: null }]);
    expect(await clean()).toEqual([]);
  });

  it("are not answered again under an Idempotency-Key once they are gone for good", async () => {
    const body = { text: "The flamingo is called Zorbulon." };
    const keyed = { token: here.token, body, headers: { "idempotency-key": "k1" } };
    const first = await here.world.client.call("POST", "/v1/memories", keyed);
    await vi.waitUntil(
      async () => (await here.world.client.call("POST", "/v1/memories", keyed)).status === 200,
    );
    await call("DELETE", `/${first.body.memory.id}?now=true`);
    const again = await here.world.client.call("POST", "/v1/memories", keyed);
    expect([again.status, again.body.error?.code]).toEqual([409, "idempotency_done"]);
    expect(JSON.stringify(again.body)).not.toContain("Zorbulon");
  });

  const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

  it("are refused one by one for metadata that nothing can hold, and written whole where it is only much", async () => {
    for (const [metadata, status] of [
      [{ a: nested(31) }, 200],
      [{ a: nested(32) }, 400],
      [{ a: nested(1_500) }, 400],
      [{ a: [JSON.parse('{"__proto__":1}')] }, 400],
    ] as const) {
      const answer = await call("POST", "", { text: "A fact of the herons by the weir", metadata });
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    }
    const good = { text: "The good one of a batch is here" };
    const deep = { ...good, metadata: { a: nested(100_000) } };
    expect(RememberRequest.safeParse(deep).success).toBe(false);
    const { body } = await call("POST", "/batch", {
      memories: [good, { ...good, metadata: { a: nested(32) } }],
    });
    expect(body).toMatchObject({ created: 1, failed: 1 });
    const wide = (at: number) => ({
      text: `Record ${at} says ${`"${at}" `.repeat(1_200).slice(0, 5_900)}`,
      metadata: { a: '"'.repeat(4_070) },
      entities: Array.from({ length: 32 }, (_, name) => `Name${at}x${name} ${"名".repeat(180)}`),
      tags: Array.from({ length: 32 }, (_, tag) => `t${at}x${tag}${"名".repeat(50)}`),
    });
    const all = Array.from({ length: 60 }, (_, at) => wide(at));
    for (const memories of [all.slice(0, 30), all.slice(30)]) {
      const { body: many } = await call("POST", "/batch", { memories });
      expect(many, JSON.stringify(many.answers?.[0])).toMatchObject({ created: 30, failed: 0 });
    }
    const pruned = await call("POST", "/prune", { olderThan: "2030-01-01T00:00:00Z", dryRun: false });
    expect([pruned.status, pruned.body.forgotten > 0], JSON.stringify(pruned.body)).toEqual([200, true]);
  });

  it("take the workspace's own types with them to where they are imported", async () => {
    await ask("PUT", "/memories/types", { own: ["recipe"] });
    await remember("Bread needs flour and salt.", { type: "recipe" });
    const to = await here.world.client.workspace(`i${here.slug}`);
    const taken = await ask("POST", "/import", { identity: "x", records: await exported() }, to);
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect((await ask("GET", "/memories/types", undefined, to)).body.own).toEqual(["recipe"]);
  });
});
