import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

/** Runs `recall graph` against a server with one answer to everything. */
async function graph(args: readonly string[], answer: unknown) {
  const server = await fakeServer();
  server.faults.push((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    return true;
  });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const run = await runCli(["graph", ...args], { cwd: temporaryFolder(), env });
  const [seen] = server.seen;
  return { ...run, asked: seen && [`${seen.method} ${decodeURIComponent(seen.url)}`, seen.body] };
}

const CHANGED = { version: 4 };

it.each<readonly [string, unknown, readonly [string, unknown?], string]>([
  [
    "add Heron --name Bird --type project --alias H --alias B",
    CHANGED,
    ["PUT /v1/entities/Heron", { name: "Bird", type: "project", aliases: ["H", "B"] }],
    "Saved Heron.",
  ],
  ["add Heron", CHANGED, ["PUT /v1/entities/Heron", { aliases: [] }], "Saved Heron."],
  ["remove Heron", CHANGED, ["DELETE /v1/entities/Heron"], "Removed Heron."],
  ["merge a b", CHANGED, ["POST /v1/entities/merge", { from: "a", into: "b" }], "a is b now."],
  ["split a x y", CHANGED, ["POST /v1/entities/a/split", { aliases: ["x", "y"] }], "Split off x, y."],
  ["relate a owns b", CHANGED, ["POST /v1/relations", { from: "a", type: "owns", to: "b" }], "Noted."],
  [
    "unrelate a owns b",
    { ...CHANGED, removed: true, texts: 0 },
    ["DELETE /v1/relations?from=a&type=owns&to=b"],
    "Taken back.",
  ],
  ["observe a text", CHANGED, ["POST /v1/entities/a/observations", { text: "text" }], "Noted."],
  ["forget-remark a 12", CHANGED, ["DELETE /v1/entities/a/observations/12"], "Deleted."],
  ["suggest a", { suggestions: [] }, ["GET /v1/entities/a/suggestions"], "No other entity looks the same."],
  [
    "memories on",
    { on: true },
    ["PUT /v1/graph/memories", { on: true }],
    "A text model finds names in the background: recall status counts what is left.",
  ],
  [
    "memories off",
    { on: false },
    ["PUT /v1/graph/memories", { on: false }],
    "Memories are read without a model.",
  ],
  [
    "names on",
    { on: true },
    ["PUT /v1/graph/names", { on: true }],
    "Texts are read for names from now on; recall reindex --all reads those that are there.",
  ],
  [
    "names off",
    { on: false },
    ["PUT /v1/graph/names", { on: false }],
    "Texts are no longer read for names; names stay until their text changes, or until recall reindex --all.",
  ],
])("recall graph %s does that and says so", async (args, answer, [request, body], line) => {
  const { code, stdout, asked } = await graph(args.split(" "), answer);
  expect({ code, stdout, asked }).toEqual({ code: 0, stdout: `${line}\n`, asked: [request, body] });
});

const ANA = { slug: "ana", name: "Ana", type: "person", aliases: [], mentions: 2, manual: false };
const NOTHING = { start: "nothing", entities: [], relations: [], truncated: false, version: 1 };

it.each<readonly [readonly string[], unknown, string, number]>([
  [
    ["who", "is", "Ana", "--depth", "2", "-n", "50"],
    NOTHING,
    "GET /v1/graph?query=who+is+Ana&depth=2&limit=50",
    1,
  ],
  [
    ["around", "Ana"],
    { ...NOTHING, entities: [{ ...ANA, distance: 0, citations: [] }] },
    "GET /v1/graph?query=Ana",
    0,
  ],
  [[], { entities: [ANA], truncated: false }, "GET /v1/graph/overview?limit=50", 0],
  [["list"], { entities: [ANA], truncated: false }, "GET /v1/graph/overview?limit=50", 0],
  [["-n", "3"], { entities: [], truncated: false }, "GET /v1/graph/overview?limit=3", 1],
  [["list", "--by-name", "-n", "3"], { entities: [], nextCursor: null }, "GET /v1/entities?limit=3", 1],
  [
    ["list", "--prefix", "a", "--type", "person", "--cursor", "aa", "-n", "100"],
    { entities: [], nextCursor: null },
    "GET /v1/entities?prefix=a&type=person&cursor=aa&limit=100",
    1,
  ],
])(
  "recall graph %j asks for that, and ends with 1 where there is nothing",
  async (args, answer, asked, code) => {
    const run = await graph(args, answer);
    expect({ code: run.code, asked: run.asked?.[0] }).toEqual({ code, asked });
  },
);

it("says where a list or an entity's mentions go on, to a person only", async () => {
  const list = { entities: [ANA], nextCursor: "bo" };
  const told = await graph(["list", "--by-name"], list);
  expect(told.stderr).toBe("There are more: recall graph list --cursor 'bo'\n");
  expect(await graph(["list", "--by-name", "--json"], list)).toMatchObject({ code: 0, stderr: "" });
  expect((await graph(["list", "--by-name"], { ...list, nextCursor: null })).stderr).toBe("");
  const most = { entities: [ANA], truncated: true };
  expect((await graph(["list"], most)).stderr).toMatch(/most mentioned: recall graph list --by-name/);
  expect(await graph(["list", "--json"], most)).toMatchObject({ code: 0, stderr: "" });
  const entity = { ...ANA, citations: [], nextCursor: "5.7", outgoing: [], incoming: [], observations: [] };
  const one = await graph(["entity", "Ana", "--cursor", "1.2", "-n", "7"], entity);
  expect(one).toMatchObject({
    code: 0,
    stdout: "Ana (person, ana), 2 mentions\n",
    stderr: "There are more mentions: --cursor 5.7\n",
    asked: ["GET /v1/entities/Ana?cursor=1.2&limit=7", undefined],
  });
  expect((await graph(["entity", "Ana", "--json"], entity)).stderr).toBe("");
  expect((await graph(["entity", "Ana"], { ...entity, nextCursor: null })).stderr).toBe("");
});

it("prints the answer with --json", async () => {
  const run = await graph(["merge", "a", "b", "--json"], CHANGED);
  expect(JSON.parse(run.stdout)).toEqual(CHANGED);
});

it("ends with 1 where nothing by hand was taken back", async () => {
  expect((await graph(["unrelate", "a", "owns", "b"], { ...CHANGED, removed: false, texts: 1 })).code).toBe(
    1,
  );
});

it.each([
  [["x", "--depth", "0"], "from 1 to 2"],
  [["x", "--depth", "3"], "from 1 to 2"],
  [["x", "--limit", "51"], "from 1 to 50"],
  [["x", "--limit", "0"], "from 1 to 50"],
  [["list", "--limit", "101"], "from 1 to 100"],
  [["list", "--type", "bird"], "Allowed choices"],
  [["entity", "a", "--limit", "101"], "from 1 to 100"],
  [["forget-remark", "a", "x"], "a number of 1 to 16 digits"],
  [["memories", "maybe"], "Allowed choices are on, off"],
])("refuses %j", async (args, message) => {
  const run = await graph(args, {});
  expect(run).toMatchObject({ code: 2, asked: undefined, stderr: expect.stringContaining(message) });
});
