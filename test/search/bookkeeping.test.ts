import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { createIsolateMemory } from "../../src/search/hops/isolate-memory.ts";
import type { SearchCaller, SearchParts } from "../../src/search/hops/parts.ts";
import { type Bookkeeping, keepSoon } from "../../src/search/record/bookkeeping.ts";
import type { SearchWrites } from "../../src/search/sql/search-types.ts";

const tally = { totalMs: 1, isEmpty: false, isDegraded: false, cached: [] };

/** What an isolate writes after its searches; `settle` waits until all is written. */
function isolate() {
  const writes: SearchWrites[] = [];
  const pending: Promise<unknown>[] = [];
  const keep = async (write: SearchWrites) => void writes.push(write);
  const parts = { store: { keep }, memory: createIsolateMemory(1), logQueries: "off" };
  const caller = { later: (work: () => Promise<unknown>) => void pending.push(work()) };
  const note = (more: Partial<Bookkeeping> = {}) =>
    keepSoon(parts as unknown as SearchParts, caller as unknown as SearchCaller, {
      workspace: 1,
      nowMs: 0,
      tally,
      ...more,
    });
  const settle = async () => {
    await Promise.all(pending);
    return writes.map(({ tallies = [] }) => tallies.length).filter((count) => count > 0);
  };
  return { note, settle, writes };
}

it("notes searches that follow each other in one write", async () => {
  const { note, settle } = isolate();
  for (let search = 0; search < 4; search++) {
    note();
    await delay(60);
  }
  expect(await settle()).toEqual([4]);
});

it("takes those that wait along with what is written at once", async () => {
  const { note, settle } = isolate();
  note();
  note({ usedToken: "token" });
  note();
  expect(await settle()).toEqual([2, 1]);
});

it("does not wait for ever, and less when many wait", async () => {
  const waitedFor = async (atOnce: number): Promise<number> => {
    const { note, settle, writes } = isolate();
    for (let search = 0; search < atOnce; search++) note();
    while (writes.length === 0) {
      await delay(30);
      note();
    }
    await settle();
    return (writes[0]?.tallies?.length ?? 0) - atOnce;
  };
  const [few, many] = await Promise.all([waitedFor(1), waitedFor(60)]);
  expect(many).toBeLessThan(few);
});
