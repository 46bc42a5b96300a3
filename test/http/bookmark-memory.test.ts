import { expect, it } from "vitest";
import { createBookmarkMemory } from "../../src/http/bookmark-memory.ts";

const of = (token: string, database = 1) => ({ token, database });

it("keeps the newest bookmark of each token, and of a thousand tokens at most", () => {
  const memory = createBookmarkMemory();
  memory.keep(of("a"), "0002");
  memory.keep(of("a"), "0001");
  memory.keep(of("b"), "0003");
  expect([memory.newest(of("a")), memory.newest(of("b")), memory.newest(of("c"))]).toEqual([
    "0002",
    "0003",
    undefined,
  ]);
  memory.keep(of("a"), "0004");
  for (let at = 0; at < 999; at++) memory.keep(of(`t${at}`), "0001");
  expect([memory.newest(of("a")), memory.newest(of("b")), memory.newest(of("t998"))]).toEqual([
    "0004",
    undefined,
    "0001",
  ]);
  memory.keep(of("t998", 3), "0009");
  expect([memory.newest(of("t998")), memory.newest(of("t998", 3))]).toEqual(["0001", "0009"]);
});
