import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { candidate, context } from "../search/stages/candidates.ts";

// Does what "Adding to it" of docs/architecture.md says, in a copy of src/, and uses what was added.

const PAGE = "docs/architecture.md";

interface Block {
  readonly kind: "file" | "into";
  readonly path: string;
  /** Into which table. */
  readonly table: string | undefined;
  readonly text: string;
}

const BLOCK = /^```ts (into )?(src\/\S+)(?: (\w+))?\n([\s\S]*?)^```$/gm;

const blocks = (page: string): readonly Block[] =>
  [...page.matchAll(BLOCK)].map(([, into, path = "", table, text = ""]) => ({
    kind: into === undefined ? "file" : "into",
    path,
    table,
    text,
  }));

/** Imports go to the top, the rest behind the line that opens the table. */
function insert(source: string, { table, text }: Block): string {
  const lines = text.split("\n").filter((line) => line !== "");
  const imports = lines.filter((line) => line.startsWith("import "));
  const rows = lines.filter((line) => !line.startsWith("import "));
  const opening = new RegExp(`^export const ${table}\\b.*[[{]$`, "m");
  if (!opening.test(source)) throw new Error(`No table ${table}`);
  return [...imports, source.replace(opening, (line) => [line, ...rows].join("\n"))].join("\n");
}

describe("the additions of the architecture page", () => {
  const folder = mkdtempSync(join(tmpdir(), "recall-additions-"));
  const load = (path: string): Promise<Record<string, never>> =>
    import(/* @vite-ignore */ join(folder, path));

  beforeAll(() => {
    cpSync("src", join(folder, "src"), { recursive: true });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    for (const block of blocks(readFileSync(PAGE, "utf8"))) {
      const file = join(folder, block.path);
      writeFileSync(file, block.kind === "file" ? block.text : insert(readFileSync(file, "utf8"), block));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("are a stage, a provider and a chunker", () => {
    expect(blocks(readFileSync(PAGE, "utf8")).map(({ path }) => path)).toEqual([
      "src/search/stages/brevity.ts",
      "src/search/stages/table.ts",
      "src/models/http/rerank-shapes.ts",
      "src/documents/chunkers/lyrics.ts",
      "src/documents/chunkers/by-language.ts",
    ]);
  });

  it("add a stage that a setting turns on, and that is refused out of its range", async () => {
    const { resolveProfile } = (await load(
      "src/search/profiles/resolve-profile.ts",
    )) as unknown as typeof import("../../src/search/profiles/resolve-profile.ts");
    const { runStages } = (await load(
      "src/search/stages/run-stages.ts",
    )) as unknown as typeof import("../../src/search/stages/run-stages.ts");
    const pool = [candidate("long", 0.5, { text: "x".repeat(301) }), candidate("short", 0.5, { text: "x" })];
    const run = (settings: Record<string, number>) =>
      runStages(resolveProfile("edge", settings).stages, pool, { context: context(), trace: undefined }).map(
        ({ score }) => score,
      );
    expect(run({})).toEqual([0.5, 0.5]);
    expect(run({ "brevity.weight": 0.1 })).toEqual([0.6, 0.5]);
    expect(() => resolveProfile("edge", { "brevity.chars": 0 })).toThrow(
      "brevity.chars is a number from 1 to 10000",
    );
  });

  it("add a provider that is asked in its shape", async () => {
    const { RERANK_SHAPES } = (await load("src/models/http/rerank-shapes.ts")) as unknown as {
      RERANK_SHAPES: { mine: { publicUrl: string; rows(answer: unknown): unknown } };
    };
    expect(RERANK_SHAPES.mine.publicUrl).toBe("https://rerank.example.com/v1");
    const rows = RERANK_SHAPES.mine.rows({ results: [{ index: 0, relevance_score: 0.5 }] });
    expect(rows).toEqual([{ index: 0, score: 0.5 }]);
  });

  it("add a chunker that a file name chooses", async () => {
    const { languageOf } = (await load(
      "src/documents/chunkers/by-language.ts",
    )) as unknown as typeof import("../../src/documents/chunkers/by-language.ts");
    const { chunkDocument } = (await load(
      "src/documents/chunkers/chunk-document.ts",
    )) as unknown as typeof import("../../src/documents/chunkers/chunk-document.ts");
    const verses = (name: string) => `[${name}]\n${`${name} by the river again and again\n`.repeat(60)}`;
    const text = `Title\n${verses("verse")}\n${verses("chorus")}`;
    expect(languageOf("song.lyrics", text)).toBe("lyrics");
    const { chunks } = chunkDocument({ path: "song.lyrics", text });
    const headings = new Set(chunks.map((chunk) => chunk.headings.at(-1)));
    expect([...headings].filter((heading) => heading !== undefined)).toEqual(["verse", "chorus"]);
  });
});
