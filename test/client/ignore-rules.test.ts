import { expect, it } from "vitest";
import {
  type IgnoreFile,
  type IgnoreRules,
  judgeEntry,
  judgeFile,
  NO_IGNORE_FILES,
  withIgnoreFile,
} from "../../src/client/push/ignore-rules.ts";

const git = (text: string, folder = "") => ({ name: ".gitignore", text, folder }) as const;
const recall = (text: string, folder = "") => ({ name: ".recallignore", text, folder }) as const;

const rulesOf = (...files: readonly Omit<IgnoreFile, "ignoreCase">[]): IgnoreRules =>
  files.reduce((rules, file) => withIgnoreFile(rules, { ignoreCase: false, ...file }), NO_IGNORE_FILES);

it.each([
  ["drafts/keep.md", [recall("*.md"), git("!keep.md", "drafts/")], "ignored"],
  ["drafts/keep.md", [git("*.md"), recall("!keep.md", "drafts/")], "push"],
  ["drafts/keep.md", [recall("*.md"), recall("!keep.md", "drafts/")], "push"],
  ["drafts/keep.md", [git("*.md"), git("!keep.md", "drafts/")], "push"],
  ["keep.md", [git("*.md"), git("!keep.md", "drafts/")], "ignored"],
  ["drafts/a.md", [git("/a.md")], "push"],
  ["drafts/a.md", [git("drafts/"), git("!a.md", "drafts/")], "ignored"],
  ["drafts/a.md", [git("drafts/"), recall("!drafts/")], "push"],
  ["drafts/a.md", [git("drafts/"), recall("!a.md")], "ignored"],
  ["drafts/old/a.md", [git("old/", "drafts/")], "ignored"],
  ["old/a.md", [git("old/", "drafts/")], "push"],
  ["dist/a.md", [git("!dist/")], "ignored"],
  ["dist/a.md", [recall("!dist/")], "push"],
  [".env", [git("!.env")], "secret"],
  [".env", [recall("!.env")], "push"],
  [".env", [recall(".env")], "ignored"],
  ["vendor/.env", [recall("!.env")], "push"],
  ["vendor/.env", [recall("!.env", "vendor/")], "secret"],
  ["vendor/.env", [recall("!.env"), recall(".env", "vendor/")], "ignored"],
  [".ssh/known_hosts", [], "secret"],
  [".git/config", [recall("!.git/\n!.*")], "ignored"],
  ["NOTES.txt", [git("notes.txt")], "push"],
  ["NOTES.txt", [recall("notes.txt")], "push"],
  ["ID_RSA", [], "secret"],
  ["Node_Modules/a.js", [], "ignored"],
  ["a.md", [git("/docs/a.md")], "push"],
  ["sub/.env", [recall("!.env")], "push"],
  ["sub/.env", [recall("!.env"), recall("!.env", "sub/")], "push"],
  [".env", [recall(".env"), recall("!.env", "sub/")], "ignored"],
  [".hidden", [recall("!.hidden")], "push"],
  [".hidden", [git("!.hidden")], "ignored"],
  ["sub/dist/a.md", [recall("!dist/", "sub/")], "push"],
  ["sub/a.md", [recall("a.md", "sub/"), git("!a.md", "sub/")], "ignored"],
  ["sub/a.md", [recall("/a.md", "sub/")], "ignored"],
  ["sub/a.md", [recall("/a.md")], "push"],
  ["sub/a.md", [git("sub")], "ignored"],
  ["subway/a.md", [git("*", "sub/")], "push"],
  ["sub/a.md", [git("*\n!*/\n!*.md")], "push"],
  ["a.md", [git("*.md"), git("!a.md")], "push"],
  ["a.md", [git("!a.md"), git("*.md")], "ignored"],
  [".recall/a.md", [recall("!.recall/")], "ignored"],
  ["x.git/a.md", [], "push"],
] as const)("%s by %j: %s", (path, files, verdict) => {
  expect(judgeFile(path, rulesOf(...files))).toBe(verdict);
});

it("refuses a pattern that would take ever longer the deeper a folder is, by its line", () => {
  const refused = (text: string, more: Partial<IgnoreFile> = {}) => {
    try {
      rulesOf({ ...git(text), ...more });
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refused("**/a/**/b/**")).toBeUndefined();
  expect(refused("**/**/**/**/a")).toBeUndefined();
  expect(refused("*.log\n**/a/**/a/**/a/**/b", { folder: "x/" })).toBe(
    "x/.gitignore, line 2: a pattern may have at most 3 times **",
  );
  expect(refused("a/**/a/**/a/**/a/**", { above: "x/" })).toMatch(/^\.gitignore above the folder, line 1/);
});

it("ignores case where the file's disk does, and hidden names unless they are asked for", () => {
  const rules = withIgnoreFile(NO_IGNORE_FILES, { ...git("notes.txt"), ignoreCase: true });
  expect(judgeFile("NOTES.txt", rules)).toBe("ignored");
  expect(judgeFile(".github/ci.yml", rules)).toBe("ignored");
  expect(judgeFile(".github/ci.yml", { ...rules, includeHidden: true })).toBe("push");
});

it("takes rules of a file above the root by the way from there", () => {
  const rules = rulesOf({ ...git("/docs/a.md\nb.md"), above: "docs/" });
  expect(["a.md", "b.md", "sub/b.md", "docs/a.md"].map((path) => judgeFile(path, rules))).toEqual([
    "ignored",
    "ignored",
    "ignored",
    "push",
  ]);
});

it("judges one entry by itself, and a file by what it is in", () => {
  expect(judgeEntry("dist/a.md", NO_IGNORE_FILES)).toBe("push");
  expect(judgeEntry("dist/", NO_IGNORE_FILES)).toBe("ignored");
  expect(judgeFile("dist/a.md", NO_IGNORE_FILES)).toBe("ignored");
});
