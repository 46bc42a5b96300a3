import { expect, it } from "vitest";
import { chooseSample, sampleQueries } from "../../../../src/cli/local/greeting/choose-sample.ts";
import type { LocalApi } from "../../../../src/cli/local/local-access.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const headingsOf = (text: string) => sampleQueries(["a.md"], () => text).headings.map(({ query }) => query);
const namesOf = (...paths: readonly string[]) =>
  sampleQueries(paths, () => "").names.map(({ query }) => query);

it("takes headings of two to seven words, of the second and third level, outside of code", () => {
  const words = (amount: number) =>
    Array.from({ length: amount }, (_, at) => `word${"a".repeat(at)}`).join(" ");
  expect(headingsOf([1, 2, 7, 8].map((amount) => `## ${words(amount)}`).join("\n"))).toEqual([
    words(2),
    words(7),
  ]);
  const levels = ["# One title", "## Two levels", "### Three levels", "#### Four levels", "##No space"];
  expect(headingsOf(levels.join("\r\n"))).toEqual(["Two levels", "Three levels"]);
  expect(headingsOf("~~~\n## In code\n~~~\n## Out there")).toEqual(["Out there"]);
  expect(headingsOf("## Table of contents\n## See also\n## 2.0 Rewrite\n## Is it ok\n## to do it")).toEqual(
    [],
  );
});

it("takes READMEs of a depth first, of one depth the first by name, and names of several words", () => {
  const paths = ["z.md", "sub/readme.txt", "sub/a.md", "README.md"];
  expect(namesOf(...paths)).toEqual(["README", "z", "readme"]);
  expect(namesOf("one.md", "sub/two-words_here.tar.md", ".env.sample")).toEqual([
    "two words here tar",
    "env",
    "one",
  ]);
});

interface Searched {
  /** The path of the first hit, by query. */
  readonly first: Readonly<Record<string, string>>;
  /** How relevant it is, by query. */
  readonly relevance?: Readonly<Record<string, number>>;
  readonly roots?: readonly string[];
  readonly signal?: AbortSignal;
}

async function chosen(
  files: Readonly<Record<string, string>>,
  { first, relevance = {}, roots = ["n"], signal }: Searched,
) {
  const asked: string[] = [];
  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/status") return Response.json({ roots: roots.map((root) => ({ root })) });
    if (pathname === "/v1/documents")
      return Response.json({ documents: Object.keys(files).map((path) => ({ path, chunks: 1 })) });
    const { query } = (await request.json()) as { query: string };
    asked.push(query);
    const path = first[query];
    return Response.json({ hits: path === undefined ? [] : [{ path, relevance: relevance[query] }] });
  };
  const api: LocalApi = { url: "http://127.0.0.1:1", fetch: answer as typeof fetch };
  const config = { url: api.url, token: "t" };
  const source = {
    folder: temporaryFolder(files),
    api,
    config,
    signal: signal ?? new AbortController().signal,
  };
  const sample = await chooseSample(source, "n");
  return { sample: sample && [sample.query, sample.path, sample.isOnlyRoot], asked };
}

const FILES = { "a.md": "## First heading\n\n## Second heading\n", "b-file.txt": "" };

it.each([
  [{ "First heading": 0.5, "Second heading": 0.7 }, "Second heading", 2],
  [{ "First heading": 0.5, "Second heading": 0.4 }, "First heading", 2],
  [{ "First heading": 0.8, "Second heading": 0.9 }, "First heading", 1],
])(
  "shows the heading that is answered best, or at once one that is surely: %j",
  async (relevance, query, searches) => {
    const first = { "First heading": "a.md", "Second heading": "a.md" };
    const { sample, asked } = await chosen(FILES, { first, relevance });
    expect([sample?.[0], asked.length]).toEqual([query, searches]);
  },
);

it("shows a heading that finds its own document", async () => {
  expect(await chosen(FILES, { first: { "First heading": "b-file.txt", "Second heading": "a.md" } })).toEqual(
    {
      sample: ["Second heading", "a.md", true],
      asked: ["First heading", "Second heading"],
    },
  );
});

it("shows else the words of a name that find their own file, else the first that find any", async () => {
  const own = await chosen(FILES, {
    first: { "First heading": "b-file.txt", "b file": "a.md", a: "a.md" },
    roots: ["n", "o"],
  });
  expect(own.sample).toEqual(["a", "a.md", false]);
  const any = await chosen(FILES, {
    first: { "First heading": "b-file.txt", "b file": "a.md", a: "b-file.txt" },
  });
  expect(any).toEqual({
    sample: ["b file", "b-file.txt", true],
    asked: ["First heading", "Second heading", "b file", "a"],
  });
});

it("shows nothing where nothing is found, and asks no more once it is stopped", async () => {
  expect((await chosen(FILES, { first: { "First heading": "b-file.txt" } })).sample).toBeUndefined();
  const signal = AbortSignal.abort();
  expect(await chosen(FILES, { first: { "First heading": "a.md" }, signal })).toEqual({
    sample: undefined,
    asked: [],
  });
});
