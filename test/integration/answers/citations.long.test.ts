import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localWorkspace } from "../../support/worlds/local-workspace.ts";

const AWKWARD = [
  "\r\n",
  "\n",
  "\n\n",
  "\ufeff",
  "heron ",
  "# Weir\n",
  "```\n",
  "- eel\n",
  "| a | b |\n|---|---|\n",
  "日本語の時計",
  "🦀",
  "x".repeat(3_000),
  "\t",
  "---\ntitle: T\n---\n",
  "\u2028",
  "word ".repeat(400),
];
const NAMES = ["a.md", "b.ts", "c.py", "d.txt", "e.html", "f.csv", "g.ipynb", "h.sql", "noext"];

interface Hit {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
  readonly text: string;
}

/** What a citation names in the pushed text. */
const cited = (text: string, { startLine, endLine, startColumn, endColumn }: Hit): string => {
  const lines = text
    .split("\n")
    .slice(startLine - 1, endLine)
    .join("\n");
  return startColumn === undefined ? lines : lines.slice(startColumn - 1, endColumn);
};

describe("citations", () => {
  const here = localWorkspace();

  it("name exactly the lines and columns whose text a hit shows, and documents come back byte for byte", async () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: "grapheme" })), { maxLength: 40 })
      .map((parts) => parts.join("").replaceAll("\0", ""));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (texts) => {
        const files = Object.fromEntries(
          texts.map((content, at) => [
            NAMES[(content.length + at) % NAMES.length] ?? "x",
            content.toWellFormed(),
          ]),
        );
        const { body } = await here.client.upload(here.token, files);
        expect(body.failed).toEqual([]);
        for (const [path, content] of Object.entries(files)) {
          const read = await here.client.call("GET", `/v1/documents/${path}`, { token: here.token });
          expect(read.body.text).toBe(content);
          const lines = content.split("\n");
          const middle = Math.max(1, Math.floor(read.body.lines / 2));
          if (read.body.lines > 0) {
            const some = await here.client.call(
              "GET",
              `/v1/documents/${path}?lines=${middle}-${middle + 1}`,
              { token: here.token },
            );
            expect(some.body.text).toBe(
              lines.slice(middle - 1, Math.min(middle + 1, read.body.lines)).join("\n"),
            );
          }
        }
        const hits: Hit[] = (
          await here.client.search(here.token, "heron weir eel 時計 word x", {
            view: "full",
            limit: 100,
            profile: "keyword",
          })
        ).body.hits;
        for (const hit of hits)
          if (files[hit.path] !== undefined) expect(hit.text).toBe(cited(files[hit.path] ?? "", hit));
      }),
      { numRuns: 25 },
    );
  });

  it("answers for lines, roots and things that are not there", async () => {
    await here.client.upload(here.token, { "lines.md": "one\ntwo\nthree\nfour\n" });
    await here.client.upload(here.token, { "lines.md": "other\n" }, "second");
    const read = async (query: string) =>
      (await here.client.call("GET", `/v1/documents/lines.md${query}`, { token: here.token })).body;
    expect((await read("")).error).toMatchObject({
      code: "ambiguous",
      details: { roots: ["notes", "second"] },
    });
    expect(await read("?root=notes&lines=2-3")).toMatchObject({
      text: "two\nthree",
      startLine: 2,
      endLine: 3,
      citation: "notes:lines.md#L2-L3",
    });
    expect((await read("?root=notes&lines=4")).text).toBe("four");
    expect((await read("?root=notes&lines=3-")).text).toBe("three\nfour");
    expect((await read("?root=notes&lines=2-99")).endLine).toBe(4);
    for (const lines of ["0", "5", "3-2", "x", "-3"])
      expect((await read(`?root=notes&lines=${lines}`)).error.code).toBe("invalid_input");
    expect((await read("?root=third")).error.code).toBe("not_found");
    expect(
      (await here.client.call("GET", "/v1/documents/no%2Fsuch.md", { token: here.token })).body.error.code,
    ).toBe("not_found");
  });

  it("lists documents by page", async () => {
    const fresh = await here.client.workspace("pages");
    await here.client.upload(
      fresh,
      Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`n${at}.md`, `Note ${at}\n`])),
    );
    const seen: string[] = [];
    let next = "";
    do {
      const { body } = await here.client.call("GET", `/v1/documents?limit=3${next}`, { token: fresh });
      seen.push(...body.documents.map(({ path }: { path: string }) => path));
      next = body.nextCursor === null ? "" : `&cursor=${encodeURIComponent(body.nextCursor)}`;
    } while (next !== "");
    expect(seen).toEqual(Array.from({ length: 7 }, (_, at) => `n${at}.md`));
    expect(
      (await here.client.call("GET", "/v1/documents?cursor=nonsense", { token: fresh })).body.error.code,
    ).toBe("invalid_input");
  });
});
