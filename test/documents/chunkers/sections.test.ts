import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";

/** `first-last path` of each chunk. */
const outlineOf = (path: string, text: string): readonly string[] =>
  chunkDocument({ path, text }).chunks.map(({ startLine, endLine, headings }) =>
    `${startLine}-${endLine} ${headings.join(" > ")}`.trim(),
  );
/** The first line after each chunk but the last: where the next one begins, the lines it repeats left out. */
const cutsOf = (path: string, text: string): readonly (string | undefined)[] => {
  const lines = text.split("\n");
  return chunkDocument({ path, text })
    .chunks.slice(0, -1)
    .map(({ endLine }) => lines[endLine]);
};
const repeat = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join("");

describe("the size of chunks", () => {
  it("is 400 estimated tokens at most: a thousand blank lines are one, one line more makes two", () => {
    expect(outlineOf("a.txt", "\n".repeat(1000))).toEqual(["1-1000"]);
    expect(outlineOf("a.txt", "\n".repeat(1001))).toHaveLength(2);
  });

  it("holds 80 tokens of the chunk before, where there is room for them", () => {
    expect(outlineOf("a.txt", "word word word word\n".repeat(200))).toEqual([
      "1-28",
      "15-56",
      "53-126",
      "127-200",
    ]);
  });

  it("is not spent on a blank line at the start", () => {
    const { chunks } = chunkDocument({ path: "a.txt", text: "word word word word\n\n".repeat(200) });
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.filter(({ text }) => text.startsWith("\n"))).toEqual([]);
  });
});

describe("declarations", () => {
  const method = (name: string) => `  ${name}() {\n${"    call(one);\n".repeat(16)}  }\n`;

  it("share a chunk up to 130 tokens each", () => {
    const text = (blank: number) => `const a = 1\n${"\n".repeat(blank)}const b = 1\n`;
    expect(outlineOf("a.js", text(309))).toEqual(["1-311 a, b"]);
    expect(outlineOf("a.js", text(310))).toEqual(["1-311 a", "312-312 b"]);
  });

  it("of a class follow its first lines, from 60 tokens on in chunks of their own", () => {
    const text = (blank: number) =>
      `class A {\n${"\n".repeat(blank)}${method("one")}${method("two")}${method("three")}}\n`;
    expect(outlineOf("a.js", text(140))).toEqual(["1-159 A > one", "160-196 A > two, three"]);
    expect(outlineOf("a.js", text(141))).toEqual(["1-142 A", "143-197 A > one, two, three"]);
  });

  it("of a class that fits a chunk with its name stay together", () => {
    const text = (blank: number) =>
      `class A {\n${method("one")}${method("two")}${method("three")}${"\n".repeat(blank)}}\n`;
    expect(outlineOf("a.js", text(106))).toEqual(["1-162 A"]);
    expect(outlineOf("a.js", text(107))).toEqual(["1-37 A > one, two", "38-163 A > three"]);
  });

  it("name each chunk that they share by those which begin in it", () => {
    const text = Array.from({ length: 8 }, (_, at) => {
      return `function fn${at}() {\n${"  call(one);\n".repeat(8)}}\n`;
    }).join("\n");
    expect(outlineOf("a.js", text)).toEqual(["1-33 fn0, fn1, fn2", "34-87 fn3, fn4, fn5, fn6, fn7"]);
  });

  it("are named as far as 40 tokens go, the first with at most 60 characters", () => {
    const many = repeat(30, (at) => `const name${at} = 1\n`);
    const names = Array.from({ length: 10 }, (_, at) => `name${at}`).join(", ");
    expect(outlineOf("a.js", many)).toEqual([`1-30 ${names}`]);
    const long = `const ${"a".repeat(61)} = 1\nconst b = 2\n`;
    expect(outlineOf("a.js", long)).toEqual([`1-2 ${"a".repeat(60)}, b`]);
    const second = (length: number) => `const first = 1\nconst ${"x".repeat(length)} = 1\n`;
    expect(outlineOf("a.js", second(78))).toEqual([`1-2 first, ${"x".repeat(78)}`]);
    expect(outlineOf("a.js", second(79))).toEqual(["1-2 first"]);
  });

  it("are named without the loose lines between them", () => {
    expect(outlineOf("a.js", "const a = 1;\nrun();\nconst b = 2;\n")).toEqual(["1-3 a, b"]);
  });

  it("keep 40 tokens of their chunk for their names", () => {
    const text = (blank: number) =>
      ["a", "b", "c"].map((name) => `const ${name} = 1\n${"\n".repeat(blank)}`).join("");
    expect(outlineOf("a.js", text(280))).toEqual(["1-843 a, b, c"]);
    expect(outlineOf("a.js", text(300))).toHaveLength(2);
  });

  it("of small methods are named with their type", () => {
    expect(outlineOf("a.go", "func (u *User) Name() string {\n}\n")).toEqual(["1-2 User > Name"]);
    const text = "func (u *User) Name() string {\n}\n\nfunc Other() {\n}\n";
    expect(outlineOf("a.go", text)).toEqual(["1-5 User.Name, Other"]);
  });

  it("that are long are cut before statements at the outer level", () => {
    const inner = (count: number) => repeat(count, (at) => `    inner${at}(value);\n`);
    const blocks = repeat(14, (at) => `  if (a${at}) {\n${inner(3)}\n${inner(3)}  }\n\n`);
    expect(cutsOf("a.js", `function long() {\n${blocks}}\n`)).toEqual(["  if (a4) {", "  if (a8) {"]);
    const glued = repeat(20, (at) => `  if (a${at}) {\n${inner(5)}  }\n`);
    const cuts = cutsOf("a.js", `function long() {\n${glued}}\n`);
    expect(cuts).toEqual(["  if (a4) {", "  if (a8) {", "  if (a14) {", "  if (a17) {"]);
  });
});

