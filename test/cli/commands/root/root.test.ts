import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const ROOTS = [
  { root: "notes", description: "Engineering decisions", documents: 2, bytes: 9, indexedAt: null },
  { root: "docs", documents: 1, bytes: 9, indexedAt: null },
];

async function recall(...words: readonly string[]) {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", { roots: ROOTS });
  server.answers.set("PUT /v1/roots/notes/description", { root: "notes", description: "Since 2021" });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const done = await runCli(["root", ...words], { cwd: temporaryFolder(), env });
  const written = server.seen.filter(({ method }) => method === "PUT").map(({ body }) => body);
  return { ...done, lines: done.stdout.trimEnd().split("\n"), written };
}

it("lists the roots with what is said of them", async () => {
  expect((await recall("list")).lines).toEqual([
    "notes: 2 documents",
    "  Engineering decisions",
    "docs: 1 document",
  ]);
});

it("writes a description, and says what it is", async () => {
  const { lines, written } = await recall("describe", "notes", "Since 2021");
  expect([lines, written]).toEqual([["notes: Since 2021"], [{ description: "Since 2021" }]]);
});

it("shows one without writing anything", async () => {
  const shown = await recall("describe", "notes");
  expect([shown.lines, shown.written]).toEqual([["notes: Engineering decisions"], []]);
  expect((await recall("describe", "docs")).lines).toEqual(["docs has no description"]);
});

it("takes one away", async () => {
  expect((await recall("describe", "notes", "--remove")).written).toEqual([{ description: null }]);
});

it.each([
  [["describe", "nope"], /no root "nope"[\s\S]*recall root list/, 1],
  [["describe", "notes", "x", "--remove"], /not both/, 2],
])("refuses %j", async (words, message, code) => {
  const done = await recall(...words);
  expect(done.stderr).toMatch(message);
  expect(done.code).toBe(code);
});
