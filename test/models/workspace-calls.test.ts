import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/config.ts";
import { callsUsedUp, createIsolateCalls, workspaceCallsLeft } from "../../src/models/workspace-calls.ts";

const NOON_MS = Date.UTC(2026, 5, 1, 12);
const DAY = "2026-06-01";

const isolate = () => {
  let nowMs = NOON_MS;
  const calls = createIsolateCalls(() => nowMs);
  return { calls, advance: (ms: number) => (nowMs += ms) };
};

describe("what an isolate knows of a workspace's calls", () => {
  it("is what was read and its own calls since, and ends at midnight", () => {
    const { calls, advance } = isolate();
    const first = calls.of(1);
    expect(first.stop()).toBeUndefined();
    first.add(1);
    first.learn({ day: DAY, used: 3, allowed: 5 });
    expect(first.stop()).toBeUndefined();
    first.add(1);
    expect(first.stop()).toMatchObject({
      ...{ code: "workspace_quota", failure: { retryAtMs: Date.UTC(2026, 5, 2) } },
      details: { quota: "modelCalls", used: 5, allowed: 5, until: "2026-06-02T00:00:00.000Z" },
    });
    expect(calls.of(1).stop()).toBeDefined();
    expect(calls.of(2).stop()).toBeUndefined();
    advance(DAY_MS / 2);
    expect(calls.of(1).stop()).toBeUndefined();
  });

  it("takes from yesterday's count only what is allowed", () => {
    const { calls, advance } = isolate();
    advance(DAY_MS);
    const one = calls.of(1);
    one.learn({ day: DAY, used: 9, allowed: 2 });
    expect(one.stop()).toBeUndefined();
    one.add(2);
    expect(one.stop()).toBeDefined();
  });

  it("forgets calls that a refused token made, and hears of another quota", () => {
    const one = isolate().calls.of(1);
    one.learn({ day: DAY, used: 1, allowed: 2 });
    one.add(1);
    one.add(-1);
    expect(one.stop()).toBeUndefined();
    one.learn({ day: DAY, used: 1, allowed: 1 });
    expect(one.stop()).toBeDefined();
    one.learn({ day: DAY, used: 1, allowed: 0 });
    expect(one.stop()).toBeUndefined();
  });

  it("is never more than were made, in whatever order several requests call, read and note", () => {
    const step = fc.record({ request: fc.nat(3), does: fc.constantFrom("call", "read", "note", "other") });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { calls } = isolate();
        let [made, noted] = [0, 0];
        // A request reads once, before it notes: what it noted then is in no count that it reads.
        const fresh = () => ({ handle: calls.of(1), own: 0 });
        const requests = Array.from({ length: 4 }, fresh);
        for (const { request, does } of steps) {
          const one = requests[request] ?? fresh();
          if (does === "other") [made, noted] = [made + 1, noted + 1];
          if (does === "call") {
            one.handle.add(1);
            one.own += 1;
            made += 1;
          }
          if (does === "read") one.handle.learn({ day: DAY, used: noted, allowed: 1_000 });
          if (does === "note") {
            noted += one.own;
            requests[request] = fresh();
          }
          const probe = calls.of(1);
          probe.learn({ day: DAY, used: 0, allowed: made + 1 });
          expect(probe.stop()).toBeUndefined();
        }
      }),
    );
  });
});

describe("calls that are left", () => {
  it.each([
    [{ used: 0, allowed: 0 }, Number.POSITIVE_INFINITY],
    [{ used: 9, allowed: 0 }, Number.POSITIVE_INFINITY],
    [{ used: 3, allowed: 5 }, 2],
    [{ used: 7, allowed: 5 }, 0],
  ])("of %j are %d", (calls, left) => {
    expect(workspaceCallsLeft({ day: DAY, ...calls })).toBe(left);
  });

  it("are told with whose quota it is, and who sets more", () => {
    expect(callsUsedUp({ day: DAY, used: 1_200, allowed: 1_000 }, NOON_MS).message).toBe(
      "This workspace has made 1,200 of its 1,000 model calls a day: they return at 00:00 UTC; the server's owner sets more with recall workspace quotas",
    );
  });
});
