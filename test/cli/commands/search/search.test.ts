import { expect, it } from "vitest";
import { setting } from "../../../../src/cli/flags/parsers.ts";
import { searchWish } from "../../../../src/cli/flags/search-flags.ts";
import { SearchRequest } from "../../../../src/search/contract/search.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

it("asks for what was said and leaves the rest to the server", () => {
  expect(searchWish("rotate keys", {})).toEqual({ query: "rotate keys" });
});

it("makes of every flag what the contract calls it", () => {
  const filters = {
    root: "notes",
    prefix: "guides/",
    glob: "**/*.md",
    kind: "file",
    type: "decision",
    tag: "release",
    language: "markdown",
    after: "7d",
    before: "2026-01-01",
  } as const;
  const set = { "recencyBoost.weight": 0.3 };
  const ranking = {
    limit: 3,
    profile: "keyword",
    minScore: 0,
    session: "s1",
    auto: true,
    expand: true,
  } as const;
  const { root, prefix, glob, type, tag, language } = filters;
  const listed = {
    root: [root],
    prefix: [prefix],
    glob: [glob],
    type: [type],
    tag: [tag],
    language: [language],
  };
  const wish = searchWish("q", { ...filters, ...listed, ...ranking, set });
  expect(wish).toEqual({ query: "q", ...ranking, settings: set, filters });
  expect(SearchRequest.safeParse(wish).success).toBe(true);
  const inSession = searchWish("q", { session: "s1", onlySession: true });
  expect(inSession).toEqual({ query: "q", session: "s1", filters: { session: "s1" } });
  expect(() => searchWish("q", { onlySession: true })).toThrow("--session");
});

it.each([
  ["recencyBoost.weight=0.3", 0.3],
  ["threshold.minScore=.5", 0.5],
  ["relevance.floor=-2", -2],
  ["mmr.enabled=true", true],
  ["arms.vector=false", false],
  ["fusion.kind=rrf", "rrf"],
  ["fusion.kind=a=b", "a=b"],
  ["fusion.k=0x10", "0x10"],
  ["fusion.k=1e2", 100],
  ["lengthNorm.weight=5E-1", 0.5],
  ["fusion.k=1e999", "1e999"],
])("reads the setting %s", (text, value) => {
  const [name = ""] = text.split("=");
  expect(setting(text, { "fusion.k": 60 })).toEqual({ "fusion.k": 60, [name]: value });
});

it.each(["", "=1", "fusion.k", "fusion.k=", "a b=1"])("refuses %j as a setting", (text) => {
  expect(() => setting(text)).toThrow("recencyBoost.weight=0.3");
});

it("refuses the one key that no setting can have", () => {
  expect(() => setting("__proto__=1")).toThrow("There is no setting __proto__");
});

const NOTHING = {
  outcome: "nothing_found",
  hits: [],
  degraded: [],
  index: { pendingChunks: 0, pendingSkipped: 0, failedDocuments: 0, embedder: "m", reranker: "m" },
  use: { repaired: [] },
};

it("says that a glob knows no braces where one with them finds nothing", async () => {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", NOTHING);
  const options = { cwd: temporaryFolder(), env: { RECALL_URL: server.url, RECALL_TOKEN: "er_token" } };
  const search = async (glob: string) => (await runCli(["search", "x", "--glob", glob], options)).stdout;
  expect(await search("*.{md,ts}")).toBe(
    "Nothing found: a glob knows no {…,…}, so ask once for each of them.\n",
  );
  expect(await search("{id}.md")).toBe("Nothing found.\n");
});

it("says only that nothing was found where the roots cannot be asked for", async () => {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", NOTHING);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const run = await runCli(["search", "x", "--root", "nots"], { cwd: temporaryFolder(), env });
  expect(run).toMatchObject({ code: 1, stdout: "Nothing found.\n" });
});

it("prints every step under the hits where it is asked to explain, beside data on stderr", async () => {
  const server = await fakeServer();
  const step = { step: "fuse", in: 2, out: 2, dropped: [], lowest: 0.1, highest: 1, ms: 0 };
  server.answers.set("POST /v1/search", { ...NOTHING, explain: { steps: [step], settings: {} } });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token", COLUMNS: "80" };
  const run = (...args: string[]) =>
    runCli(["search", "x", "--explain", ...args], { cwd: temporaryFolder(), env });
  const table = "\nstep  in  out  scores          ms  dropped\nfuse  2   2    0.100 to 1.000  0\n";
  expect((await run()).stdout).toBe(`Nothing found.\n${table}`);
  expect(server.seen[0]?.body).toEqual({ query: "x", explain: true });
  const data = await run("--format", "csv");
  expect(data.stdout).not.toContain("step");
  expect(data.stderr).toContain(table);
  expect(JSON.parse((await run("--json")).stdout).explain.steps).toEqual([step]);
});
