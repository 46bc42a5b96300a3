import { expect, it } from "vitest";
import { contradictionStep } from "../../src/backup/records.ts";
import { linkStatements, writePairs } from "../../src/memories/sql/contradictions.ts";
import { memoryDatabase, memoryId } from "../memories/memory-database.ts";

const { here, addWorkspace, create, rows } = memoryDatabase();

it("what may contradict each other is exported once a pair, and noted again where both are live", async () => {
  for (const [digit, text] of [
    ["a", "The port is 1."],
    ["b", "The port is 2."],
    ["c", "The port is 3."],
  ] as const)
    await create(digit, text);
  const [a, b, c] = ["a", "b", "c"].map(memoryId) as [string, string, string];
  await here.db.batch({
    linked: linkStatements(here.db, here.workspace, [
      [b, a],
      [b, c],
    ]),
  });
  const { records, next } = await contradictionStep({ session: here.db, workspace: here.workspace }, "");
  expect(next).toBeUndefined();
  expect(records).toEqual([
    { type: "contradiction", memory: a, other: b },
    { type: "contradiction", memory: b, other: c },
  ]);
  const there = await addWorkspace();
  for (const digit of ["a", "b"]) await create(digit, `The port is ${digit}.`, { into: there });
  const version = async () =>
    (await rows<{ version: number }>("SELECT version FROM workspaces WHERE num = ?1", there))[0]?.version ??
    0;
  const before = await version();
  // Repeated, it changes nothing more.
  for (let turn = 0; turn < 2; turn++)
    await writePairs(
      here.db,
      there,
      records.map(({ memory, other }) => [memory, other] as const),
    );
  expect(await rows("SELECT memory, other FROM contradictions WHERE workspace = ?1", there)).toEqual([
    { memory: a, other: b },
    { memory: b, other: a },
  ]);
  expect(await version()).toBe(before + 1);
});
