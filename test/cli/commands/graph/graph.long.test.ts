import { expect, it } from "vitest";
import { columnsOf } from "../../../../src/cli/terminal/columns.ts";
import type { EntityAnswer, GraphAnswer } from "../../../../src/graph/contract.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const CITED = { id: "a".repeat(32), root: "notes", path: "people/ana.md", startLine: 3, endLine: 4 };
const CITATION = { ...CITED, citation: "people/ana.md#L3-L4" };
const ANA = {
  slug: "ana-lopez",
  name: "Ana López",
  type: "person",
  aliases: ["Ana"],
  mentions: 2,
  manual: false,
};
const LABS = {
  ...ANA,
  slug: "labs",
  name: "Kestrel\u001b[31m Labs",
  type: "organisation",
  aliases: [],
  manual: true,
};
const RELATION = {
  from: "ana-lopez",
  to: "labs",
  type: "works_at",
  manual: false,
  citations: [CITATION, CITATION],
};
const GRAPH: GraphAnswer = {
  start: "names",
  entities: [
    { ...ANA, distance: 0, citations: [CITATION] },
    { ...LABS, distance: 1, citations: [] },
  ],
  relations: [RELATION],
  truncated: true,
  version: 3,
};
const ENTITY: EntityAnswer = {
  ...ANA,
  citations: [{ ...CITATION, date: null }],
  nextCursor: "5.7",
  outgoing: [RELATION],
  incoming: [],
  observations: [{ id: 4, text: `Knows\nall ${"words ".repeat(40)}`, at: "2026-01-01T00:00:00.000Z" }],
};

async function world() {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token", COLUMNS: "80" };
  const run = (...args: string[]) => runCli(args, { cwd: temporaryFolder(), env });
  return { server, run };
}

it("recall graph shows what is named, what says so, and that there is more, in 80 columns", async () => {
  const { server, run } = await world();
  server.answers.set("GET /v1/graph?query=who+is+Ana&depth=2", GRAPH);
  server.answers.set("GET /v1/graph?query=nobody", {
    ...GRAPH,
    start: "nothing",
    entities: [],
    relations: [],
  });
  const { code, stdout } = await run("graph", "who", "is", "Ana", "--depth", "2");
  expect(code).toBe(0);
  expect(stdout).toContain("Ana López (person, ana-lopez)  notes:people/ana.md#L3-L4\n");
  expect(stdout).toContain("  ana-lopez -works_at-> labs  notes:people/ana.md#L3-L4 +1\n");
  expect(stdout).toContain("There is more");
  expect(stdout).not.toContain("\u001b");
  expect(Math.max(...stdout.split("\n").map(columnsOf))).toBeLessThanOrEqual(80);
  expect(JSON.parse((await run("graph", "who is Ana", "--depth", "2", "--json")).stdout)).toEqual(GRAPH);
  expect((await run("graph", "nobody")).code).toBe(1);
  expect((await run("graph", "x", "--depth", "3")).code).toBe(2);
});

it("recall graph entity shows all of one, and where more begins", async () => {
  const { server, run } = await world();
  server.answers.set("GET /v1/entities/Ana%20L%C3%B3pez", ENTITY);
  const { stdout, stderr } = await run("graph", "entity", "Ana López");
  expect(stdout).toContain("also: Ana\n");
  expect(stdout).toContain("  4  Knows all words");
  expect(stderr).toContain("--cursor 5.7");
  expect(Math.max(...stdout.split("\n").map(columnsOf))).toBeLessThanOrEqual(80);
});

it("recall graph changes what it is told to", async () => {
  const { server, run } = await world();
  const paths = [
    "PUT /v1/entities/Heron",
    "POST /v1/entities/merge",
    "POST /v1/relations",
    "POST /v1/entities/a/split",
  ];
  for (const path of paths) server.answers.set(path, { version: 4 });
  await run("graph", "add", "Heron", "--type", "project", "--alias", "H", "--alias", "Bird");
  await run("graph", "merge", "Ana", "Ana López");
  await run("graph", "relate", "a", "owned_by", "b");
  await run("graph", "split", "a", "x", "y");
  expect(server.seen.map(({ method, url, body }) => [`${method} ${url}`, body])).toEqual([
    [paths[0], { type: "project", aliases: ["H", "Bird"] }],
    [paths[1], { from: "Ana", into: "Ana López" }],
    [paths[2], { from: "a", to: "b", type: "owned_by" }],
    [paths[3], { aliases: ["x", "y"] }],
  ]);
});

it("recall graph unrelate says whether it had been said, and who says it still", async () => {
  const { server, run } = await world();
  const answer = async (removed: boolean, texts: number) => {
    server.answers.set("DELETE /v1/relations?from=a&type=hates&to=b", { version: 4, removed, texts });
    const { code, stdout } = await run("graph", "unrelate", "a", "hates", "b");
    return [code, stdout.replace(/\s+/g, " ")];
  };
  expect(await answer(true, 0)).toEqual([0, "Taken back. "]);
  expect(await answer(true, 1)).toEqual([0, "Taken back; a text says so still. "]);
  expect(await answer(false, 0)).toEqual([1, "Nobody said that. "]);
  const kept = "3 texts say so; only what was added by hand is taken back. ";
  expect(await answer(false, 3)).toEqual([1, kept]);
  expect(await run("graph", "add", "")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("a letter"),
  });
  expect(await run("graph", "forget-remark", "a", "x")).toMatchObject({ code: 2 });
});

it("recall graph memories has the memories read by a text model, or no more", async () => {
  const { server, run } = await world();
  for (const on of [true, false]) {
    server.answers.set("PUT /v1/graph/memories", { on });
    const { code, stdout } = await run("graph", "memories", on ? "on" : "off");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      on ? /^A text model finds names in the background/ : /^Memories are read without a model/,
    );
    expect(server.seen.at(-1)).toMatchObject({ method: "PUT", body: { on } });
  }
  expect((await run("graph", "memories", "maybe")).code).toBe(2);
});
