import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contentKey, keepRefusals, readRefusals } from "../../../src/cli/push/refused-files.ts";
import { type FakeServer, type Fault, fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const URL_ONE = "https://one.example.com";
const FILE = { path: "dir with space/a.json", hash: "0".repeat(32) };
const FAILURE = { path: FILE.path, code: "too_large", message: "split it" };
const NONE = new Map();
const MORE_THAN_KEPT = 600;

/** What the server says of documents whose index it cannot write at once. */
const error = {
  code: "too_large",
  message: "does not fit one write",
  details: { documents: ["dense.json"] },
};

const refuseDense: Fault = ({ url, body }, response) => {
  if (!url.endsWith("/documents") || !JSON.stringify(body).includes("dense.json")) return false;
  response.writeHead(413, { "content-type": "application/json" }).end(JSON.stringify({ error }));
  return true;
};

const uploads = ({ seen }: FakeServer) => seen.filter(({ url }) => url.endsWith("/documents")).length;

it("sends a text that the server cannot take once, says so every time, and sends it again when it changes", async () => {
  const server = await fakeServer();
  for (let at = 0; at < 20; at++) server.faults.push(refuseDense);
  const cwd = temporaryFolder({ "n/dense.json": "[1,2,3]", "n/a.md": "one" });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const first = await runCli(["push", "n"], { cwd, env });
  expect(first).toMatchObject({ code: 1, stdout: expect.stringMatching(/2 files, 1 sent .* 1 not pushed/) });
  expect(first.stdout).toContain("  dense.json: it is too dense to be indexed in one write: split it\n");
  const sent = uploads(server);
  const second = await runCli(["push", "n"], { cwd, env });
  expect(uploads(server)).toBe(sent);
  expect(second).toMatchObject({ code: 1, stdout: expect.stringContaining("1 unchanged, 1 not pushed") });
  expect(second.stdout).toMatch(/dense\.json: .*split it \(not sent again/);
  const rehearsed = await runCli(["push", "n", "--dry-run", "--json"], { cwd, env });
  expect(JSON.parse(rehearsed.stdout)).toMatchObject({ would: [], failed: [{ path: "dense.json" }] });
  writeInto(cwd, "n/dense.json", "[1]");
  await runCli(["push", "n"], { cwd, env });
  expect(uploads(server)).toBe(sent + 1);
});

it("remembers for one server only, and only what is about the text alone", async () => {
  const env = { XDG_CONFIG_HOME: temporaryFolder() };
  const other = { path: "b.md", hash: "1".repeat(32) };
  const failed = [FAILURE, { path: "b.md", code: "quota", message: "later" }];
  await keepRefusals(env, { url: URL_ONE, files: [FILE, other], failed, known: NONE });
  const known = await readRefusals(env, URL_ONE);
  expect([...known.keys()]).toEqual([contentKey(FILE)]);
  expect(known.get(contentKey(FILE))).toMatchObject({ path: FILE.path, code: "too_large" });
  expect((await readRefusals(env, "https://one.example.com.evil")).size).toBe(0);
  expect((await readRefusals(env, "https://one.example")).size).toBe(0);
});

it("forgets after a while, keeps a bounded number, and survives a damaged file", async () => {
  const folder = temporaryFolder();
  const env = { XDG_CONFIG_HOME: folder };
  const many = Array.from({ length: MORE_THAN_KEPT }, (_, at) => ({ ...FILE, path: `${at}.json` }));
  const failed = many.map(({ path }) => ({ ...FAILURE, path }));
  await keepRefusals(env, { url: URL_ONE, files: many, failed, known: NONE });
  const kept = await readRefusals(env, URL_ONE);
  expect(kept.size).toBeLessThan(MORE_THAN_KEPT);
  expect(kept.has(contentKey(many.at(-1) ?? FILE))).toBe(true);
  const file = join(folder, "edge-recall/refused-files.json");
  const old = { code: "too_large", message: "m", keptAt: "2020-01-01T00:00:00.000Z" };
  writeFileSync(file, JSON.stringify({ [`${URL_ONE} ${contentKey(FILE)}`]: old }));
  expect((await readRefusals(env, URL_ONE)).size).toBe(0);
  for (const damaged of ["{", "null", '{"a":1}', "[1]"]) {
    writeFileSync(file, damaged);
    expect((await readRefusals(env, URL_ONE)).size, damaged).toBe(0);
  }
});
