import { expect, it } from "vitest";
import { answering } from "../../answering.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const PAGE = { recalls: [], nextCursor: null, log: { queries: "text", days: 90, on: true } };

async function world() {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const run = (...args: readonly string[]) => runCli(["log", ...args], { cwd: temporaryFolder(), env });
  return { server, run };
}

it("asks for the searches that the flags name, with both dates as instants", async () => {
  const { server, run } = await world();
  server.faults.push(answering(PAGE), answering(PAGE));
  const named = ["--outcome", "skipped", "--session", "s1", "--profile", "keyword", "--voted", "-n", "200"];
  expect((await run(...named, "--since", "2026-01-02", "--before", "2026-03-04")).code).toBe(0);
  await run();
  const [first, second] = server.seen.map(({ url }) => new URL(url, server.url));
  expect(first?.pathname).toBe("/v1/recalls");
  expect(Object.fromEntries(first?.searchParams ?? [])).toEqual({
    outcome: "skipped",
    session: "s1",
    profile: "keyword",
    voted: "true",
    limit: "200",
    after: "2026-01-02T00:00:00.000Z",
    before: "2026-03-04T00:00:00.000Z",
  });
  expect(second?.search).toBe("");
});

it.each([
  [["--limit", "0"], "from 1 to 200"],
  [["--limit", "201"], "from 1 to 200"],
  [["--outcome", "lost"], "nothing_relevant"],
  [["--on", "--off"], "cannot be used with"],
  [["--since", "soon"], "A date filter is"],
  [["--clear", "--before", "soon", "--yes"], "A date filter is"],
  [["--clear"], "repeat it with --yes"],
])("refuses %j before any server is asked", async (args, said) => {
  const { server, run } = await world();
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(said);
  expect(server.seen).toEqual([]);
});

it("shows one search by its id, or what there is to list where it is not there", async () => {
  const { server, run } = await world();
  const found = {
    ...{ at: "2026", query: "q", profile: "edge", session: null, totalMs: 1, tokens: 2 },
    hits: [],
  };
  server.answers.set("GET /v1/recalls/01a200f5", {
    ...{ ...found, cached: false, degraded: [], filters: null, outcome: "skipped", hitCount: 0 },
  });
  expect((await run("01a200f5")).stdout).toBe("q\n2026; profile edge; 1 ms; 2 tokens\nskipped\n");
  const missing = await run("01a200f6");
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("recall log lists those there are"),
  });
});

it("asks for a report of a kind, with its own limit", async () => {
  const { server, run } = await world();
  server.answers.set("GET /v1/recalls/reports?kind=stale&limit=3", {
    kind: "stale",
    since: null,
    searches: 0,
  });
  expect((await run("--report", "stale", "-n", "3")).stdout).toBe(
    "No searches in the log: it tells nothing yet.\n",
  );
});

it.each([
  ["--on", true, "Searches are logged.\n"],
  ["--off", false, "Searches are no longer logged; the log keeps what it has.\n"],
])("turns the log with %s", async (flag, on, said) => {
  const { server, run } = await world();
  server.answers.set("PUT /v1/recalls/log", { on });
  expect((await run(flag)).stdout).toBe(said);
  expect(server.seen.map(({ body }) => body)).toEqual([{ on }]);
});

it("deletes until nothing is left, all or what is older than a date, and says how many searches", async () => {
  const { server, run } = await world();
  const answers = [
    { deleted: 1_000, isDone: false },
    { deleted: 234, isDone: true },
    { deleted: 5, isDone: false },
    { deleted: 0, isDone: false },
    { deleted: 1, isDone: true },
  ];
  server.faults.push(...answers.map((answer) => answering(answer)));
  expect((await run("--clear", "--yes")).stdout).toBe("Deleted 1,234 searches from the log; votes stay.\n");
  expect((await run("--clear", "--yes", "--json")).stdout).toBe('{"deleted":5}\n');
  expect((await run("--clear", "--yes", "--before", "2026-01-02")).stdout).toBe(
    "Deleted 1 search from the log; votes stay.\n",
  );
  const whole = "/v1/recalls";
  expect(server.seen.map(({ method, url }) => [method, url])).toEqual([
    ...[whole, whole, whole, whole].map((url) => ["DELETE", url]),
    ["DELETE", `${whole}?before=${encodeURIComponent("2026-01-02T00:00:00.000Z")}`],
  ]);
});
