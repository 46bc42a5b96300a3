import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorOf } from "../../scripts/docs/markdown.ts";
import { PAGES, pageText } from "./pages.ts";

const MAX_README_LINES = 220;

/** Text of a page without its code: a link there is no link. */
const withoutCode = (text: string): string =>
  text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");

const anchorsOf = (path: string): readonly string[] =>
  [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));

/** Why a relative link leads nowhere; undefined: it does not. */
function problemOf(page: string, link: string): string | undefined {
  const [file = "", anchor] = link.split("#");
  const path = file === "" ? page : join(dirname(page), file);
  if (!existsSync(path)) return `${page}: no file ${link}`;
  if (anchor === undefined || statSync(path).isDirectory()) return undefined;
  return anchorsOf(path).includes(anchor) ? undefined : `${page}: no heading ${link}`;
}

const REFERENCE = globSync("docs/reference/*.md").map((path) => ({ path, text: readFileSync(path, "utf8") }));

describe("documentation", () => {
  it("has links that lead somewhere", () => {
    const problems = [...PAGES, ...REFERENCE].flatMap(({ path, text }) =>
      [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = ""]) => link)
        .filter((link) => !/^[a-z]+:/.test(link))
        .flatMap((link) => problemOf(path, link) ?? []),
    );
    expect(problems).toEqual([]);
  });

  it("names files and folders that exist", () => {
    const named = PAGES.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:src|test|scripts|docs|examples)\/[\w./-]+)`/g)].map(([, file = ""]) => ({
        path,
        file,
      })),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ file }) => !existsSync(file))).toEqual([]);
  });

  it(`has a README of at most ${MAX_README_LINES} lines`, () => {
    expect(pageText("README.md").split("\n").length - 1).toBeLessThanOrEqual(MAX_README_LINES);
  });

  it("is linked page by page from the README", () => {
    const linked = [...pageText("README.md").matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) => link);
    const unlinked = [...PAGES, ...REFERENCE]
      .map(({ path }) => path)
      .filter((path) => !linked.includes(path));
    expect(unlinked).toEqual(["README.md"]);
  });
});

describe("the check of links", () => {
  it("finds a missing file and a missing heading", () => {
    expect(problemOf("docs/guide.md", "nowhere.md")).toBe("docs/guide.md: no file nowhere.md");
    expect(problemOf("docs/guide.md", "page.md#nowhere")).toBe("docs/guide.md: no heading page.md#nowhere");
    expect(problemOf("docs/guide.md", "page.md")).toBeUndefined();
    expect(anchorOf("Checks: `recall doctor`")).toBe("checks-recall-doctor");
  });
});
