import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import type { SearchSettings } from "../../src/search/hops/deps.ts";
import { createIsolateMemory } from "../../src/search/hops/isolate-memory.ts";
import { type SearchNotes, writeSoon } from "../../src/search/record/write-behind.ts";
import { fakeDatabase } from "./fakes.ts";

/** A write that never comes ends the waiting for it. */
const MOST_NOTES = 500;

const tally = { totalMs: 1, isEmpty: false, isDegraded: false, cached: [] };

const settings: SearchSettings = {
  limits: { maxPendingScan: 0 },
  speculate: false,
  areRowsFree: false,
  logQueries: "off",
  build: "test",
};

/** What an isolate writes after its searches: `settle` waits until all is written, and answers how many each write counts. */
function isolate() {
  const pending: Promise<unknown>[] = [];
  const { db, batches } = fakeDatabase([]);
  const counts = (): number[] =>
    batches
      .flat()
      .filter(({ sql }) => sql.includes("INSERT INTO search_days"))
      .map(({ params }) => Number(params[2]));
  const deps = { db, memory: createIsolateMemory(1), settings };
  const note = (more: Partial<SearchNotes> = {}) =>
    writeSoon(
      deps,
      { later: (work) => void pending.push(work()) },
      { workspace: 1, nowMs: 0, tally, recall: undefined, ...more },
    );
  const settle = async () => {
    await Promise.all(pending);
    return counts();
  };
  return { note, settle, counts, pending };
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
  note({ usedToken: { token: "token", door: "http", address: "local" } });
  note();
  expect(await settle()).toEqual([2, 1]);
});

it("does not wait for ever, and less when many wait", async () => {
  const waitedFor = async (atOnce: number): Promise<number> => {
    const { note, settle, counts, pending } = isolate();
    for (let search = 0; search < atOnce; search++) note();
    while (counts().length === 0 && pending.length < MOST_NOTES) {
      await delay(30);
      note();
    }
    await settle();
    return (counts()[0] ?? 0) - atOnce;
  };
  const [few, many] = await Promise.all([waitedFor(1), waitedFor(60)]);
  expect(many).toBeLessThan(few);
});