describe("long values of settings", () => {
  const lines = (count: number) => repeat(count, (at) => `  entry${at}: value ${at}\n`);

  it("begin with the comment that leads to them, unless a blank line sets it off", () => {
    const text = [
      `a:\n${lines(20)}# of a\n\n`,
      `b:\n${lines(20)}# of c\n# of c, too\n`,
      `c:\n${lines(20)}`,
      `"q k":\n${lines(20)}- d: 1\nurl:x\n# no: key\n`,
      `'p':\n${lines(20)}`,
    ].join("");
    expect(outlineOf("a.yaml", text)).toEqual(["1-23 a", "24-44 b", "45-67 c", "68-90 q k", "91-112 p"]);
  });

  it("have no comment of the key before", () => {
    expect(outlineOf("a.yaml", `# of x\nx: 1\ny:\n${lines(20)}`)).toEqual(["1-2 x", "3-23 y"]);
  });

  it("of TOML stand below their table, what comes before the first below none", () => {
    const text = `x = 1\n[a]\n${lines(20)}; of b\n[[b.c]]\n${lines(20)}# of d\n[ d ]\n${lines(20)}`;
    expect(outlineOf("a.toml", text)).toEqual(["1-1", "2-22 a", "23-44 b.c", "45-66 d"]);
  });

  it("of JSON stand below the key that is indented first", () => {
    const inside = lines(20).replace("  entry5: value 5", '    "inner": 1,');
    const text = `{\n  "a\\"b": {\n${lines(20)}  },\n  // of c\n  "c": {\n${inside}  }\n}\n`;
    expect(outlineOf("a.json", text)).toEqual(["1-1", '2-23 a\\"b', "24-47 c"]);
  });

  it("are cut before entries that are indented by four columns at most", () => {
    const entries = (outer: number) =>
      `a:\n${repeat(40, (at) => {
        const deep = repeat(5, (k) => `${" ".repeat(outer + 2)}deep${k}: value ${at}\n`);
        return `${" ".repeat(outer)}entry${at}:\n${deep}`;
      })}`;
    const isEntry = (line: string | undefined) => /^ +entry/.test(line ?? "");
    expect(cutsOf("a.yaml", entries(4)).every(isEntry)).toBe(true);
    expect(cutsOf("a.yaml", entries(5)).every(isEntry)).toBe(false);
  });

  it("are cut before an opening bracket, not before a closing one", () => {
    const entry = (at: number) => `    {\n      "n": ${at},\n      "text": "value of ${at}"\n    },\n`;
    const cuts = cutsOf("a.json", `{\n  "a": [\n${repeat(40, entry)}    {}\n  ]\n}\n`);
    expect(cuts).toEqual(['  "a": [', "    {", "    {", "    {"]);
  });
});

