import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type World } from "../support/worlds/world.ts";
import { connect, type McpClient } from "./connect.ts";
import { openDoor } from "./open-door.ts";

describe("the completion of an argument", () => {
  let world: World;
  let client: McpClient;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    const token = await world.client.workspace("default");
    await world.client.upload(token, {
      "guides/keys.md": "# Rotating keys\n\nWe rotate the keys monthly. Rotation is automatic.\n",
      "guides/birds.md": "The heron nests by the weir.\n",
      "birds.md": "More herons.\n",
      "people.md": "Ana López works at Acme Corp.\n",
    });
    await world.client.upload(token, { "other.md": "Nothing here.\n" }, "nothing");
    client = await connect(openDoor(world).door, { token });
  });
  afterAll(() => world.dispose());

  const DOCUMENT = { type: "ref/resource", uri: "recall://{root}/{+path}" } as const;
  const prompt = async (value: string, name = "question") => {
    const ref = { type: "ref/prompt", name: "recall-before-answering" } as const;
    return (await client.complete({ ref, argument: { name, value } })).completion.values;
  };
  const document = async (name: string, value: string, given: Record<string, string> = {}) =>
    (await client.complete({ ref: DOCUMENT, argument: { name, value }, context: { arguments: given } }))
      .completion.values;

  it("finishes the last word of a prompt's argument with words of the passages found", async () => {
    expect(await prompt("how are keys rot")).toEqual([
      "how are keys rotating",
      "how are keys rotate",
      "how are keys rotation",
    ]);
    expect(await prompt("Rotati")).toEqual(["rotating", "rotation"]);
    for (const value of ["", "ro", "keys ", "zzz", "?!", "x".repeat(9_000)])
      expect(await prompt(value)).toEqual([]);
  });

  it("finishes roots, and paths of the root that is chosen", async () => {
    expect(await document("root", "")).toEqual(["notes", "nothing"]);
    expect(await document("root", "note")).toEqual(["notes"]);
    expect(await document("path", "gui", { root: "notes" })).toEqual(["guides/birds.md", "guides/keys.md"]);
    expect(await document("path", "", { root: "nothing" })).toEqual(["other.md"]);
    expect(await document("path", "", { root: "no root/" })).toEqual([]);
    expect(await document("path", "oth")).toEqual(["other.md"]);
  });

  const ENTITY = { type: "ref/resource", uri: "recall-entity://{entity}" } as const;
  const entity = async (value: string, name = "entity") =>
    (await client.complete({ ref: ENTITY, argument: { name, value } })).completion.values;

  it("finishes names of entities, each of which can be read", async () => {
    expect(await entity("ana")).toEqual(["Ana López"]);
    expect(await entity("Ana L")).toEqual(["Ana López"]);
    expect(await entity("")).toContain("Acme Corp");
    for (const value of ["zzz", "?!", "x".repeat(9_000)]) expect(await entity(value)).toEqual([]);
    const { contents } = await client.readResource({ uri: "recall-entity://Ana%20L%C3%B3pez" });
    expect(contents).toMatchObject([
      {
        mimeType: "text/plain",
        text: expect.stringMatching(
          /^Ana López: person \[notes:people\.md#L1\]\nana-lopez works_at acme-corp \[/,
        ),
      },
    ]);
    await expect(client.readResource({ uri: "recall-entity://Nobody" })).rejects.toThrow("not found");
    await expect(client.readResource({ uri: "recall-entity://%" })).rejects.toThrow();
    await expect(entity("ana", "root")).rejects.toThrow("no root");
  });

  it("refuses what there is not", async () => {
    await expect(prompt("rot", "nothing")).rejects.toThrow("takes no nothing");
    await expect(document("line", "1")).rejects.toThrow("no line");
    const ref = { type: "ref/prompt", name: "none" } as const;
    await expect(client.complete({ ref, argument: { name: "x", value: "" } })).rejects.toThrow(
      "no such prompt",
    );
    const unknown = { type: "ref/resource", uri: "recall://x" } as const;
    await expect(client.complete({ ref: unknown, argument: { name: "root", value: "" } })).rejects.toThrow(
      "no such template",
    );
  });
});
