import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENTITY_TYPES } from "../../src/contract/entity-types.ts";
import { generatedNames, NAMES_SYSTEM_PROMPT, namesPrompt } from "../../src/names/generated-names.ts";
import { MAX_NAMES_A_CHUNK, MAX_RELATIONS_A_CHUNK } from "../../src/names/types.ts";

const TEXT = "Ana López leads the Marlin\nproject at Northgate Institute.";
const answer = (names: unknown, relations: unknown = []) => JSON.stringify({ names, relations });

describe("a model's names", () => {
  it("are kept when the text holds them, whatever the line breaks", () => {
    const names = [
      { name: "Ana López", type: "Person" },
      { name: "Marlin project", type: "project" },
      { name: "Northgate Institute", type: "organization" },
      { name: "Dmitri", type: "person" },
      { name: "ana-lópez", type: "person" },
      { name: "leads", type: "a verb" },
    ];
    const relations = [
      { from: "Ana López", type: "leads", to: "Marlin project" },
      { from: "Ana López", type: "Works at", to: "Northgate Institute" },
      { from: "Ana López", type: "knows", to: "Dmitri" },
      { from: "Ana López", type: "DROP TABLE; --", to: "Marlin project" },
      { from: "Ana López", type: "is", to: "Ana López" },
    ];
    const kept = generatedNames(answer(names, relations), TEXT);
    expect(kept?.names.map(({ name, type }) => [name, type])).toEqual([
      ["Ana López", "person"],
      ["Marlin project", "project"],
      ["Northgate Institute", "organisation"],
      ["leads", "other"],
    ]);
    expect(kept?.relations).toEqual([
      { from: "ana-lopez", to: "marlin-project", type: "leads" },
      { from: "ana-lopez", to: "northgate-institute", type: "works_at" },
    ]);
  });

  it("stand there as whole words, where a script has such", () => {
    const named = (text: string, ...names: string[]) =>
      generatedNames(answer(names.map((name) => ({ name, type: "other" }))), text)?.names.map(
        ({ name }) => name,
      );
    expect(named("Always the start_up of Ana's team.", "Al", "Ana", "tea", "start", "art", "team")).toEqual([
      "Ana",
      "team",
    ]);
    expect(named("Alto, then (Al).", "Al")).toEqual(["Al"]);
    expect(named("東京大学の教授", "東京大学")).toEqual(["東京大学"]);
    expect(named("김민수는 서울에 산다", "김민수", "서울")).toEqual(["김민수", "서울"]);
  });

  it.each(["", "no", "{}", "[]", "null", '"names"', "{", "12"])("are undefined for %j", (text) => {
    expect(generatedNames(text, TEXT)).toBeUndefined();
  });

  it("keep what is right of an answer that is wrong in part", () => {
    const names = [null, 7, { name: 5 }, { name: "" }, { name: "Ana López" }, ["Ana"]];
    expect(generatedNames(answer(names, "none"), TEXT)?.names).toMatchObject([
      { slug: "ana-lopez", type: "other" },
    ]);
    expect(generatedNames('{"names":[]}', TEXT)).toEqual({ names: [], relations: [] });
  });

  it("never go beyond the bounds or the text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 3 })),
        fc.string({ maxLength: 60 }),
        fc.jsonValue(),
        (listed, text, other) => {
          const names = [...listed.map((name) => ({ name, type: "code" })), other];
          const relations = listed.flatMap((from) => listed.map((to) => ({ from, to, type: "uses" })));
          const kept = generatedNames(answer(names, relations), text);
          expect(kept?.names.length).toBeLessThanOrEqual(MAX_NAMES_A_CHUNK);
          expect(kept?.relations.length).toBeLessThanOrEqual(MAX_RELATIONS_A_CHUNK);
          const slugs = kept?.names.map(({ slug }) => slug);
          for (const { name } of kept?.names ?? []) expect(text.replace(/\s+/g, " ")).toContain(name);
          for (const { from, to } of kept?.relations ?? [])
            expect(slugs).toEqual(expect.arrayContaining([from, to]));
        },
      ),
    );
  });
});

describe("what a model is asked", () => {
  it("names every type, and holds the passage to a length", () => {
    for (const type of ENTITY_TYPES) expect(NAMES_SYSTEM_PROMPT).toContain(type);
    expect(namesPrompt("Marlin", "A gripper.")).toContain("Document: Marlin");
    expect(namesPrompt(null, "x".repeat(100_000)).length).toBeLessThan(9000);
  });
});
