import { expect, it } from "vitest";
import { createBookmarkMemory } from "../../src/http/bookmark-memory.ts";

it("keeps the newest bookmark of each token, and of a thousand tokens at most", () => {
  const memory = createBookmarkMemory();
  memory.keep("a", "0002");
  memory.keep("a", "0001");
  memory.keep("b", "0003");
  expect([memory.newest("a"), memory.newest("b"), memory.newest("c")]).toEqual(["0002", "0003", undefined]);
  memory.keep("a", "0004");
  for (let at = 0; at < 999; at++) memory.keep(`t${at}`, "0001");
  expect([memory.newest("a"), memory.newest("b"), memory.newest("t998")]).toEqual([
    "0004",
    undefined,
    "0001",
  ]);
});
