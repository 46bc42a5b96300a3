import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { estimateTokens } from "../../../../src/text/tokens/estimate-tokens.ts";
import { answering, refusing } from "../../answering.ts";
import { failOnce, fakeServer } from "../../fake-server.ts";
import { asOrdinaryUser } from "../../ordinary-user.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const LIMITS = { maxBatchBytes: 1_000, maxBatchFiles: 20, maxFileBytes: 1_000 };
const ANSWER = {
  ...{ missing: [], gone: [], refused: [], documents: 2, push: 1 },
  limits: { ...LIMITS, maxManifestFiles: 10_000, maxPathChars: 512 },
};

async function world(files: Readonly<Record<string, string | Uint8Array>>) {
  const server = await fakeServer();
  const cwd = temporaryFolder(files);
  const options = { cwd, env: { RECALL_URL: server.url, RECALL_TOKEN: "t" } };
  const rehearse = (...flags: readonly string[]) =>
    runCli(["push", "n", "--dry-run", "--json", ...flags], options);
  return { server, cwd, rehearse };
}

it.each([
  [403, "forbidden", 3],
  [401, "unauthorized", 3],
  [400, "invalid_input", 2],
] as const)(
  "does not take a server that answers %i for one that was not reached",
  async (status, code, exit) => {
    const { server, rehearse } = await world({ "n/a.md": "one" });
    server.faults.push(refusing(status, code, "no"));
    expect(await rehearse()).toMatchObject({ code: exit, stdout: expect.not.stringContaining("would") });
  },
);

it.each([
  ["redirects", failOnce(302), /redirects elsewhere/],
  ["wants us to come back in an hour", failOnce(429, { "retry-after": "3600" }), /./],
])("counts all as new where the server %s, and says why", async (_, fault, why) => {
  const { server, rehearse } = await world({ "n/a.md": "one", "n/b.md": "two" });
  server.faults.push(fault);
  const { code, stdout } = await rehearse();
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { would: ["a.md", "b.md"], requests: 0, unchanged: 0, gone: 0, notAsked: expect.stringMatching(why) },
  ]);
});

it.each([
  ["free", { plan: { plan: "free" } }, { rows: 20, freePlan: true }],
  ["paid", { plan: { plan: "paid" } }, { rows: 20, freePlan: false }],
  ["no", {}, { rows: undefined, freePlan: false }],
])("reckons with rows by the server's plan: %s plan", async (_, status, expected) => {
  const { server, rehearse } = await world({ "n/a.md": "one" });
  server.answers.set("POST /v1/roots/n/manifest", { ...ANSWER, missing: ["a.md"] });
  server.answers.set("GET /v1/status", { index: { embedder: "@cf/baai/bge-base-en-v1.5" }, ...status });
  const { estimate, freePlan } = JSON.parse((await rehearse()).stdout);
  expect({ rows: estimate.rows?.most, freePlan: freePlan !== undefined }).toEqual(expected);
  if (freePlan !== undefined) expect(freePlan).toEqual({ rowDays: 0.0002, neuronDays: estimate.freeDays });
});

it("takes what the server refuses for failed, and neither for new nor for unchanged", async () => {
  const { server, rehearse } = await world({ "n/a.md": "one", "n/b.md": "two", "n/c.md": "three" });
  const refused = [{ path: "b.md", code: "too_large", message: "split it" }];
  server.faults.push(answering({ ...ANSWER, missing: ["c.md"], refused }));
  const { code, stdout } = await rehearse();
  expect([code, JSON.parse(stdout)]).toMatchObject([
    1,
    {
      files: 3,
      unchanged: 1,
      would: ["c.md"],
      failed: refused,
      estimate: { files: 1, bytes: 5, tokens: estimateTokens("three") },
    },
  ]);
});

it("takes no document for gone whose file could not be read", async () => {
  const { server, cwd, rehearse } = await world({ "n/a.md": "one", "n/b.md": "two" });
  chmodSync(join(cwd, "n/b.md"), 0);
  server.faults.push(answering({ ...ANSWER, gone: ["b.md", "c.md"] }));
  const { stdout } = await asOrdinaryUser(cwd, () => rehearse("--mirror"));
  expect(JSON.parse(stdout)).toMatchObject({ gone: 1, wouldDelete: ["c.md"], unchanged: 1 });
});

it("prices with the embedder that the server names, and tells of contexts and names only where asked", async () => {
  const { server, rehearse } = await world({ "n/a.md": "one" });
  server.answers.set("GET /v1/status", { index: { embedder: "own-model" } });
  const told = JSON.parse((await rehearse()).stdout);
  expect(told.estimate).toMatchObject({ embedder: "own-model" });
  expect(told.estimate).not.toHaveProperty("dollars");
  expect(Object.keys(told)).toEqual(
    expect.not.arrayContaining(["contexts", "names", "notAsked", "wouldDelete"]),
  );
});
