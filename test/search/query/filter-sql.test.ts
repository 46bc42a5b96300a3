import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement, valuesOf } from "../../../src/database/statement.ts";
import type { ResolvedFilters } from "../../../src/search/query/filters.ts";
import { globFilter } from "../../../src/search/query/glob.ts";
import { passes } from "../../../src/search/query/passes.ts";
import type { ChunkRow, MemoryRow } from "../../../src/search/sql/chunk-rows.ts";
import { filterSql } from "../../../src/search/sql/filter-sql.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

const ALPHABET = ["a", "b", "c", "^", "!", "-", "]", "[", "/", ".md", "é", "\u{1f600}", "\uff5e"];
const PATTERN_SIGNS = [
  ...ALPHABET,
  "*",
  "?",
  "**",
  "**/",
  "[^c]",
  "[!a]",
  "[^]",
  "[!]",
  "[a-c]",
  "[^^]",
  "[b-]",
];

const texts = (signs: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength }).map((parts) => parts.join(""));

let opened: TestDatabase;
let paths: readonly string[];

beforeAll(async () => {
  opened = await openQuickDatabase();
  const made = fc.sample(texts(ALPHABET, 5), { numRuns: 800, seed: 1 });
  paths = [...new Set([...made, "cx.md", "dx.md", "^x", "!x"])].toSorted();
  await opened.database
    .prepare(
      `INSERT INTO documents (workspace, root, path, hash, bytes, lines, final_newline, mtime, language, chunk_count,
         chunker, indexed_at) SELECT 1, 'notes', value, '', 0, 0, 0, 0, '', 0, 0, 0 FROM json_each(?)`,
    )
    .bind(JSON.stringify(paths))
    .run();
});
afterAll(() => opened.dispose());

/** Not one of a range that ends before it begins. */
const isGlob = (pattern: string): boolean => {
  try {
    return globFilter(pattern).sqlGlobs.length >= 0;
  } catch {
    return false;
  }
};

const preparedWith = (filters: ResolvedFilters, select: (where: string) => string): D1PreparedStatement => {
  const { sql, values } = filterSql(filters);
  const asked = statement(select(sql));
  return opened.database.prepare(asked.sql).bind(...valuesOf(asked, values));
};

const prepared = (pattern: string) =>
  preparedWith({ glob: globFilter(pattern) }, (where) => `SELECT path FROM documents d WHERE ${where}`);

describe("a glob in SQL", () => {
  it("finds what the same glob matches outside it, and no more where it is exact", async () => {
    const patterns = fc.sample(texts(PATTERN_SIGNS, 5), { numRuns: 300, seed: 2 });
    const written = [
      "[^c]*",
      "[!c]*",
      "[^]x",
      "[!]x",
      "**",
      "a/**",
      "**/*.md",
      "a/**/*b",
      "**/a/**/*",
      "**/*a*",
    ];
    const asked = [...written, ...patterns].filter(isGlob);
    const answers = await opened.database.batch<{ path: string }>(asked.map(prepared));
    for (const [at, pattern] of asked.entries()) {
      const glob = globFilter(pattern);
      const found = new Set(answers[at]?.results.map(({ path }) => path));
      const wanted = paths.filter((path) => glob.matches(path));
      expect(
        wanted.filter((path) => !found.has(path)),
        `${pattern} misses`,
      ).toEqual([]);
      if (glob.isExact) expect([...found].toSorted(), pattern).toEqual(wanted);
    }
  });

  it("takes a pattern of a hundred and more literals", async () => {
    const literals = Array.from({ length: 120 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("?");
    const path = literals.replaceAll("?", "x");
    const sql = `INSERT INTO documents (workspace, root, path, hash, bytes, lines, final_newline, mtime, language,
      chunk_count, chunker, indexed_at) VALUES (2, 'notes', ?, '', 0, 0, 0, 0, '', 0, 0, 0)`;
    await opened.database.prepare(sql).bind(path).run();
    expect((await prepared(literals).all()).results).toEqual([{ path }]);
    await opened.database.prepare("DELETE FROM documents WHERE workspace = 2").run();
  });
});

describe("filters of memories in SQL", () => {
  const NOTES = ["fact", "decision", null].flatMap((type) =>
    ["s1", "S1", null].flatMap((session) =>
      [[], ["web"], ["we", "100%"], ["日本語", "web"]].map((tags) => ({
        type,
        session: type && session,
        tags,
      })),
    ),
  );

  it("find what the same filters let pass outside it", async () => {
    const rows = NOTES.map(({ type, session, tags }, at) => ({
      ...{ at: String(at), kind: type === null ? "file" : "memory", type, session },
      tags: type === null ? null : JSON.stringify(tags),
    }));
    await opened.database
      .prepare(
        `INSERT INTO documents (workspace, root, path, kind, hash, bytes, lines, final_newline, mtime, language, chunk_count,
           chunker, indexed_at, type, session, tags) SELECT 2, 'r', value->>'at', value->>'kind', '', 0, 0, 0, 0, '', 0, 0, 0,
           value->>'type', value->>'session', value->>'tags' FROM json_each(?)`,
      )
      .bind(JSON.stringify(rows))
      .run();
    const chunk = (at: number): ChunkRow => {
      const { type, session, tags } = NOTES[at] as (typeof NOTES)[number];
      const memory = type === null ? undefined : ({ type, tags } as unknown as MemoryRow);
      return { session, memory } as ChunkRow;
    };
    const asked = ["fact", "decision", undefined].flatMap((type) =>
      ["s1", "s", undefined].flatMap((session) =>
        ["web", "we", "100%", "語", undefined].map((tag) => ({
          ...(type !== undefined && { type }),
          ...(session !== undefined && { session }),
          ...(tag !== undefined && { tag }),
        })),
      ),
    );
    for (const filters of asked) {
      const found = await preparedWith(
        filters,
        (where) =>
          `SELECT CAST(path AS INTEGER) AS at FROM documents d WHERE d.workspace = 2 AND ${where} ORDER BY at`,
      ).all<{ at: number }>();
      const expected = NOTES.flatMap((_, at) => (passes(chunk(at), filters) ? [at] : []));
      expect(found.results.map(({ at }) => at)).toEqual(expected);
    }
  });
});
