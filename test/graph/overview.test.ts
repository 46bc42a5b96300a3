import { beforeEach, describe, expect, it } from "vitest";
import { OverviewParameters } from "../../src/graph/contract.ts";
import { merge, removeEntity, saveEntity } from "../../src/graph/entities.ts";
import { overview } from "../../src/graph/overview.ts";
import type { OpenWorkspace } from "../../src/workspaces/open-workspace.ts";
import { memoryDatabase } from "../memories/memory-database.ts";

describe("the overview of a graph", () => {
  const { here, addWorkspace, context, create } = memoryDatabase();
  let asker: OpenWorkspace;
  beforeEach(async () => {
    asker = await context();
  });
  const seen = async (wish: object = {}) => {
    const { entities, links, truncated } = await overview(asker, OverviewParameters.parse(wish));
    return {
      names: entities.map(({ name, mentions }) => `${name} ${mentions}`),
      links: links.map(({ from, to, passages }) => `${from} ${to} ${passages}`),
      truncated,
    };
  };
  const make = (name: string, type: "person" | "project" | "code") =>
    saveEntity(asker, name, { name, type, aliases: [] });
  const named = async (...lists: readonly (readonly string[])[]) => {
    for (const [at, entities] of lists.entries())
      await create((at + 10).toString(16).slice(-1), `Text ${at}.`, { entities: [...entities] });
  };

  it("begins with what is mentioned most, whatever its letter, and says that there is more", async () => {
    await named(["Zoe", "Ana"], ["Zoe"], ["Zoe", "Mia"], ["Mia"]);
    expect((await seen()).names).toEqual(["Zoe 3", "Mia 2", "Ana 1"]);
    expect(await seen({ limit: 2 })).toMatchObject({ names: ["Zoe 3", "Mia 2"], truncated: true });
    expect((await seen({ limit: 3 })).truncated).toBe(false);
  });

  it("links each to those that the same passages name, each pair once, and to what is related by hand", async () => {
    await named(["Ana", "Ben"], ["Ben", "Ana"], ["Ben", "Cid"]);
    await make("Dag", "person");
    await make("Ana", "person");
    await here.database
      .prepare(
        "INSERT INTO relations (workspace, from_entity, type, to_entity) VALUES (?, 'dag', 'knows', 'ana')",
      )
      .bind(here.workspace)
      .run();
    expect((await seen()).links).toEqual(["ana ben 2", "ana dag 0", "ben cid 1"]);
    expect((await seen({ limit: 1 })).links).toEqual([]);
  });

  it("keeps of a hub the closest three, and of each of the others its own", async () => {
    await named(["Hub", "Ana"], ["Hub", "Ben"], ["Hub", "Cid"], ["Hub", "Dag"], ["Hub", "Dag"]);
    expect((await seen()).links).toEqual(["ana hub 1", "ben hub 1", "cid hub 1", "dag hub 2"]);
  });

  it("shows one kind alone, made by hand or found", async () => {
    await named(["Ana", "Heron"], ["Heron"]);
    await make("Ana", "person");
    await make("Heron", "project");
    await make("retry", "code");
    expect((await seen({ kind: "person" })).names).toEqual(["Ana 1"]);
    expect((await seen({ kind: "organisation" })).names).toEqual(["Heron 2"]);
    expect((await seen({ kind: "code" })).names).toEqual(["retry 0"]);
    expect((await seen({ kind: "place" })).names).toEqual([]);
  });

  it("counts what an entity is mentioned by under all its names, and leaves out what was deleted", async () => {
    await named(["Ana"], ["Ana L"], ["Ana L"], ["Ben"], ["Ben"], ["Cid"]);
    await make("Ana", "person");
    await merge(asker, { from: "Ana L", into: "Ana" });
    await removeEntity(asker, "Ben");
    expect((await seen()).names).toEqual(["Ana 3", "Cid 1"]);
  });

  it("says nothing of another workspace", async () => {
    const there = await addWorkspace();
    await create("a", "Here.", { entities: ["Ana", "Ben"] });
    await create("b", "There.", { entities: ["Ana", "Cid"], into: there });
    expect(await seen()).toMatchObject({ names: ["Ana 1", "Ben 1"], links: ["ana ben 1"] });
  });
});
