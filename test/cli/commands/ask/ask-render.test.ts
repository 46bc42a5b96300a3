import { expect, it } from "vitest";
import { found } from "../../../support/found.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const source = (number: number, changes: object = {}) => ({
  ...{ number, id: "a1", root: "notes", citation: "a.md#L1", headings: ["Keys", "Rotation"], score: 1 },
  ...changes,
});
const ANSWER = {
  outcome: "answered",
  sentences: [{ text: "Each month.", sources: [1] }],
  sources: [source(1)],
  dropped: 0,
  passages: 1,
  model: null,
  degraded: [],
  profile: "edge",
  index: found([]).index,
  recallId: "r",
  asOf: "2026-11-22T00:00:00.000Z",
  timings: { totalMs: 1, searchMs: 1, hops: 3 },
};

const reach = (url: string) => ({ cwd: temporaryFolder(), env: { RECALL_URL: url, RECALL_TOKEN: "t" } });

/** What `recall ask keys` prints of an answer on such a terminal. */
async function ask(answer: object, { columns = 80, color = false } = {}) {
  const server = await fakeServer();
  server.answers.set("POST /v1/ask", { ...ANSWER, ...answer });
  return runCli(["ask", "keys"], { ...reach(server.url), terminal: { columns, color } });
}

const linesOf = async (answer: object, terminal?: object) => (await ask(answer, terminal)).stdout.split("\n");

it("prints sentences, sources, and nothing more where there is nothing to say", async () => {
  expect(await linesOf({})).toEqual(["Each month. [1]", "", "[1] a.md#L1  Keys > Rotation", ""]);
});

it("says who wrote it, from how much, and what was left out", async () => {
  expect((await linesOf({ model: "qwen3" })).at(-2)).toBe("Written by qwen3 from 1 passage.");
  expect((await linesOf({ model: "qwen3", passages: 1_200, dropped: 2 })).at(-2)).toBe(
    "Written by qwen3 from 1,200 passages. 2 unsupported sentences left out.",
  );
  expect(await linesOf({ dropped: 2 })).toHaveLength(4);
});

it("names roots where the sources, or the workspace, have several", async () => {
  const two = [source(1), source(2, { root: "docs" })];
  expect((await linesOf({ sources: two })).slice(2, 4)).toEqual([
    "[1] notes:a.md#L1  Keys > Rotation",
    "[2] docs:a.md#L1  Keys > Rotation",
  ]);
  const index = (severalRoots: boolean) => ({ ...ANSWER.index, severalRoots });
  expect((await linesOf({ index: index(true) }))[2]).toBe("[1] notes:a.md#L1  Keys > Rotation");
  expect((await linesOf({ sources: two, index: index(false) }))[3]).toBe("[2] a.md#L1  Keys > Rotation");
});

it("cuts headings to the line, and leaves them out where twelve columns are not left", async () => {
  // `[1] a.md#L1  ` takes 13 columns.
  expect((await linesOf({}, { columns: 25 }))[2]).toBe("[1] a.md#L1  Keys > Rota…");
  expect((await linesOf({}, { columns: 24 }))[2]).toBe("[1] a.md#L1");
  expect((await linesOf({ sources: [source(1, { headings: [] })] }))[2]).toBe("[1] a.md#L1");
});

it("shows citations in bold where there is colour", async () => {
  expect((await linesOf({}, { color: true }))[2]).toBe("[1] \u001b[1ma.md#L1\u001b[0m  Keys > Rotation");
});

const REFUSED = { outcome: "nothing_relevant", sentences: [], sources: [], model: "qwen3", dropped: 1 };

it.each([
  [
    1,
    "Not answered: nothing in the one passage that was found answers it. To read them:\n  recall search keys\n",
  ],
  [
    2,
    "Not answered: nothing in the 2 passages that were found answers it. To read them:\n  recall search keys\n",
  ],
  [0, "Not answered: nothing relevant enough was found.\n"],
])("says of %i passages without an answer what to do", async (passages, stdout) => {
  expect(await ask({ ...REFUSED, passages })).toMatchObject({ code: 1, stdout });
});

it("says what the search lacked, of a refusal too", async () => {
  expect(await linesOf({ ...REFUSED, passages: 0, degraded: ["reranker_timeout"] })).toEqual([
    "Not answered: nothing relevant enough was found.",
    "",
    "The re-ranking model was too slow, so the order is the first estimate.",
    "",
  ]);
});

it("names what comes closest where nothing answers, and says why", async () => {
  const { number: _, ...closest } = source(1, { relevance: 0.094 });
  const absence = { kind: "filtered", filters: ["glob"], found: ["notes:b.md#L2"] };
  const told = await ask({ ...REFUSED, passages: 0, closest: [closest], absence });
  expect(told).toMatchObject({
    code: 1,
    stdout:
      "Not answered: nothing relevant enough was found.\n\nThe filters (glob) leave out notes:b.md#L2. Closest: a.md#L1 (9%).\n",
  });
});

it.each([
  ["generator_unavailable", 503, true],
  ["quota", 429, true],
  ["model_budget", 429, true],
  ["capacity", 429, true],
  ["unauthorized", 401, false],
  ["internal", 500, false],
])("names the search after %s: %#", async (code, status, isNamed) => {
  const server = await fakeServer();
  server.faults.push((_, response) => {
    response.writeHead(status).end(JSON.stringify({ error: { code, message: "No" } }));
    return true;
  });
  const { code: exit, stderr } = await runCli(["ask", "the", "keys"], reach(server.url));
  expect(exit).toBe(3);
  expect(stderr.includes("The passages are there all the same: recall search 'the keys'")).toBe(isNamed);
});

it.each([
  ["200", 0],
  ["199", 2],
  ["32000", 0],
  ["32001", 2],
])("reads with --budget %s: exit code %i", async (budget, expected) => {
  const server = await fakeServer();
  server.answers.set("POST /v1/ask", ANSWER);
  expect((await runCli(["ask", "keys", "--budget", budget], reach(server.url))).code).toBe(expected);
});
