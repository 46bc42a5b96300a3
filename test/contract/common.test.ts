import { describe, expect, it } from "vitest";
import {
  ContentHash,
  DocumentPath,
  Flag,
  hasControls,
  Origin,
  pathProblem,
  RootName,
  Scope,
  SessionId,
  Slug,
  StoredPath,
} from "../../src/contract/common.ts";

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

describe("why a path is refused", () => {
  it.each([
    ["", "a path is not empty"],
    ["x".repeat(513), "a path has at most 512 characters"],
    ["a\u0000b", "a path has no control characters"],
    ["a\ud800", "a path is well-formed Unicode: no half of a surrogate pair"],
    ["a\\b", "a path is separated by /"],
    ["/a", "a path is relative to its root"],
    ["C:/a", "a path is relative to its root"],
    ["a//b", "a path has no empty, . or .. part"],
    ["a/", "a path has no empty, . or .. part"],
    ["./a", "a path has no empty, . or .. part"],
    ["a/../b", "a path has no empty, . or .. part"],
    ["a\u0301", "a path is in Unicode NFC"],
  ])("%.20j: %s", (path, problem) => {
    expect(pathProblem(path)).toBe(problem);
    expect(DocumentPath.safeParse(path).error?.issues[0]?.message).toBe(problem);
  });

  it.each(["x".repeat(512), "a/.b/..c", "á", "C:a", "ab:/c"])("%.20j is fine", (path) => {
    expect(pathProblem(path)).toBeUndefined();
  });
});

it.each([
  ["\u001f", true],
  [" ", false],
  ["~", false],
  ["\u007f", true],
  ["\u009f", true],
  ["\u00a0", false],
  ["\u2027", false],
  ["\u2028", true],
  ["\u2029", true],
  ["\u202a", true],
  ["\u202e", true],
  ["\u202f", false],
  ["\u2065", false],
  ["\u2066", true],
  ["\u2069", true],
  ["\u206a", false],
])("%j is a control: %s", (character, is) => {
  expect(hasControls(`a${character}b`)).toBe(is);
});

describe("a name in a request", () => {
  it.each([
    ["a root of 64 characters", RootName, "x".repeat(64), true],
    ["a root of 65", RootName, "x".repeat(65), false],
    ["a root of 64 bytes", RootName, "é".repeat(32), true],
    ["a root of 66 bytes", RootName, "é".repeat(33), false],
    ["a slug of one letter", Slug, "a", true],
    ["a slug of 48", Slug, "a".repeat(48), true],
    ["a slug of 49", Slug, "a".repeat(49), false],
    ["a slug with a dash inside", Slug, "a-b", true],
    ["a slug with a dash at its end", Slug, "a-", false],
    ["a slug with a dash at its start", Slug, "-a", false],
    ["a slug in capitals", Slug, "A", false],
    ["a session of 128", SessionId, "x".repeat(128), true],
    ["a session of 129", SessionId, "x".repeat(129), false],
    ["an empty session", SessionId, "", false],
    ["a session of two lines", SessionId, "a\nb", false],
    ["half a character in a session", SessionId, "\ud800", false],
    ["a hash", ContentHash, "0123456789abcdef".repeat(2), true],
    ["a hash in capitals", ContentHash, "0123456789ABCDEF".repeat(2), false],
    ["a hash of 33", ContentHash, "a".repeat(33), false],
    ["a hash behind something", ContentHash, `x${"a".repeat(32)}`, false],
    ["a hash before something", ContentHash, `${"a".repeat(32)}x`, false],
    ["a hash with another letter", ContentHash, `${"a".repeat(31)}g`, false],
    ["an origin behind something", Origin, `x${"a".repeat(32)}`, false],
    ["an origin before something", Origin, `${"a".repeat(32)}x`, false],
    ["an origin in capitals", Origin, "A".repeat(32), false],
    ["a slug behind something", Slug, " a", false],
    ["a slug before something", Slug, "a ", false],
    ["a slug of digits", Slug, "0-9", true],
    ["a slug with an underscore", Slug, "a_b", false],
    ["a slug of two dashes inside", Slug, "a--b", true],
    ["a root that begins with a digit", RootName, "1", true],
    ["a root that begins with an underscore", RootName, "_a", false],
    ["a root that begins with a dash", RootName, "-a", false],
    ["a root that ends with a dot", RootName, "a.", true],
    ["a root with a slash", RootName, "a/b", false],
    ["an origin of 31", Origin, "a".repeat(31), false],
    ["an origin", Origin, "a".repeat(32), true],
    ["a scope", Scope, "owner", true],
    ["another scope", Scope, "root", false],
  ])("%s: %#", (_, schema, text, isTaken) => {
    expect(schema.safeParse(text).success).toBe(isTaken);
  });

  it("is true or false, and no other word", () => {
    expect([Flag.parse("true"), Flag.parse("false"), Flag.parse(true)]).toEqual([true, false, true]);
    for (const other of ["yes", "1", "TRUE", "", " true", "true\n", 1, null])
      expect(Flag.safeParse(other).error?.issues[0]?.message).toBe("true or false");
  });
});
