import { describe, expect, it } from "vitest";
import { searchSweeps } from "../../../src/search/service/search-sweeps.ts";

const NOW_MS = 1_760_000_000_000;

/** What searches in one isolate set going: by the workspace swept. */
function isolate(sweep: () => Promise<void> = async () => undefined) {
  let nowMs = NOW_MS;
  const swept: (readonly [workspace: number, database: number])[] = [];
  const work: (() => Promise<unknown>)[] = [];
  const sweeps = searchSweeps(
    ({ workspace, database }) => {
      swept.push([workspace, database]);
      return sweep();
    },
    () => nowMs,
  );
  return {
    swept,
    /** A search that finds so many chunks without a vector, so long after the last push. */
    search: ({ workspace = 1, pendingChunks = 1, agoMs = 60_000 as number | null } = {}) => {
      const indexedAt = agoMs === null ? null : new Date(nowMs - agoMs).toISOString();
      sweeps.after({
        workspace,
        database: 3,
        index: { pendingChunks, indexedAt },
        later: (one) => void work.push(one),
      });
      return work.length > 0;
    },
    /** What was left for after the answer, done now. */
    finish: () => Promise.all(work.splice(0).map((one) => one())),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe("a search that finds chunks without a vector", () => {
  it("has its own workspace swept after the answer", async () => {
    const { search, finish, swept } = isolate();
    search({ workspace: 7 });
    expect(swept).toEqual([]);
    await finish();
    expect(swept).toEqual([[7, 3]]);
  });

  it.each([
    ["none is missing", { pendingChunks: 0 }, false],
    ["nothing was ever pushed", { agoMs: null }, false],
    ["the push is ten seconds ago but for a millisecond", { agoMs: 9_999 }, false],
    ["the push is ten seconds ago", { agoMs: 10_000 }, true],
  ])("where %s: %o is swept: %s", (_, searched, isSwept) => {
    expect(isolate().search(searched)).toBe(isSwept);
  });

  it.each([
    ["ends well", async () => undefined],
    ["fails", () => Promise.reject(new Error("no database"))],
  ])("is heeded again ten seconds after the start of a sweep that %s", async (_, sweep) => {
    const { search, finish, pass } = isolate(sweep);
    search();
    await finish().catch(() => undefined);
    pass(9_999);
    expect(search()).toBe(false);
    pass(1);
    expect(search()).toBe(true);
  });

  it("is heeded a minute after a sweep that never ended", () => {
    const { search, finish, pass, swept } = isolate(() => new Promise(() => undefined));
    search();
    void finish();
    pass(59_999);
    expect([search(), swept]).toEqual([false, [[1, 3]]]);
    pass(1);
    expect(search()).toBe(true);
  });
});
