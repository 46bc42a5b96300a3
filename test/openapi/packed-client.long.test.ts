import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveClient } from "../support/serve-client.ts";
import { createWorld } from "../support/worlds/world.ts";

const TSC = resolve("node_modules/.bin/tsc");

const CONFIG = {
  compilerOptions: {
    ...{ target: "es2022", module: "nodenext", lib: ["es2024", "dom"], types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
    skipLibCheck: false,
  },
};

const RIGHT = `import { answerOf, type Client, createClient, type ErrorCode, RecallError, type Schemas } from "edge-recall/client";

declare const process: { readonly argv: readonly string[] };
const [, , url = "", token = ""] = process.argv;
const client: Client = createClient(url, token, { timeoutMs: 10_000 });
const json: Schemas.RememberRequest = { text: "We deploy on Thursdays", type: "decision", tags: ["release"] };
const { memory } = await answerOf(client.v1.memories.$post({ json }));
const found = await answerOf(client.v1.search.$post({ json: { query: "when do we deploy?", limit: 1 } }));
const { memories } = await answerOf(client.v1.memories.$get());
const param = { id: memory.id };
const { undoUntil } = await answerOf(client.v1.memories[":id"].$delete({ param, query: { now: true } }));
const code: ErrorCode | undefined = await client.v1.memories[":id"].$get({ param }).then(
  () => undefined,
  (error: unknown) => (error instanceof RecallError ? error.code : undefined),
);
console.log(JSON.stringify({ type: memory.type, outcome: found.outcome, listed: memories.length, undoUntil, code }));
`;

/** Each line is an error but the first two and those that only name a value. */
const WRONG = `import { answerOf, askInParts, createClient, followChanges } from "edge-recall/client";
const { v1 } = createClient("http://localhost", "token");
void v1.search.$post({ json: { limit: 3 } });
void v1.search.$post({ json: { query: "a", limit: "3" } });
void v1.search.$post({ json: { query: "a", lmit: 3 } });
void v1.chunks[":id"].$get();
void v1.nothing.$get();
void v1.status.$post();
void v1.recalls.reports.$get({ query: { kind: "unknown" } });
console.log((await answerOf(v1.status.$get())).missing);
const client = createClient("http://localhost", "token");
for (const hit of (await client.search({ query: "a", view: "compact" })).hits) console.log(hit.snippet);
for (const hit of (await client.search({ query: "a", view: "digest" })).hits) console.log(hit.text);
for (const hit of (await client.search({ query: "a" })).hits) console.log(hit.tokens);
const memories = [{ text: "a" }];
for (const one of (await answerOf(v1.memories.batch.$post({ json: { memories } }))).answers) console.log(one.memory);
for (const one of (await answerOf(v1.searches.$post({ json: { searches: [{ query: "a" }] } }))).results) console.log(one.answer);
for await (const part of askInParts(client, { question: "a" })) console.log(part.text);
for await (const { changes } of followChanges(client)) console.log(changes[0]?.nothing);
`;

let folder = "";

const run = (command: string, parameters: readonly string[], cwd = folder): SpawnSyncReturns<string> =>
  spawnSync(command, parameters, { cwd, encoding: "utf8" });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "client-"));
  const packed = run("npm", ["pack", "--silent", "--pack-destination", folder], process.cwd());
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  expect([packed.status, archive]).toEqual([0, expect.stringMatching(/^edge-recall-/)]);
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "outside", type: "module", private: true }),
  );
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(CONFIG));
  writeFileSync(join(folder, "right.ts"), RIGHT);
  const { status, stderr } = run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${archive}`]);
  expect([status, stderr]).toEqual([0, expect.not.stringContaining("ERR")]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("edge-recall/client, installed elsewhere", () => {
  it("declares each value that it exports, and no other", async () => {
    const { status, stdout } = run("node", [
      "-e",
      'import("edge-recall/client").then((all) => console.log(...Object.keys(all)))',
    ]);
    const declared = readFileSync(join(folder, "node_modules", "edge-recall", "dist", "client.d.ts"), "utf8");
    const named = [...declared.matchAll(/^export declare (?:function|class|const) (\w+)/gm)].map(
      ([, name]) => name,
    );
    expect([status, stdout.trim().split(" ").toSorted()]).toEqual([0, named.toSorted()]);
  });

  it("type-checks with nothing else installed, and what is wrong does not", () => {
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "edge-recall",
    ]);
    const right = run(TSC, ["-p", "."]);
    expect([right.status, right.stdout]).toEqual([0, ""]);
    writeFileSync(join(folder, "wrong.ts"), WRONG);
    const wrong = run(TSC, ["-p", "."]).stdout;
    rmSync(join(folder, "wrong.ts"));
    const lines = [...wrong.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    expect([...new Set(lines)]).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 16, 17, 18, 19]);
  });

  it("works against a server", async () => {
    const world = await createWorld();
    const { url, close } = await serveClient(world.client);
    try {
      const token = await world.client.workspace("handbook", "write");
      const child = spawn(process.execPath, ["right.ts", url, token], { cwd: folder });
      let text = "";
      child.stdout.on("data", (part: Buffer) => {
        text += part.toString();
      });
      const status = await new Promise((ended) => child.on("exit", ended));
      expect(status).toBe(0);
      expect(JSON.parse(text)).toEqual({
        type: "decision",
        outcome: "found",
        listed: 1,
        undoUntil: null,
        code: "not_found",
      });
    } finally {
      close();
      await world.dispose();
    }
  });
});