describe("lists that fill more than a chunk", () => {
  it.each([
    ["a.md", ["-", "*", "+"], "  "],
    ["a.md", ["1.", "2.", "3)"], "   "],
    ["a.txt", ["-", "*", "+", "•", "1.", "2)"], ""],
  ])("are cut between items: %s with %j", (path, marks, indent) => {
    // One list: Markdown begins another one with each other mark.
    for (const mark of marks) {
      const item = (at: number) =>
        `${mark} item ${at} of the list\n${indent}goes on ${at}\n${indent}and on\n`;
      const cuts = cutsOf(path, `${path === "a.md" ? "# T\n\n" : ""}${repeat(60, item)}`);
      expect(cuts.length).toBeGreaterThan(2);
      expect(cuts.every((line) => line?.startsWith(`${mark} item`))).toBe(true);
    }
  });
});

describe("Markdown", () => {
  const line = "One line of it goes on here for a while.\n";

  it.each([0, 1, 2, 3, 4, 5])("keeps a heading with its text after long front matter (%i)", (at) => {
    const keys = repeat(40, (key) => `key${key}: value ${key}\n`);
    const text = `---\n${keys}---\n# Title ${at}\nBody ${at} begins here.\n${line.repeat(30)}`;
    expect(cutsOf("a.md", text)).toContain(`# Title ${at}`);
    expect(cutsOf("a.md", text)).not.toContain(`Body ${at} begins here.`);
  });

  it.each([0, 1, 2, 3, 4, 5])("keeps a list with the line that leads to it (%i)", (at) => {
    const list = `Steps ${at}:\n\n- first ${at} of them\n${line.repeat(60)}`;
    const [first] = cutsOf("a.md", `# T\n\n${line.repeat(16)}\nOther ${at}.\n\n${list}`);
    expect([`Steps ${at}:`, `Other ${at}.`]).toContain(first);
  });

  it("reads headings over lines, and puts those without a body with what follows", () => {
    expect(outlineOf("a.md", "A\nB\n===\ntext\n\nC\n---\ntext\n")).toEqual(["1-5 A B", "6-8 A B > C"]);
    expect(outlineOf("a.md", "text\n\n# A\n\n## B\n\n### C\ntext\n\n# D\n")).toEqual([
      "1-2 A",
      "3-9 A > B > C",
      "10-10 A > D",
    ]);
  });

  it("puts front matter with the first section, and text before the first heading below the title", () => {
    expect(outlineOf("a.md", "---\na: 1\n---\n\n# A\n\ntext\n")).toEqual(["1-7 A"]);
    expect(outlineOf("a.md", "---\na: 1\n---\nintro\n\n# A\n\ntext\n")).toEqual(["1-5 A", "6-8 A"]);
  });

  it("keeps headings that follow the settings of a container", () => {
    expect(outlineOf("a.md", "# T\n\n::card\n---\ntitle: x\n---\n## In\ntext\n::\n")).toEqual([
      "1-6 T",
      "7-9 T > In",
    ]);
  });

  it("takes no number for a title", () => {
    expect(chunkDocument({ path: "a.md", text: "---\ntitle: 2024\n---\n# One\n" }).title).toBe("One");
  });
});

describe("a line longer than a chunk", () => {
  const parts = (text: string) => chunkDocument({ path: "a.txt", text }).chunks;

  it("is cut after sentences", () => {
    const chunks = parts(repeat(120, (at) => `Heron ${at} nests by weir ${at % 7} all ${at} years. `));
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.every(({ text }) => text.endsWith(". "))).toBe(true);
    // Without white space it may be cut at every 32nd character.
    const japanese = parts("鷺は堰のそばに巣を作っている。".slice(1).repeat(120));
    expect(japanese.every(({ text }) => text.endsWith("。"))).toBe(true);
  });

  it.each(["\u{10000}", "\u{1f3ff}", "\u{10ffff}"])("keeps the halves of %j together", (character) => {
    for (const pad of ["", "a"])
      expect(parts(pad + character.repeat(2000)).every(({ text }) => text.isWellFormed())).toBe(true);
  });

  it("stands between the whole lines around it, by columns from 1", () => {
    const chunks = parts(`before\n${"x".repeat(5000)}\nafter\n`);
    const places = chunks.map(({ startLine, startColumn, endColumn }) => [startLine, startColumn, endColumn]);
    expect([places[0], places.at(-1)]).toEqual([
      [1, undefined, undefined],
      [3, undefined, undefined],
    ]);
    const [first, second] = places.slice(1);
    expect(first).toEqual([2, 1, 320]);
    expect(second?.slice(0, 2)).toEqual([2, 321]);
    expect(places.at(-2)?.[2]).toBe(5000);
  });
});
