import { describe, expect, it } from "vitest";
import type { Candidate } from "../../../src/search/stages/stage.ts";
import { candidate, context, daysOld, memory, stage } from "./candidates.ts";

const told = (id: string, score: number, days: number, supersedes?: string): Candidate =>
  memory(id, score, { ...daysOld(days), path: id, text: "Rent is 850.", facts: { supersedes } });

const ids = (list: readonly Candidate[]) => list.map(({ id }) => id);

describe("superseding", () => {
  const order = (candidates: readonly Candidate[], query = "rent") =>
    ids(stage("superseding")(candidates, context(query)));

  it("puts a memory above the one that it superseded, in whose place it is, with the scores of the places", () => {
    const list = [told("old", 0.9, 9), candidate("file", 0.8), told("new", 0.1, 1, "old")];
    const after = stage("superseding")(list, context("where are the keys"));
    expect(after.map(({ id, score }) => [id, score])).toEqual([
      ["new", 0.9],
      ["old", 0.8],
      ["file", 0.1],
    ]);
  });

  it("puts it above an older rival, and under what is newer, about something else, or no memory", () => {
    const file = candidate("file", 0.95, { ...daysOld(90), text: "Rent is 800." });
    const keys = memory("keys", 0.93, { ...daysOld(90), path: "keys", text: "Keys are with Ann." });
    const list = [file, keys, told("newer", 0.9, 0), told("rival", 0.8, 9), told("new", 0.1, 1, "gone")];
    expect(order(list)).toEqual(["file", "keys", "newer", "new", "rival"]);
  });

  it("leaves all as it is where nothing supersedes, or it stands above already", () => {
    const list = [told("new", 0.9, 1, "old"), told("old", 0.8, 9)];
    expect(order(list)).toEqual(["new", "old"]);
    const plain = [told("a", 0.9, 9), told("b", 0.8, 1)];
    expect(stage("superseding")(plain, context("rent"))).toBe(plain);
  });

  it("leaves the passages of one memory, and what is of the same moment, where they are", () => {
    const passages = [told("a", 0.9, 2), told("b", 0.8, 1, "gone")].map((one) => ({
      ...one,
      documentNum: 77,
    }));
    expect(order(passages)).toEqual(["a", "b"]);
    expect(order([told("a", 0.9, 1), told("b", 0.8, 1, "gone")])).toEqual(["a", "b"]);
  });

  it("overtakes what has three of five words that the fullest has, by its own share", () => {
    const say = (id: string, days: number, text: string, supersedes?: string) => ({
      ...told(id, 0.9 - days / 1_000, days, supersedes),
      text,
    });
    const list = [
      say("three", 30, "Alder birch cedar."),
      say("two", 20, "Alder birch."),
      say("all", 10, "Alder birch cedar dogwood elder.", "gone"),
    ].map((one, at) => ({ ...one, score: 0.9 - at / 10 }));
    const after = (share: number) =>
      ids(stage("superseding", { share })(list, context("alder birch cedar dogwood elder")));
    expect(order(list, "alder birch cedar dogwood elder")).toEqual(["all", "three", "two"]);
    expect(order([...list.slice(1), ...list.slice(0, 1)], "alder birch cedar dogwood elder")).toEqual([
      ...["two", "all", "three"],
    ]);
    expect(after(0.8)).toEqual(["three", "two", "all"]);
  });

  it("orders a chain of them", () => {
    expect(order([told("a", 0.9, 9), told("b", 0.8, 5, "a"), told("c", 0.7, 1, "b")])).toEqual([
      "c",
      "b",
      "a",
    ]);
  });
});

describe("perMemory", () => {
  const steps = (documentNum: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      memory(`m${documentNum}.${at}`, 0.9 - at / 100, { documentNum }),
    );

  it("keeps the best passage of a memory, whatever their number, and every passage of a file", () => {
    const files = [candidate("f1", 0.5, { documentNum: 900 }), candidate("f2", 0.4, { documentNum: 900 })];
    const list = [...steps(800, 60), ...steps(801, 2), ...files];
    expect(ids(stage("perMemory")(list, context()))).toEqual(["m800.0", "m801.0", "f1", "f2"]);
    expect(ids(stage("perMemory", { hits: 2 })(list, context()))).toHaveLength(6);
  });
});
