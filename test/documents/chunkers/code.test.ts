import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";

/** `first-last path` of each chunk of a fixture. */
function outline(name: string): readonly string[] {
  const text = readFileSync(new URL(`../fixtures/${name}.txt`, import.meta.url), "utf8");
  return outlineOf(name, text);
}

function outlineOf(path: string, text: string): readonly string[] {
  const { chunks } = chunkDocument({ path, text });
  return chunks.map(({ startLine, endLine, headings }) =>
    `${startLine}-${endLine} ${headings.join(" > ")}`.trim(),
  );
}

const BODY = Array.from({ length: 12 }, (_, line) => `  total += measure(${line}, "value ${line}");`).join(
  "\n",
);

describe("code chunks", () => {
  it("cuts TypeScript at declarations: methods of a long class are chunks under its name, comments and decorators with them", () => {
    expect(outline("store.ts")).toEqual([
      "1-17 TABLE, MAX_NAME_LENGTH, User, cleanName",
      "18-30 UserStore > constructor",
      "31-47 UserStore > findById",
      "48-60 UserStore > create",
      "61-65 UserStore > size",
      "66-66 emptyStore",
    ]);
  });

  it("cuts Python at declarations: methods of a long class are chunks under its name, comments and decorators with them", () => {
    expect(outline("store.py")).toEqual([
      "1-24 User, clean_name",
      "25-32 UserStore > __init__",
      "33-49 UserStore > find_by_id",
      "50-64 UserStore > create",
      "65-69 UserStore > size",
      "70-71",
    ]);
  });

  it("cuts Go at declarations: a method goes under its receiver", () => {
    expect(outline("store.go")).toEqual([
      "1-28 table, User, CleanName, Store",
      "29-47 Store > FindByID",
      "48-61 Store > Create",
      "62-68 Map",
    ]);
  });

  it("cuts Rust at declarations: a method goes under the type of its impl", () => {
    expect(outline("store.rs")).toEqual([
      "1-19 TABLE, User, Store",
      "20-38 Store > find_by_id",
      "39-53 Store > create",
      "54-63 Store, clean_name",
    ]);
  });

  it("cuts Java at declarations: methods of a long class are chunks under its name, comments and decorators with them", () => {
    expect(outline("Store.java")).toEqual([
      "1-5",
      "6-21 Store > Store",
      "22-39 Store > findById",
      "40-53 Store > create",
      "54-60 Store > size, User",
    ]);
  });

  it("cuts C++ at declarations: a namespace holds although its members are not indented", () => {
    expect(outline("store.cpp")).toEqual([
      "1-4",
      "5-19 store > User, clean_name",
      "20-48 store > Store",
      "49-66 store > Store > create",
      "67-69 main",
    ]);
  });

  it("cuts C# at declarations: methods of a long class are chunks under its name, comments and decorators with them", () => {
    expect(outline("Store.cs")).toEqual([
      "1-3",
      "4-8 Example.Stores > User",
      "9-20 Example.Stores > Store > Store",
      "21-40 Example.Stores > Store > FindById",
      "41-55 Example.Stores > Store > Create",
      "56-58 Example.Stores > Store",
    ]);
  });

  it("cuts Ruby at declarations: methods of a long class are chunks under its name, comments and decorators with them", () => {
    expect(outline("store.rb")).toEqual([
      "1-11",
      "12-22 Stores > Store > initialize",
      "23-39 Stores > Store > find_by_id",
      "40-52 Stores > Store > create!",
      "53-57 Stores > Store > empty",
    ]);
  });

  it("cuts shell at declarations: a here-document is no code", () => {
    expect(outline("store.sh")).toEqual(["1-11 clean_name", "12-29 find_by_id", "30-44 create", "45-45"]);
  });

  it("cuts SQL at declarations: a quoted body hides its statements", () => {
    expect(outline("store.sql")).toEqual([
      "1-19 users, users_by_name, live_users",
      "20-37 create_user",
      "38-39",
    ]);
  });

  it("keeps a class that fits one chunk whole", () => {
    const text = "class Small {\n  a() {\n    return 1;\n  }\n  b() {\n    return 2;\n  }\n}\n";
    expect(outlineOf("a.ts", text)).toEqual(["1-8 Small"]);
  });

  it("repeats no lines between chunks of small declarations", () => {
    const text = Array.from(
      { length: 120 },
      (_, index) => `export const name${index} = "value ${index}";`,
    ).join("\n");
    const { chunks } = chunkDocument({ path: "a.ts", text });
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.slice(1).map(({ startLine }) => startLine - 1)).toEqual(
      chunks.slice(0, -1).map(({ endLine }) => endLine),
    );
  });

  it("finds a C function whose type stands on the line above", () => {
    const text = "#include <x.h>\nint main(void);\n\nstatic int\nparse(char *s)\n{\n  return 0;\n}\n";
    expect(outlineOf("a.c", text)).toEqual(["1-8 parse"]);
  });

  it("gives a long function its name on every chunk", () => {
    const text = `function before() {}\n\nfunction long() {\n${BODY}\n\n${BODY}\n\n${BODY}\n}\n`;
    const [first, ...rest] = outlineOf("a.js", text);
    expect(first).toBe("1-2 before");
    expect(rest.length).toBeGreaterThan(1);
    expect(rest.every((chunk) => chunk.endsWith(" long"))).toBe(true);
  });

  it("names the small declarations that share a chunk", () => {
    const text = "const A = 1;\n\n// Two.\nconst B = 2;\n\nfunction c() {}\n";
    expect(outlineOf("a.js", text)).toEqual(["1-6 A, B, c"]);
  });

  it("keeps the name of a function although a line inside slips to the left margin", () => {
    const text = `function first() {\n${BODY}\nslipped();\n${BODY}\n}\n\nfunction second() {\n${BODY}\n}\n`;
    const names = outlineOf("a.js", text).map((chunk) => chunk.split(" ")[1]);
    expect(new Set(names)).toEqual(new Set(["first", "second"]));
  });

  it("leaves a comment that is glued to the code before with that code, where a blank line follows it", () => {
    const text = `export function first() {\n${BODY}\n}\n// of the first\n\nexport function second() {\n${BODY}\n}\n`;
    expect(outlineOf("a.ts", text)).toEqual(["1-16 first", "17-30 second"]);
    const own = text.replace("}\n// of the first\n\n", "}\n\n// of the second\n");
    expect(outlineOf("a.ts", own)).toEqual(["1-15 first", "16-30 second"]);
  });

  it("finds the next function although a comment, a template or a docstring was never closed", () => {
    const js = `function a() {\n  /* open\n${BODY}\n}\n\n/** Second. */\nfunction b() {\n${BODY}\n}\n`;
    expect(outlineOf("a.js", js).at(-1)).toBe("17-31 b");
    const python = `def a():\n    """Open\n    return 1\n\n\ndef b():\n    """Closed."""\n${BODY.replaceAll("  total", "    total")}\n`;
    expect(outlineOf("a.py", python).at(-1)).toMatch(/b$/);
  });

  it("cuts code that does not parse", () => {
    const text = "}}} class {{{ function (((\n'\"`\n/*\n  def def def\n<<EOF\n$$\n";
    for (const path of [
      "a.ts",
      "a.py",
      "a.go",
      "a.rs",
      "a.java",
      "a.c",
      "a.cs",
      "a.rb",
      "a.sh",
      "a.sql",
      "a.kt",
      "a.php",
    ]) {
      expect(outlineOf(path, text).length).toBeGreaterThan(0);
    }
  });

  it("treats Kotlin, Swift, Scala and PHP as their nearest relatives", () => {
    expect(outlineOf("a.kt", "fun one() = 1\n\nclass Two {\n}\n")).toEqual(["1-4 one, Two"]);
    expect(outlineOf("a.swift", "public func one() {\n}\n\nstruct Two {\n}\n")).toEqual(["1-5 one, Two"]);
    expect(outlineOf("a.scala", "def one = 1\n\ntrait Two {\n}\n")).toEqual(["1-4 one, Two"]);
    expect(outlineOf("a.php", "<?php\nfunction one() {\n}\n\nfinal class Two {\n}\n")).toEqual([
      "1-6 one, Two",
    ]);
  });
});
