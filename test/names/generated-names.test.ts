import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENTITY_TYPES } from "../../src/contract/entity-types.ts";
import {
  generatedNames,
  NAMES_SYSTEM_PROMPT,
  namesKey,
  namesPrompt,
  namesRequest,
} from "../../src/names/generated-names.ts";
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

  it("are the first of each slug, and twelve with eight relations at most", () => {
    const letters = [..."abcdefghijklmn"];
    const text = letters.map((letter) => `N${letter}`).join(" ");
    const names = ["Na", "NA", ...letters.slice(1).map((letter) => `N${letter}`)].map((name) => ({
      name,
      type: "code",
    }));
    const relations = letters.slice(1).map((letter) => ({ from: "Na", type: "uses", to: `N${letter}` }));
    const kept = generatedNames(answer(names, [...relations.slice(0, 1), ...relations]), `${text} NA`);
    expect(kept?.names.map(({ name }) => name)).toEqual(letters.slice(0, 12).map((letter) => `N${letter}`));
    expect(kept?.relations.map(({ to }) => to)).toEqual(letters.slice(1, 9).map((letter) => `n${letter}`));
  });

  it("have 100 characters at most, relations a type of 2 to 40 plain characters", () => {
    const long = (chars: number) => "x".repeat(chars);
    const kept = (name: string) =>
      generatedNames(answer([{ name, type: "code" }]), `by ${name} now`)?.names.length;
    expect([kept(long(100)), kept(long(101))]).toEqual([1, 0]);
    const typed = (type: string) => {
      const names = ["Ana López", "Marlin"].map((name) => ({ name, type: "other" }));
      return generatedNames(answer(names, [{ from: "Ana López", type, to: "Marlin" }]), TEXT)?.relations[0]
        ?.type;
    };
    expect(["Works-At ", long(40), long(41), "a", "ab", "1st", "ok!"].map(typed)).toEqual([
      ...["works_at", long(40), undefined, undefined, "ab", undefined, undefined],
    ]);
  });

  it("are sure, and of no kind where the model's is none", () => {
    const names = [
      { name: "Ana López", type: "Organization " },
      { name: "Marlin", type: 7 },
    ];
    expect(generatedNames(answer(names), TEXT)?.names).toEqual([
      { name: "Ana López", slug: "ana-lopez", type: "organisation", evidence: 1 },
      { name: "Marlin", slug: "marlin", type: "other", evidence: 1 },
    ]);
  });

  it("are read up to 200 names, and 200 relations", () => {
    const ana = { name: "Ana López", type: "person" };
    const leads = { from: "Ana López", type: "leads", to: "Marlin" };
    const many = (length: number, one: object) => Array.from({ length }, () => one);
    const names = [ana, { name: "Marlin", type: "x".repeat(101) }];
    expect(generatedNames(answer(many(200, ana)), TEXT)?.names).toHaveLength(1);
    expect(generatedNames(answer(many(201, ana)), TEXT)).toBeUndefined();
    expect(generatedNames(answer(names, many(200, leads)), TEXT)?.relations).toHaveLength(1);
    expect(generatedNames(answer(names, many(201, leads)), TEXT)).toMatchObject({
      names: [{ type: "person" }, { type: "other" }],
      relations: [],
    });
  });

  it.each<[string, object, readonly string[]]>([
    ["a name that the text lacks", { from: "Ana López", type: "leads", to: "Zephyr" }, []],
    ["no name before it", { from: "Zephyr", type: "leads", to: "Ana López" }, []],
    [
      "a type of white space and dashes",
      { from: "Ana López", type: " is - head\tof ", to: "Marlin" },
      ["is_head_of"],
    ],
    ["a type with accents", { from: "Ana López", type: "Está", to: "Marlin" }, ["esta"]],
    ["names written otherwise", { from: "ana-lopez", type: "leads", to: "MARLIN" }, ["leads"]],
    ["no type", { from: "Ana López", to: "Marlin" }, []],
    [
      "a type of more than 1,000 characters",
      { from: "Ana López", type: " ".repeat(1_001), to: "Marlin" },
      [],
    ],
  ])("are related by %s, or not: %#", (_, relation, types) => {
    const names = ["Ana López", "Marlin"].map((name) => ({ name, type: "other" }));
    const kept = generatedNames(answer(names, [relation, null]), TEXT);
    expect(kept?.relations.map(({ type }) => type)).toEqual(types);
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
    expect(JSON.parse(namesPrompt("Marlin", "A gripper."))).toEqual({
      document: "Marlin",
      passage: "A gripper.",
    });
    expect(JSON.parse(namesPrompt(null, "x".repeat(8_001)))).toEqual({ passage: "x".repeat(8_000) });
    expect(JSON.parse(namesPrompt("t".repeat(101), ""))).toMatchObject({ document: "t".repeat(100) });
    expect(namesRequest("Marlin", "A gripper.")).toEqual({
      ...{
        system: NAMES_SYSTEM_PROMPT,
        prompt: namesPrompt("Marlin", "A gripper."),
        json: true,
        maxTokens: 900,
      },
    });
  });

  it("is told apart by its text, which comes first, and by the model", () => {
    expect(namesKey("m", "h")).toBe("h 2 m");
  });
});
