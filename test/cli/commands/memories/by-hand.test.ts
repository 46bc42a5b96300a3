import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const ID = "3f9a2c1b".repeat(4);
const OTHER = "4f9a2c1b".repeat(4);
const MEMORY = { id: ID, type: "fact", text: "We deploy\non Thursdays." };

async function memories(args: readonly string[], request: string, body: object) {
  const server = await fakeServer();
  server.answers.set(request, body);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const run = await runCli(["memories", ...args], { cwd: temporaryFolder(), env });
  return { ...run, asked: server.seen.map(({ method, url, body: sent }) => [`${method} ${url}`, sent]) };
}

const changed = { memory: MEMORY, redacted: [], version: 3 };

it("edits a memory's text and fields, and takes away what it may be without", async () => {
  const request = `PATCH /v1/memories/${ID}`;
  const flags = ["--type", "decision", "--tag", "ops", "--entity", "none", "--source", "none", "--force"];
  const run = await memories(["edit", `memories:${ID}#L1`, "We", "deploy.", ...flags], request, changed);
  expect(run).toMatchObject({ code: 0, stdout: "Changed 3f9a2c1b  fact  We deploy on Thursdays.\n" });
  const fields = { type: "decision", tags: ["ops"], entities: [], source: null, force: true };
  expect(run.asked).toEqual([[request, { text: "We deploy.", ...fields }]]);
});

it("edits nothing where nothing is said", async () => {
  for (const flags of [[], ["--force"]]) {
    const run = await memories(["edit", ID, ...flags], "PATCH /", changed);
    expect([run.code, run.asked]).toEqual([2, []]);
    expect(run.stderr).toContain("Say what changes");
  }
});

it("merges two memories", async () => {
  const request = `POST /v1/memories/${ID}/merge`;
  const run = await memories(["merge", ID, OTHER, "--text", "Both."], request, changed);
  expect(run).toMatchObject({ code: 0, stdout: "Merged into 3f9a2c1b  fact  We deploy on Thursdays.\n" });
  expect(run.asked).toEqual([[request, { other: OTHER, text: "Both." }]]);
});

it("splits a memory", async () => {
  const request = `POST /v1/memories/${ID}/split`;
  const answer = { memories: [MEMORY, { ...MEMORY, id: OTHER, text: "B." }], redacted: [], version: 3 };
  const run = await memories(["split", ID, "A one.", "B."], request, answer);
  expect(run).toMatchObject({
    code: 0,
    stdout: "Split into:\n  3f9a2c1b  fact  We deploy on Thursdays.\n  4f9a2c1b  fact  B.\n",
  });
  expect(run.asked).toEqual([[request, { texts: ["A one.", "B."] }]]);
});
