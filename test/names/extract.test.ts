import { describe, expect, it } from "vitest";
import { SHOWN_EVIDENCE } from "../../src/database/fragments/entity-sql.ts";
import { LABELLED_NOTES } from "./labelled-notes.ts";
import { namesOf } from "./names-of.ts";

const evidenceOf = (text: string, name: string, path = "note.md") =>
  namesOf(path, text).names.find((found) => found.name === name)?.evidence ?? 0;
const typeOf = (text: string, name: string, path = "note.md") =>
  namesOf(path, text).names.find((found) => found.name === name)?.type;

describe("the names of labelled notes", () => {
  const notes = LABELLED_NOTES.map((note) => ({
    note,
    found: namesOf(note.path, note.text, note.title).names,
  }));
  const sums = new Map<string, number>();
  for (const { slug, evidence } of notes.flatMap(({ found }) => found))
    sums.set(slug, (sums.get(slug) ?? 0) + evidence);
  const shown = notes.map(({ note, found }) => ({
    note,
    names: found.filter(({ slug }) => (sums.get(slug) ?? 0) >= SHOWN_EVIDENCE / 100).map(({ name }) => name),
  }));

  it("are nine in ten what a reader lists, and the reader's are found nine times in ten", () => {
    const listed = shown.flatMap(({ note, names }) => names.filter((name) => note.names.includes(name)));
    const all = shown.flatMap(({ names }) => names);
    const wanted = LABELLED_NOTES.flatMap(({ names }) => names);
    expect(wanted.length).toBeGreaterThanOrEqual(60);
    expect(listed.length / all.length).toBeGreaterThanOrEqual(0.9);
    expect(listed.length / wanted.length).toBeGreaterThanOrEqual(0.9);
  });
});

describe("what speaks for a name", () => {
  it.each([
    ["the beginning of a sentence alone", "Marlin broke. Nobody saw it.", "Marlin"],
    ["a verb that begins a note", "- Decided on the small one.\n- Moved it later.", "Decided"],
    ["a month", "It was delivered in February and again in March.", "February"],
    ["a language", "He wrote the note in German.", "German"],
    [
      "a German noun",
      "Wir haben das Netzteil und den Schrank bestellt, weil der Lüfter laut ist.",
      "Netzteil",
    ],
    ["a keyword between backticks", "Set it to `true` or `null`.", "true"],
    ["a number", "Version `2.4.1` of 2031-02-11.", "2.4.1"],
    ["a slash between words", "Use it and/or leave it, 24/7.", "and/or"],
    ["a word in capitals that is none", "Whatever it is, do NOT delete it.", "NOT"],
  ])("is not %s", (_, text, name) => {
    expect(evidenceOf(text, name)).toBeLessThan(0.5);
  });

  it("takes no encoding for a ticket", () => {
    expect(typeOf("The file is UTF-8 and hashed with SHA-256.", "SHA-256")).not.toBe("ticket");
  });

  it("grows with the place it stands in", () => {
    const first = evidenceOf("Marlin broke.", "Marlin");
    const inside = evidenceOf("It broke because Marlin was wet.", "Marlin");
    const told = evidenceOf("It was broken by Excel.", "Excel");
    const ordinary = evidenceOf("It was broken because Excel was open.", "Excel");
    expect(first).toBeLessThan(inside);
    expect(ordinary).toBeLessThan(told);
    expect([inside, told]).toEqual([1, 1]);
  });

  it("counts the beginning of a sentence where the name stands inside another", () => {
    const text = "Marlin broke.\n\nSomebody repaired the Marlin.";
    expect(evidenceOf(text, "Marlin")).toBeGreaterThan(evidenceOf("Marlin broke.", "Marlin"));
  });

  it("leaves out what the document also writes small", () => {
    expect(evidenceOf("The Gripper is a gripper.", "Gripper")).toBe(0);
  });
});

describe("the type of a name", () => {
  it.each([
    ["src/index.ts:40", "path", "Look at src/index.ts:40 first.", "src/index.ts"],
    ["a member", "code", "It calls console.log too often.", "console.log"],
    ["a component", "code", 'Put it into `<BaseButton to="/x">`.', "BaseButton"],
    ["an environment variable", "variable", "Set $HTTP_PROXY first.", "HTTP_PROXY"],
    ["an error", "error", "It threw a RangeError today.", "RangeError"],
    ["a ticket", "ticket", "Waits for ROB-482.", "ROB-482"],
    ["a package", "package", "Needs @hono/zod-openapi now.", "@hono/zod-openapi"],
    ["a handle", "handle", "Ask @dmitri about it.", "@dmitri"],
    ["an address", "url", "See https://hono.dev/docs#top.", "https://hono.dev/docs"],
    ["a person", "person", "It was Dr. Okafor again.", "Okafor"],
    ["a firm", "organisation", "A letter from Northgate Institute came.", "Northgate Institute"],
    ["a place", "place", "The plant in Rotterdam is closed.", "Rotterdam"],
    ["a framework", "product", "It runs on Node.js today.", "Node.js"],
  ])("of %s is %s", (_, type, text, name) => {
    expect(typeOf(text, name)).toBe(type);
  });

  it("of a page's title comes of its folder", () => {
    expect(namesOf("people/x.md", "# Xandra\n", "Xandra").names[0]).toMatchObject({
      type: "person",
      evidence: 1,
    });
    expect(namesOf("projects/x.md", "# marlin\n", "marlin").names[0]).toMatchObject({ type: "project" });
  });
});

describe("code", () => {
  it("names what it defines and imports, and less surely what it uses", () => {
    const text =
      'import { a } from "left-pad";\n\nexport class ArmDriver {\n  run() { return moveArm(); }\n}\n';
    const { names } = namesOf("src/arm.ts", text);
    expect(names.find(({ name }) => name === "ArmDriver")).toMatchObject({ type: "code", evidence: 1 });
    expect(names.find(({ name }) => name === "left-pad")).toMatchObject({ type: "package", evidence: 1 });
    expect(names.find(({ name }) => name === "moveArm")?.evidence).toBeLessThan(0.5);
  });

  it("is told from prose over chunks that cut a fence", () => {
    const lines = Array.from({ length: 200 }, (_, at) => `  <button @click="press${at}">Press it</button>`);
    const { names } = namesOf(
      "note.md",
      `# Buttons\n\n\`\`\`vue\n${lines.join("\n")}\n\`\`\`\n\nAsk @dmitri.\n`,
    );
    expect(names.filter(({ type }) => type === "handle").map(({ name }) => name)).toEqual(["@dmitri"]);
  });
});
