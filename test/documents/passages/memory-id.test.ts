import { expect, it } from "vitest";
import { withMemory } from "../../../src/documents/passages/memory-id.ts";
import { memoryIdIn } from "../../../src/text/places/memory-place.ts";
import { AppError, type ErrorCode } from "../../../src/errors.ts";

const ID = "3f9a2c1b".repeat(4);
/** The database does not answer for it. */
const BUSY = "b".repeat(32);

it.each([
  [ID, ID],
  ["3f9a2c1b", "3f9a2c1b"],
  ["3f9a2c1", undefined],
  [`${ID}0`, undefined],
  [`memories:${ID}`, ID],
  [`memories:${ID}#L1`, ID],
  [`${ID}#L1C3-L1C9`, ID],
  [`${ID}#L`, undefined],
  ["We deploy on Thursdays… (memory 3f9a2c1b04d1)", "3f9a2c1b04d1"],
  ["We deploy… (memory 3f9a2c1b04d1)#L12-L14", "3f9a2c1b04d1"],
  ["We deploy (memory 3f9a2c1b04d1) today", undefined],
  [`notes:${ID}`, undefined],
  [ID.toUpperCase(), undefined],
])("%s names the memory %s", (text, id) => {
  expect(memoryIdIn(text)).toBe(id);
});

/** Does something with the memories known, where chunks are known by id. */
async function act(named: string, known: readonly string[], chunk?: { kind: string; path: string }) {
  const tried: string[] = [];
  const client = {
    chunk: async () => {
      if (chunk === undefined) throw new AppError("not_found", "no chunk");
      return { root: "notes", ...chunk } as never;
    },
  };
  const outcome = await withMemory(client, named, async (id) => {
    tried.push(id);
    if (!known.includes(id)) throw new AppError(id === BUSY ? "unavailable" : "not_found", `no ${id}`);
    return "done";
  }).catch((error: { code: ErrorCode; message: string }) => [error.code, error.message]);
  return { tried, outcome };
}

it("is acted on by its id, also as a citation has it", async () => {
  expect(await act(`memories:${ID}#L1`, [ID])).toEqual({ tried: [ID], outcome: "done" });
});

it("is acted on by the id of a passage that it has, or its start", async () => {
  const chunk = { kind: "memory", path: "f".repeat(32) };
  expect(await act("3f9a2c1b", [chunk.path], chunk)).toEqual({
    tried: ["3f9a2c1b", chunk.path],
    outcome: "done",
  });
});

it("is no passage of a file", async () => {
  const { tried, outcome } = await act("3f9a2c1b", [], { kind: "file", path: "a.md" });
  expect(tried).toEqual(["3f9a2c1b"]);
  expect(outcome).toEqual(["invalid_input", "3f9a2c1b is a passage of notes:a.md, not a memory"]);
});

it("that is nowhere is told as such; another failure is no reason to look for a passage", async () => {
  const chunk = { kind: "memory", path: "f".repeat(32) };
  expect((await act("3f9a2c1b", [])).outcome).toEqual(["not_found", "no 3f9a2c1b"]);
  expect((await act(BUSY, [], chunk)).outcome).toEqual(["unavailable", `no ${BUSY}`]);
});

it.each(["3", "00c", "3f9a2c1", "the old one", ""])("is none by %j: nothing is done", async (named) => {
  expect(await act(named, [named])).toEqual({
    tried: [],
    outcome: ["invalid_input", "id: an id, or 8 characters of its beginning or more"],
  });
});
