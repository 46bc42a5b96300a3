import { describe, expect, it } from "vitest";
import { documentDate } from "../../../src/text/dates/document-date.ts";

describe("documentDate", () => {
  const CHANGED = Date.parse("2026-01-02T03:04:05Z");
  const day = (path: string) => {
    const date = documentDate(path, CHANGED);
    return date === undefined ? undefined : new Date(date).toISOString().slice(0, 10);
  };

  it("is the day in the path, in sub-folders too, the last if there are several", () => {
    expect(day("memory/2025-11-27.md")).toBe("2025-11-27");
    expect(day("memory/work/2025-11-27-standup.md")).toBe("2025-11-27");
    expect(day("2024-01-01/notes/2025-11-27.md")).toBe("2025-11-27");
  });

  it("is not taken from numbers that are no day", () => {
    expect(day("notes/2025-13-40.md")).toBe("2026-01-02");
    expect(day("notes/12025-11-27.md")).toBe("2026-01-02");
    expect(day("notes/2025-02-29.md")).toBe("2026-01-02");
    expect(day("notes/2025-11-271.md")).toBe("2026-01-02");
    expect(day("2025-11-27/2025-13-40.md")).toBe("2025-11-27");
  });

  it("is none for evergreen notes, whatever their front matter says", () => {
    const paths = ["MEMORY.md", "memory.md", "memory/people.md", "memory/b/c.md"];
    expect(paths.map(day)).toEqual(paths.map(() => undefined));
    const updated = (path: string) => documentDate(path, CHANGED, { updated: "2025-03-04" });
    expect(paths.map(updated)).toEqual(paths.map(() => undefined));
    expect(updated("memory/2025-11-27.md")).toBe(Date.UTC(2025, 10, 27));
  });

  it("is that of any other note where only a folder further down is called memory", () => {
    const paths = ["team/MEMORY.md", "a/memory/b/c.md", "Memory/people.md", "Memory.md"];
    expect(paths.map(day)).toEqual(paths.map(() => "2026-01-02"));
  });

  it("is else when the document changed, and none when nobody knows", () => {
    expect(day("docs/my-memory.md")).toBe("2026-01-02");
    expect(["memory.mdx", "memory.md.txt", "xmemory/a.md", "memory"].map(day)).toEqual(
      Array.from({ length: 4 }, () => "2026-01-02"),
    );
    expect(documentDate("docs/a.md", undefined)).toBeUndefined();
  });

  it("is the day of its front matter where the path has none, the last change before the beginning", () => {
    const of = (path: string, frontMatter: Record<string, unknown>) =>
      new Date(documentDate(path, CHANGED, frontMatter) ?? 0).toISOString().slice(0, 10);
    expect(of("decisions/storage.md", { date: "2025-03-04" })).toBe("2025-03-04");
    expect(of("decisions/2025-04-storage.md", { date: "4 March 2025" })).toBe("2025-03-04");
    expect(of("people/ann.md", { created: "2025-03-04", updated: "2025-05-06" })).toBe("2025-05-06");
    expect(of("log/2025-11-27.md", { date: "2025-03-04" })).toBe("2025-11-27");
    expect(of("a.md", { date: "soon" })).toBe("2026-01-02");
    expect(of("a.md", { date: 2025, updated: ["2025-03-04"] })).toBe("2026-01-02");
    expect(of("a.md", { updated: 7, date: "2025-03-04" })).toBe("2025-03-04");
    expect(of("a.md", { updated: "soon", date: "2025-03-04" })).toBe("2026-01-02");
    expect(of("2024-05-a.md", { updated: "soon", date: "2025-03-04" })).toBe("2024-05-01");
    expect(of("a.md", { Date: "2025-03-04", published: "2025-03-04" })).toBe("2026-01-02");
  });

  it("is what the first of these keys says", () => {
    const keys = ["updated", "lastmod", "last_modified", "modified", "date", "created"];
    for (const [at, key] of keys.entries()) {
      const rest = keys.slice(at).toReversed();
      const said = Object.fromEntries(rest.map((name) => [name, name === key ? "2025-05-06" : "2025-03-04"]));
      expect(documentDate("a.md", CHANGED, said), key).toBe(Date.UTC(2025, 4, 6));
    }
  });

  it("is the first day of a month in the path, where nothing names a day", () => {
    expect(day("decisions/2025-04-threshold.md")).toBe("2025-04-01");
    expect(day("memory/2025-04.md")).toBe("2025-04-01");
    expect(day("2024-01/2025-04-b.md")).toBe("2025-04-01");
    expect(day("2025-04/2025-13.md")).toBe("2025-04-01");
    expect(day("2025-11-27/2025-12.md")).toBe("2025-11-27");
    expect(day("notes/12025-04.md")).toBe("2026-01-02");
    expect(day("notes/2025-04-1.md")).toBe("2026-01-02");
    expect(day("notes/2025-13.md")).toBe("2026-01-02");
    expect(day("notes/2025-123.md")).toBe("2026-01-02");
  });
});
