import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const RECALL = "01a200f5-b509-7916-92b3-d35a73ca0ddd";
const VOTED = {
  recallId: RECALL,
  chunk: "3f9a2c1b".repeat(4),
  value: "up",
  votes: { net: 1.256 },
  version: 2,
};

async function feedback(args: readonly string[], answers: Readonly<Record<string, unknown>>) {
  const server = await fakeServer();
  for (const [request, answer] of Object.entries(answers)) server.answers.set(request, answer);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const run = await runCli(["feedback", ...args], { cwd: temporaryFolder(), env });
  return { ...run, asked: server.seen.map(({ method, url, body }) => [`${method} ${url}`, body]) };
}

it("votes a hit of a search up or down, with a reason", async () => {
  const answers = { "POST /v1/feedback": VOTED };
  const run = await feedback(["01a200f5", "2", "up", "--note", "right"], answers);
  expect(run).toMatchObject({ code: 0, stdout: "Voted up: 3f9a2c1b, votes on it sum up to 1.26\n" });
  expect(run.asked).toEqual([
    ["POST /v1/feedback", { recallId: "01a200f5", chunk: "2", value: "up", note: "right" }],
  ]);
  const down = await feedback(["01a200f5", "2", "down"], {
    "POST /v1/feedback": { ...VOTED, value: "down" },
  });
  expect(down.stdout).toMatch(/^Voted down: /);
  expect(down.asked[0]?.[1]).toEqual({ recallId: "01a200f5", chunk: "2", value: "down" });
  expect(JSON.parse((await feedback([RECALL, "2", "up", "--json"], answers)).stdout)).toEqual(VOTED);
});

it.each(["01A200F5", "01a200f5-", RECALL])("takes %s for the id of a search", async (recall) => {
  const { code, asked } = await feedback([recall, "2", "up"], { "POST /v1/feedback": VOTED });
  expect([code, asked[0]?.[1]]).toEqual([0, { recallId: recall, chunk: "2", value: "up" }]);
});

it("votes on a memory by its id alone, as it is cited too, and removes that vote", async () => {
  const voted = { ...VOTED, recallId: null };
  for (const name of ["3f9a2c1b", "memories:3f9a2c1b#L1"]) {
    const run = await feedback([name, "up"], { "POST /v1/feedback": voted });
    expect(run).toMatchObject({
      code: 0,
      asked: [["POST /v1/feedback", { chunk: "3f9a2c1b", value: "up" }]],
    });
  }
  const removed = await feedback(["3f9a2c1b", "--remove"], {
    "DELETE /v1/feedback?chunk=3f9a2c1b": { ...voted, value: "none" },
  });
  expect(removed).toMatchObject({
    code: 0,
    stdout: "Removed the vote: 3f9a2c1b, votes on it sum up to 1.26\n",
  });
});

it("removes a vote", async () => {
  const request = "DELETE /v1/feedback?recallId=01a200f5&chunk=2";
  const run = await feedback(["01a200f5", "2", "--remove"], {
    [request]: { ...VOTED, value: "none", votes: { net: 0 } },
  });
  expect(run).toMatchObject({ code: 0, stdout: "Removed the vote: 3f9a2c1b, votes on it sum up to 0.00\n" });
  expect(run.asked).toEqual([[request, undefined]]);
});

it.each([
  [["01a200f5"], "Name the search, the hit and up or down"],
  [["01a200f5-b509", "--remove"], "Name the search, the hit and up or down"],
  [["up"], "Name the search, the hit and up or down"],
  [["3f9a2c1b", "up", "--remove"], "Name the search, the hit and up or down"],
  [["01a200f5", "2"], "Name the search, the hit and up or down"],
  [["01a200f5", "2", "up", "--remove"], "Name the search, the hit and up or down"],
  [["01a200f5", "2", "sideways"], "Allowed choices are up, down"],
  [["01a200f", "2", "up"], "A search is named by the id"],
  [[`${RECALL}0`, "2", "up"], "A search is named by the id"],
  [["rotate-keys", "2", "up"], "A search is named by the id"],
  [["--limit", "201"], "from 1 to 200"],
  [["--limit", "0"], "from 1 to 200"],
])("refuses %j and asks nobody", async (args, message) => {
  const run = await feedback(args, {});
  expect(run).toMatchObject({ code: 2, asked: [] });
  expect(run.stderr.replace(/\s+/g, " ")).toContain(message);
});

it("says where ids of searches are, for one that is not known", async () => {
  const { code, stderr } = await feedback(["01a200f5", "2", "up"], {});
  expect(code).toBe(1);
  expect(stderr).toContain("recall log lists searches with their ids");
});

it("lists votes with the note, else the query, of each", async () => {
  const vote = {
    recallId: RECALL,
    chunk: "c",
    citation: "notes:a.md#L1",
    query: "keys\u001b[2J",
    value: "up",
    note: null,
    at: "2026-03-01T12:00:00.000Z",
  };
  const votes = [vote, { ...vote, value: "down", note: "beside it" }, { ...vote, query: null }];
  const answers = {
    "GET /v1/feedback": { votes, nextCursor: null },
    "GET /v1/feedback?cursor=c&limit=200": { votes: [], nextCursor: "d" },
    "GET /v1/feedback?limit=1": { votes: [vote], nextCursor: "d" },
  };
  const { code, stdout } = await feedback([], answers);
  expect({ code, lines: stdout.split("\n") }).toEqual({
    code: 0,
    lines: [
      "day         vote  recall              document       note or query",
      "2026-03-01  up    01a200f5-b509-7916  notes:a.md#L1  keys␛[2J",
      "2026-03-01  down  01a200f5-b509-7916  notes:a.md#L1  beside it",
      "2026-03-01  up    01a200f5-b509-7916  notes:a.md#L1",
      "",
    ],
  });
  const none = await feedback(["--cursor", "c", "--limit", "200"], answers);
  expect(none).toMatchObject({ code: 0, stdout: "No votes of this token.\n" });
  expect((await feedback(["-n", "1"], answers)).stdout).toMatch(
    /\nThere are older ones: --json with --cursor shows them\.\n$/,
  );
});
