import { describe, expect, it } from "vitest";
import {
  addMemoryTypes,
  changeMemoryTypes,
  checkType,
  listMemoryTypes,
  ownTypes,
} from "../../src/memories/memory-types.ts";
import { memoryDatabase } from "./memory-database.ts";

describe("a workspace's own types of memories", () => {
  const { here, addWorkspace, context, rows } = memoryDatabase();

  const stored = async (workspace = here.workspace) => {
    const found = await rows<{ num: number; settings: string }>(
      "SELECT num, settings FROM workspaces WHERE num >= ?1",
    );
    return ownTypes(found.find(({ num }) => num === workspace)?.settings ?? "{}");
  };

  it("are stored once each, in their order, without the built-in ones, in their workspace alone", async () => {
    const other = await addWorkspace();
    const answer = await changeMemoryTypes(await context(), { own: ["recipe", "bug", "recipe", "decision"] });
    expect(answer.own).toEqual(["recipe", "bug"]);
    expect(answer.builtIn).toContain("decision");
    expect(await stored()).toEqual(["recipe", "bug"]);
    expect(await stored(other)).toEqual([]);
    expect((await listMemoryTypes(await context())).own).toEqual(["recipe", "bug"]);
  });

  it("are replaced by a change, and added to by an import, up to as many as there may be", async () => {
    await changeMemoryTypes(await context(), { own: ["recipe"] });
    await addMemoryTypes(await context(), ["bug", "recipe"]);
    expect(await stored()).toEqual(["recipe", "bug"]);
    await changeMemoryTypes(await context(), { own: [] });
    expect(await stored()).toEqual([]);
  });

  it("are the only ones taken besides the built-in ones", () => {
    const settings = '{"memoryTypes":["recipe"]}';
    for (const type of [undefined, "recipe", "decision"])
      expect(() => checkType({ settings }, type)).not.toThrow();
    expect(() => checkType({ settings }, "bug")).toThrow(/there is no "bug"; the types are .*, recipe$/);
  });
});
