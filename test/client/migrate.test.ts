import { expect, it } from "vitest";
import { migrateServer } from "../../src/client/migrate.ts";
import type { TypedClient } from "../../src/client/typed-client.ts";

type Pending = readonly [name: string, statements: number, done: number];
type State = readonly [applied: readonly string[], pending: readonly Pending[]];

/** A server that answers its state, then another after each request for more. */
function serverOf(before: State, ...after: readonly State[]) {
  let posts = 0;
  const answer = ([applied, pending]: State = [[], []]) => ({
    json: async () => ({
      applied,
      pending: pending.map(([name, statements, done]) => ({ name, statements, done })),
    }),
  });
  const migrations = {
    $get: async () => answer(before),
    $post: async () => answer(after[Math.min(posts++, after.length - 1)]),
  };
  const client = { v1: { migrations } } as unknown as TypedClient;
  return { run: () => migrateServer(client), posts: () => posts };
}

const NONE: readonly Pending[] = [];

it.each<[string, State, readonly State[], readonly string[]]>([
  ["nothing where nothing is pending", [["1"], NONE], [[["1"], NONE]], []],
  ["what was not there before", [["1"], [["2", 1, 0]]], [[["1", "2"], NONE]], ["2"]],
  [
    "all that several requests applied",
    [[], [["1", 2, 0]]],
    [
      [[], [["1", 2, 1]]],
      [["1"], NONE],
    ],
    ["1"],
  ],
  [
    "a part of one that was long",
    [
      [],
      [
        ["1", 3, 0],
        ["2", 3, 0],
      ],
    ],
    [
      [
        [],
        [
          ["1", 3, 2],
          ["2", 3, 0],
        ],
      ],
      [["1"], [["2", 3, 0]]],
      [["1", "2"], NONE],
    ],
    ["1", "2"],
  ],
])("names %s", async (_, before, after, applied) => {
  const server = serverOf(before, ...after);
  expect(await server.run()).toEqual(applied);
  expect(server.posts()).toBe(after.length);
});

it.each<[string, State]>([
  ["as much is left", [[], [["1", 2, 1]]]],
  ["more is left", [[], [["1", 3, 1]]]],
])("ends where after a request %s as before", async (_, next) => {
  const server = serverOf([[], [["1", 2, 0]]], [[], [["1", 2, 1]]], next);
  await expect(server.run()).rejects.toMatchObject({
    ...{ code: "unavailable", message: "The server does not get on with 1" },
  });
  expect(server.posts()).toBe(2);
});

it("brings each of several databases up to date, one after another, by its number", async () => {
  const applied = new Map([
    [1, ["1", "2"]],
    [2, ["1"]],
    [3, []],
  ]);
  const asked: (number | undefined)[] = [];
  const answer = (names: readonly string[], left: number) => ({
    json: async () => ({
      ...{ databases: applied.size, applied: names },
      pending: left === 0 ? [] : [{ name: "2", statements: 9, done: 9 - left }],
    }),
  });
  const migrations = {
    $get: async ({ query: { database } }: { query: { database?: number } }) =>
      answer(applied.get(database ?? 1) ?? [], 0),
    $post: async ({ query: { database } }: { query: { database?: number } }) => {
      const isFirst = !asked.includes(database) && database === 3;
      asked.push(database);
      return isFirst ? answer(["1"], 5) : answer(["1", "2"], 0);
    },
  };
  const client = { v1: { migrations } } as unknown as TypedClient;
  expect((await migrateServer(client)).toSorted()).toEqual(["1", "2"]);
  expect(asked).toEqual([1, 2, 3, 3]);
});
