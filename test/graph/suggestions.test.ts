import { beforeEach, describe, expect, it } from "vitest";
import { suggestions } from "../../src/graph/alias-suggestions.ts";
import { changeMemoryNames } from "../../src/graph/ask-for-names.ts";
import { removeEntity } from "../../src/graph/entities.ts";
import type { OpenWorkspace } from "../../src/workspaces/open-workspace.ts";
import { memoryDatabase } from "../memories/memory-database.ts";

/** Slug, name, type and workspace: 0 is the asker's. */
const ENTITIES = [
  ["orion-survey-team", "Orion Survey Team", "organisation", 0],
  ["orionsurveyteam", "OrionSurveyTeam", "organisation", 0],
  ["orion-team", "Orion Team", "organisation", 0],
  ["ost", "OST", "of no known type", 0],
  ["survey-team", "Survey Team", "organisation", 0],
  ["orion-harbour", "Orion Harbour", "place", 0],
  ["orion-surveyteam", "Orion Surveyteam", "organisation", 0],
  ["orionsurvey-team", "Orionsurvey Team", "organisation", 1],
] as const;

describe("entities that may be the same", () => {
  const { here, addWorkspace, context, rows } = memoryDatabase();
  let asker: OpenWorkspace;
  beforeEach(async () => {
    asker = await context();
    const workspaces = [here.workspace, await addWorkspace()];
    const values = ENTITIES.map(([slug, name, type, at]) => [workspaces[at], slug, name, type]);
    await here.database
      .prepare(
        `INSERT INTO mentions (workspace, slug, name, type, passages, evidence, spots)
         SELECT value->>0, value->>1, value->>2, value->>3, length(value->>1), 100, '{}' FROM json_each(?)`,
      )
      .bind(JSON.stringify(values))
      .run();
  });

  it("are those that begin with the same letter, surest first, each with why and its own mentions", async () => {
    await removeEntity(asker, "Orion Surveyteam");
    expect((await suggestions(asker, "ORION survey team")).suggestions).toEqual([
      { slug: "orionsurveyteam", name: "OrionSurveyTeam", mentions: 15, reason: "the same letters" },
      { slug: "orion-team", name: "Orion Team", mentions: 10, reason: "the same name, shortened" },
      { slug: "ost", name: "OST", mentions: 3, reason: "initials" },
    ]);
    await expect(suggestions(asker, "Nobody")).rejects.toMatchObject({ code: "not_found" });
  });

  it.each([
    [true, true, ["memories"], 1],
    [false, true, [], 0],
    [false, false, [], 0],
  ])(
    "names of memories are switched on: %s, with a text model: %s",
    async (on, hasGenerator, named, woken) => {
      const asked: unknown[] = [];
      const wake = (given: unknown) => void asked.push(given);
      expect(await changeMemoryNames(asker, { on }, { hasGenerator, wake })).toEqual({ on });
      const roots = await rows<{ root: string }>("SELECT root FROM named_roots WHERE workspace = ?1");
      expect(roots.map(({ root }) => root)).toEqual(named);
      expect(asked).toEqual(Array(woken).fill(asker));
    },
  );

  it("names of memories are not switched on without a text model", async () => {
    const wake = () => {
      throw new Error("nothing is to be done");
    };
    await expect(changeMemoryNames(asker, { on: true }, { hasGenerator: false, wake })).rejects.toMatchObject(
      {
        code: "invalid_input",
        message: expect.stringContaining("need a text model"),
      },
    );
    expect(await rows("SELECT root FROM named_roots WHERE workspace = ?1")).toEqual([]);
  });
});
