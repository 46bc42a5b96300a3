import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const ID = "3f9a2c1b".repeat(4);
const OLDER = "0badcafe".repeat(4);
const UNTIL = "2026-11-22T00:00:00.000Z";
const FORGOTTEN = { id: ID, undoUntil: UNTIL, supersedes: null, version: 4 };

async function forget(args: readonly string[], answers: Readonly<Record<string, unknown>>) {
  const server = await fakeServer();
  for (const [request, answer] of Object.entries(answers)) server.answers.set(request, answer);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const run = await runCli(["forget", ...args], { cwd: temporaryFolder(), env });
  return { ...run, asked: server.seen.map(({ method, url, body }) => [`${method} ${url}`, body]) };
}

const byId = (now: boolean, changes: object = {}) => ({
  [`DELETE /v1/memories/3f9a2c1b?now=${now}`]: { ...FORGOTTEN, ...changes },
});

it("forgets a memory by the start of its id, and says how long it can be brought back", async () => {
  const run = await forget(["3f9a2c1b"], byId(false));
  expect(run).toMatchObject({
    code: 0,
    stdout: `Forgot 3f9a2c1b; until ${UNTIL} recall forget --undo 3f9a2c1b brings it back.\n`,
  });
  expect(JSON.parse((await forget(["3f9a2c1b", "--json"], byId(false))).stdout)).toEqual(FORGOTTEN);
  const cited = await forget(["memories:3f9a2c1b#L1"], byId(false));
  expect(cited.asked).toEqual(run.asked);
});

it("forgets it for good with --now", async () => {
  const { stdout } = await forget(["3f9a2c1b", "--now"], byId(true, { undoUntil: null }));
  expect(stdout).toBe("Forgot 3f9a2c1b for good.\n");
});

it("says how the memory that it superseded is seen, or comes back", async () => {
  const superseding = { supersedes: OLDER };
  expect((await forget(["3f9a2c1b"], byId(false, superseding))).stdout).toContain(
    "\nWhat it superseded stays out of searches: recall memories show 0badcafe --history\n",
  );
  const gone = byId(true, { ...superseding, undoUntil: null });
  expect((await forget(["3f9a2c1b", "--now"], gone)).stdout).toContain(
    "\nWhat it superseded stays out of searches: recall forget --undo 0badcafe\n",
  );
});

it("brings one back, and says when it was not forgotten", async () => {
  const undo = { "POST /v1/memories/3f9a2c1b/undo": { memory: { id: ID }, version: 5 } };
  expect(await forget(["3f9a2c1b", "--undo"], undo)).toMatchObject({
    code: 0,
    stdout: "Brought back 3f9a2c1b.\n",
  });
  const there = { ...undo, "GET /v1/memories/3f9a2c1b?history=false": { memory: { id: ID } } };
  expect(await forget(["3f9a2c1b", "--undo"], there)).toMatchObject({
    code: 1,
    stdout: "3f9a2c1b was not forgotten: it is there.\n",
  });
});

it("forgets what some words say, of a type and a session", async () => {
  const answer = { forgotten: FORGOTTEN, candidates: [] };
  const request = "POST /v1/memories/forget";
  const flags = ["--type", "decision", "--session", "s-1"];
  const run = await forget(["we", "deploy", ...flags], { [request]: answer });
  expect(run.asked).toEqual([[request, { query: "we deploy", type: "decision", session: "s-1" }]]);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Forgot 3f9a2c1b; until/) });
  // Two words are words, whatever each looks like.
  expect((await forget(["3f9a2c1b", "0badcafe"], { [request]: answer })).asked).toEqual([
    [request, { query: "3f9a2c1b 0badcafe" }],
  ]);
});

it("lists what the words may have meant, a line each, and forgets nothing", async () => {
  const candidates = [
    { id: ID, text: " We deploy\n on Thursdays ", score: 0.875 },
    { id: OLDER, text: "x", score: 1 },
  ];
  const request = "POST /v1/memories/forget";
  expect(await forget(["deploy"], { [request]: { forgotten: null, candidates } })).toMatchObject({
    code: 1,
    stdout: [
      "Nothing was forgotten. Name the one that you mean by its id:",
      "3f9a2c1b  0.88  We deploy on Thursdays",
      "0badcafe  1.00  x",
      "",
    ].join("\n"),
  });
  expect(await forget(["deploy"], { [request]: { forgotten: null, candidates: [] } })).toMatchObject({
    code: 1,
    stdout: "No memory says that; nothing was forgotten.\n",
  });
});

it.each([["--now"], ["--undo"]])("wants an id with %s, and asks nobody without", async (flag) => {
  for (const words of [["some words"], ["3f9a2c1b", "0badcafe"], ["3f9a2c1"]])
    expect(await forget([...words, flag], {})).toMatchObject({
      code: 2,
      asked: [],
      stderr: expect.stringContaining("need the memory's id"),
    });
});
