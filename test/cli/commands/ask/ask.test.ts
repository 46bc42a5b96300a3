import { expect, it } from "vitest";
import { type Fault, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const INDEX = {
  version: 1,
  indexedAt: null,
  pendingChunks: 0,
  pendingSkipped: 0,
  failedDocuments: 0,
  embedder: "bge",
  reranker: "none",
};

const ANSWER = {
  outcome: "answered",
  sentences: [
    {
      text: "Keys are rotated on the first Monday of each month, whoever is on call. \u001b[2J",
      sources: [1, 2],
    },
    { text: "The old key stays valid.", sources: [2] },
  ],
  sources: [
    { number: 1, id: "a1", root: "notes", citation: "a.md#L1-L3", headings: ["Keys", "Rotation"], score: 1 },
    { number: 2, id: "b1", root: "notes", citation: "b.md#L9", headings: [], score: 0.5 },
  ],
  dropped: 1,
  passages: 4,
  model: "qwen3",
  degraded: ["reranker_timeout"],
  profile: "edge",
  index: INDEX,
  recallId: "r",
  asOf: "2026-11-22T00:00:00.000Z",
  timings: { totalMs: 1, searchMs: 1, hops: 3 },
};

it("prints sentences with their sources, a refusal with what to do, and the search where no model writes", async () => {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t", COLUMNS: "60" };
  const ask = (...more: string[]) =>
    runCli(["ask", "when", "are keys rotated?", ...more], { cwd: temporaryFolder(), env });
  server.answers.set("POST /v1/ask", ANSWER);
  const told = await ask(
    "--budget",
    "500",
    "--root",
    "notes",
    "--min-score",
    "0.9",
    "--min-relevance",
    "0.4",
  );
  expect(told).toMatchObject({ code: 0, stderr: "" });
  expect(told.stdout).toBe(`Keys are rotated on the first Monday of each month, whoever
is on call. ␛[2J [1][2]
The old key stays valid. [2]

[1] a.md#L1-L3  Keys > Rotation
[2] b.md#L9

Written by qwen3 from 4 passages. 1 unsupported sentence
left out. The re-ranking model was too slow, so the order is
the first estimate.
`);
  expect(server.seen.at(-1)?.body).toEqual({
    question: "when are keys rotated?",
    budget: 500,
    minScore: 0.9,
    minRelevance: 0.4,
    filters: { root: "notes" },
  });
  expect(JSON.parse((await ask("--json")).stdout)).toEqual(ANSWER);
  const flags = ["-n", "3", "--profile", "latest", "--set", "a.b=1", "--session", "s", "--expand"];
  await ask(...flags, "--min-relevance", "0.25");
  expect(server.seen.at(-1)?.body).toEqual({
    question: "when are keys rotated?",
    ...{ limit: 3, profile: "latest", settings: { "a.b": 1 }, session: "s", expand: true },
    minRelevance: 0.25,
  });

  const refused = { ...ANSWER, outcome: "nothing_relevant", sentences: [], sources: [], degraded: [] };
  server.answers.set("POST /v1/ask", refused);
  expect(await ask()).toMatchObject({
    code: 1,
    stdout: `Not answered: nothing in the 4 passages that were found answers it. To read them:
  recall search 'when are keys rotated?'
`,
  });
  server.answers.set("POST /v1/ask", { ...refused, outcome: "nothing_found", passages: 0, model: null });
  expect(await ask()).toMatchObject({ code: 1, stdout: "Not answered: nothing was found.\n" });

  const error = { code: "generator_unavailable", message: "This server has no text model" };
  server.faults.push((_, response) => {
    response.writeHead(503).end(JSON.stringify({ error }));
    return true;
  });
  const before = server.seen.length;
  const { code, stdout, stderr } = await ask();
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatch(/no text model[\s\S]*recall\s+search\s+'when\s+are\s+keys\s+rotated\?'/);
  expect(server.seen).toHaveLength(before + 1);
  expect((await ask("--budget", "10")).code).toBe(2);
});

/** The answer as events; what comes after the sentences may be something else. */
const eventsOf = (last: readonly [string, unknown]): string =>
  [
    ["passages", { passages: [] }] as const,
    ...ANSWER.sentences.map((sentence) => ["sentence", { ...sentence, newSources: [] }] as const),
    last,
  ]
    .map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    .join("");

const streaming =
  (text: string): Fault =>
  ({ headers }, response) => {
    expect(headers.accept).toBe("text/event-stream");
    response.writeHead(200, { "content-type": "text/event-stream" });
    // A byte at a time: no part is a whole event.
    for (const byte of Buffer.from(text)) response.write(Buffer.from([byte]));
    response.end();
    return true;
  };

it("shows each sentence as it comes in a terminal, and the same as in one piece at the end", async () => {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t", COLUMNS: "60" };
  const terminal = { outIsTerminal: true, color: false };
  const ask = () => runCli(["ask", "when?"], { cwd: temporaryFolder(), env, terminal });
  server.answers.set("POST /v1/ask", ANSWER);
  // A server that knows no events answers as ever.
  const whole = await ask();
  server.faults.push(streaming(eventsOf(["end", ANSWER])));
  expect(await ask()).toEqual(whole);
  server.faults.push(streaming(eventsOf(["error", { code: "capacity", message: "Out of capacity" }])));
  const broken = await ask();
  expect([broken.code, broken.stdout.split("\n")[0]]).toEqual([3, whole.stdout.split("\n")[0]]);
  expect(broken.stderr).toMatch(/Out of capacity/);
  server.faults.push(streaming(eventsOf(["passages", {}])));
  const cutOff = await ask();
  expect([cutOff.code, cutOff.stderr]).toEqual([3, expect.stringMatching(/before it was whole/)]);
});
