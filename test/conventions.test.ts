import { describe, expect, it } from "vitest";
import { envIsHidden, importDirection, nodeOnlyAtTheEdge } from "./conventions/import-rules.ts";
import { fileSize, functionSize } from "./conventions/size-rules.ts";
import { type Rule, sourceFiles } from "./conventions/source-files.ts";
import { forbiddenWords, namedExports } from "./conventions/word-rules.ts";

const FILES = sourceFiles(["src", "scripts", "test"], [".ts", ".tsx", ".js"]);
/** The rules spell out what they forbid. */
const READ_FOR_WORDS = FILES.filter(({ path }) => !path.startsWith("test/conventions"));

const broken = (rule: Rule, files = FILES): readonly string[] => files.flatMap(rule);
const breaks = (rule: Rule, path: string, text: string): boolean => rule({ path, text }).length > 0;
const lines = (count: number, line = "  work();"): string =>
  Array.from({ length: count }, () => line).join("\n");

describe("every source file", () => {
  it("has at most 300 lines, and functions of at most 60", () => {
    expect(broken(fileSize)).toEqual([]);
    expect(broken(functionSize)).toEqual([]);
  });

  it("imports in the direction of the architecture", () => {
    expect(broken(importDirection)).toEqual([]);
    expect(broken(envIsHidden)).toEqual([]);
    expect(broken(nodeOnlyAtTheEdge)).toEqual([]);
  });

  it("hides no failure and exports by name", () => {
    expect(broken(forbiddenWords, READ_FOR_WORDS)).toEqual([]);
    expect(broken(namedExports, READ_FOR_WORDS)).toEqual([]);
  });
});

describe("the size rules", () => {
  it("bite on a long file and spare one that just fits", () => {
    expect(breaks(fileSize, "src/a.ts", lines(301))).toBe(true);
    expect(breaks(fileSize, "src/a.ts", `${lines(300)}\n`)).toBe(false);
  });

  it.each([
    ["a declaration", "export function work(a: string): void {", "}"],
    ["a return type with braces", "function work(): { readonly a: string } {", "}"],
    ["parameters over several lines", "async function work(\n  a: string,\n): Promise<void> {", "}"],
    ["an arrow", "const work = (a: string) => {", "};"],
    ["an arrow without a block", "const work = () =>", "  last();"],
    ["a method", "  run() {", "  }"],
    ["a test", '  it("works", async () => {', "  });"],
  ])("bite on a function of 61 lines written as %s", (_title, head, end) => {
    const body = (count: number): string =>
      `${head}\n${lines(count, "      work();")}\n${end}\nconst next = 1;\n`;
    const headAndEnd = `${head}\n${end}`.split("\n").length;
    expect(breaks(functionSize, "src/a.ts", body(61 - headAndEnd))).toBe(true);
    expect(breaks(functionSize, "src/a.ts", body(60 - headAndEnd))).toBe(false);
  });

  it("spare long blocks that are no functions", () => {
    for (const head of ["if (a) {", "for (const a of b) {", "const table = {", 'describe("it", () => {'])
      expect(breaks(functionSize, "src/a.ts", `${head}\n${lines(80)}\n}\n`), head).toBe(false);
  });
});

describe("the import rules", () => {
  it.each([
    ["src/search/search.ts", "../storage/search-store.ts"],
    ["src/search/stages/defer.ts", "../../indexing/lines.ts"],
    ["src/documents/chunkers/lines.ts", "../http/app.ts"],
    ["src/database/session.ts", "../platform/local/hash-embedder.ts"],
    ["src/models/local/hash-embedder.ts", "../../storage/session.ts"],
    ["src/database/session.ts", "../retrieval/fuse.ts"],
    ["src/text/words/fold.ts", "../../scripts/start.ts"],
  ])("bite when %s imports %s, in whatever form", (path, specifier) => {
    expect(breaks(importDirection, path, `import type {\n  A,\n} from "${specifier}";`)).toBe(true);
    expect(breaks(importDirection, path, `const a = await import("${specifier}");`)).toBe(true);
    expect(breaks(importDirection, path, `export * from "${specifier}";`)).toBe(true);
  });

  it("spare ports, errors, the own folder and packages", () => {
    const allowed = ["../ports.ts", "../stores/search.ts", "../errors.ts", "./session.ts", "drizzle-orm"];
    for (const specifier of allowed)
      expect(breaks(importDirection, "src/storage/rows.ts", `import { a } from "${specifier}";`)).toBe(false);
  });

  it("bite when another file than the wiring sees the bindings, or the Worker imports of Node", () => {
    const env = 'import type { Env } from "../env.ts";';
    expect(breaks(envIsHidden, "src/http/app.ts", env)).toBe(true);
    expect(breaks(envIsHidden, "src/wiring.ts", 'import type { Env } from "./env.ts";')).toBe(false);
    expect(breaks(nodeOnlyAtTheEdge, "src/http/app.ts", 'import { join } from "node:path";')).toBe(true);
    expect(breaks(nodeOnlyAtTheEdge, "src/cli/main.ts", 'import { join } from "node:path";')).toBe(false);
  });
});

describe("the word rules", () => {
  it.each([
    "const a: any = 1;",
    "const a = b as any;",
    "function f(a: any[], b: Map<string, any>) {}",
    'vi.mock("./a.ts");',
    'it.only("works", () => {});',
    'describe.skip("works", () => {});',
    "try { a(); } catch {}",
    "try { a(); } catch (error) {\n  }",
    "// TODO tidy up",
    "// @ts-ignore",
    "// biome-ignore lint: no",
  ])("bite on %s", (text) => {
    expect(breaks(forbiddenWords, "src/a.ts", text)).toBe(true);
  });

  it.each([
    "// a catch {} and any: any; in a comment",
    'const text = "as any, it.only(";',
    "const company: Company = many;",
    "// TODO(#12): when the limit is lifted",
    'it.runIf(isLinux)("works", () => {});',
  ])("spare %s", (text) => {
    expect(breaks(forbiddenWords, "src/a.ts", text)).toBe(false);
  });

  it("bite on a default export where nothing asks for one", () => {
    expect(breaks(namedExports, "src/a.ts", "export default {};")).toBe(true);
    expect(breaks(namedExports, "src/worker.ts", "export default {};")).toBe(false);
  });
});
