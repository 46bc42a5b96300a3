import { describe, expect, it } from "vitest";
import { DocumentPath, RootName, StoredPath } from "../../src/contract/common.ts";

const takes = (schema: typeof DocumentPath, text: string): boolean => schema.safeParse(text).success;

describe("a root's name", () => {
  it.each(["notes", "my notes", "Über-2.0_x", "ノート"])("may be %s", (name) => {
    expect(takes(RootName, name)).toBe(true);
  });

  it.each([
    " notes",
    "notes ",
    "no\u200btes",
    "notes\u200d",
    "\ufeffnotes",
    "no\u2060tes",
    "no\u2028tes",
    ".x",
    "",
  ])("is not %j", (name) => {
    expect(takes(RootName, name)).toBe(false);
  });
});

describe("a document's path", () => {
  it.each(["a.md", "a b/ c .md", "👨‍👩‍👧.md", "می‌روم.md"])("may be %s", (path) => {
    expect(takes(DocumentPath, path)).toBe(true);
  });

  it.each(["a\u2028b.md", "a\u2029b.md", "a\u202eb.md", "a\nb.md", "a\u0085b.md"])("is not %j", (path) => {
    expect(takes(DocumentPath, path)).toBe(false);
  });

  it("with a line separator can be named where it is stored already, and nothing else refused can", () => {
    expect(takes(StoredPath, "a\u2028b.md")).toBe(true);
    expect(takes(StoredPath, "../\u2028b.md")).toBe(false);
    expect(takes(StoredPath, "a\u0007b.md")).toBe(false);
  });
});
