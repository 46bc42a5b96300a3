import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const NOTHING = {
  ...{ outcome: "nothing_found", hits: [], degraded: [], use: { repaired: [] } },
  index: { pendingChunks: 0, pendingSkipped: 0, failedDocuments: 0, embedder: "m", reranker: "m" },
};
const HIT = { root: "n", path: "a.md", citation: "a.md#L1", headings: [], score: 1 };

async function searched(args: readonly string[], answer: object = {}) {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", { ...NOTHING, ...answer });
  server.answers.set("GET /v1/memories/types", { builtIn: ["fact"], own: [] });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const run = await runCli(["search", "x", ...args], { cwd: temporaryFolder(), env });
  return { ...run, asked: server.seen.map(({ url }) => url) };
}

it("names the roots that there are to who named one that is not there, as the answer does", async () => {
  const { stdout, asked } = await searched(["--root", "x"], {
    ...{ unknownRoots: ["x\u001b"], knownRoots: ["caf\u00e9", "notes"] },
  });
  expect(stdout).toBe("Nothing found. There is no root “x␛”; there are: café, notes.\n");
  expect(asked).toEqual(["/v1/search"]);
  expect((await searched(["--root", "x"], { unknownRoots: ["x"], knownRoots: [] })).stdout).toBe(
    "Nothing found. There is no root “x”.\n",
  );
});

it("says of a type that does not exist, unless the root does not, or something was found", async () => {
  expect((await searched(["--type", "fakt"])).stdout).toBe("There is no type fakt; known types: fact.\n");
  expect(
    (await searched(["--type", "fakt", "--root", "x"], { unknownRoots: ["x"], knownRoots: [] })).stdout,
  ).toBe("Nothing found. There is no root “x”.\n");
  const found = await searched(["--root", "x", "--type", "y"], { outcome: "found", hits: [HIT] });
  expect(found).toMatchObject({ code: 0, asked: ["/v1/search"] });
});

it("asks nothing more for JSON", async () => {
  expect(await searched(["--root", "x", "--json"])).toMatchObject({ code: 1, asked: ["/v1/search"] });
});

it.each([
  ["{a,b}", true],
  ["x/{a,b}/*.md", true],
  ["{a}", false],
  ["a,b", false],
  ["{a{b,c}", true],
  ["{,}", true],
  ["{a,b,c}", true],
  ["{a},{b", false],
  [`{${"a".repeat(200)},${"b".repeat(200)}}`, true],
  [`{${"a".repeat(201)},b}`, false],
  [`{a,${"b".repeat(201)}}`, false],
])("says of the glob %s whether it has braces that no glob knows: %s", async (glob, isSaid) => {
  const { stdout } = await searched(["--glob", glob]);
  expect(stdout).toBe(
    isSaid ? "Nothing found: a glob knows no {…,…}, so ask once for each of them.\n" : "Nothing found.\n",
  );
  expect((await searched(["--glob", glob], { outcome: "nothing_relevant" })).stdout).toBe(
    "Nothing here answers this.\n",
  );
});

it("joins words to one query, and takes the flags of a search under the contract's names", async () => {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", NOTHING);
  const options = { cwd: temporaryFolder(), env: { RECALL_URL: server.url, RECALL_TOKEN: "er_token" } };
  const filters = {
    ...{ root: "n", prefix: "p/", glob: "*.md", kind: "file", language: "markdown", type: "fact", tag: "t" },
    ...{ after: "7d", before: "1d" },
  };
  const flags = Object.entries(filters).flatMap(([name, value]) => [`--${name}`, value]);
  const ranking = [
    "-n",
    "3",
    "--profile",
    "keyword",
    "--set",
    "mmr.enabled=true",
    "--min-score",
    "0.5",
    "--min-relevance",
    "0.25",
    "--auto",
    "--expand",
  ];
  await runCli(
    ["search", "two", "words", ...flags, ...ranking, "--session", "s1", "--only-session"],
    options,
  );
  expect(server.seen[0]?.body).toEqual({
    ...{ query: "two words", limit: 3, profile: "keyword", settings: { "mmr.enabled": true }, minScore: 0.5 },
    ...{
      minRelevance: 0.25,
      session: "s1",
      auto: true,
      expand: true,
      filters: { ...filters, session: "s1" },
    },
  });
});
