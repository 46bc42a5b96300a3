import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type FakeServer, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";
import { exportedDocument, exportHeader } from "../import/exported.ts";

const HEADER = exportHeader();
const TEXT = "The heron nests \u009b31m.\n";
const DOCUMENT = await exportedDocument(TEXT);
const page = (records: readonly unknown[], more = {}) => ({
  header: HEADER,
  records,
  damaged: [],
  nextCursor: null,
  ...more,
});
const IMPORTED = {
  written: 1,
  unchanged: 0,
  failed: [],
  vectors: 0,
  otherVectors: 0,
  limits: { maxBatchBytes: 1_000_000, maxBatchFiles: 200 },
};
const AUDIT = { workspace: "default", full: false, checks: [], nextCursor: null };

async function servedExport(): Promise<FakeServer> {
  const server = await fakeServer();
  server.answers.set("GET /v1/export?vectors=false", page([], { nextCursor: "document " }));
  server.answers.set("GET /v1/export?vectors=false&cursor=document+", page([DOCUMENT]));
  server.answers.set("POST /v1/import", IMPORTED);
  server.answers.set("GET /v1/audit?full=false", AUDIT);
  server.answers.set("GET /v1/status", { workspace: "default", documents: 0 });
  return server;
}

const reach = ({ url }: FakeServer) => ({ RECALL_URL: url, RECALL_TOKEN: "t" });

it("exports to standard output or a file, and imports what it has exported", async () => {
  const server = await servedExport();
  const cwd = temporaryFolder();
  const env = reach(server);
  const { stdout } = await runCli(["export"], { cwd, env });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).type)).toEqual([undefined, "document", "end"]);
  expect(stdout).not.toContain("\u009b");
  expect(JSON.parse(lines[1] ?? "").text).toBe(TEXT);

  const filed = await runCli(["export", "--to", "backup.ndjson"], { cwd, env });
  expect([filed.code, filed.stdout]).toEqual([0, "Exported 1 document of version 7 to backup.ndjson\n"]);
  expect(readFileSync(join(cwd, "backup.ndjson"), "utf8")).toBe(stdout);

  const again = await runCli(["export", "--to", "backup.ndjson"], { cwd, env });
  expect(again.stdout).toMatch(/to backup\.ndjson, in place of the file that was there\n$/);

  const imported = await runCli(["import", "backup.ndjson"], { cwd, env });
  expect(imported.stdout).toContain("Imported 1 document into default");
  expect(imported.stdout).toContain("default: nothing is wrong");
  expect(imported.code).toBe(0);
  const [sent] = server.seen.filter(({ url }) => url === "/v1/import").map(({ body }) => body);
  expect(sent).toEqual({ identity: "m|cls|4|1", merge: false, records: [DOCUMENT] });
});

it("sends nothing of a file that is wrong anywhere", async () => {
  const server = await servedExport();
  const cwd = temporaryFolder();
  const { stdout } = await runCli(["export"], { cwd, env: reach(server) });
  writeInto(cwd, "wrong.ndjson", stdout.replace('"mtime":1', '"mtime":2'));
  const asked = server.seen.length;
  const { code, stderr } = await runCli(["import", "wrong.ndjson"], { cwd, env: reach(server) });
  expect([code, server.seen.length]).toEqual([2, asked]);
  expect(stderr).toContain("line 3: the checksum is not that of the lines before it");
});

it("says that the workspace changed meanwhile, and ends what it printed without an end", async () => {
  const server = await servedExport();
  const later = { ...HEADER, workspaceVersion: 8 };
  server.answers.set("GET /v1/export?vectors=false&cursor=document+", { ...page([DOCUMENT]), header: later });
  const { code, stdout, stderr } = await runCli(["export"], { cwd: temporaryFolder(), env: reach(server) });
  expect(code).toBe(1);
  expect(stderr).toContain("changed meanwhile");
  expect(stdout).not.toContain('"end"');
});

it("names what could not be exported or imported, and ends with 1", async () => {
  const server = await servedExport();
  const cwd = temporaryFolder();
  await runCli(["export", "--to", "backup.ndjson"], { cwd, env: reach(server) });
  const refused = { root: "notes", path: "a.md", code: "conflict", message: "It is there" };
  server.answers.set("POST /v1/import", { ...IMPORTED, written: 0, failed: [refused] });
  const imported = await runCli(["import", "backup.ndjson"], { cwd, env: reach(server) });
  expect(imported.stdout).toContain("not imported: notes:a.md: It is there");
  expect(imported.code).toBe(1);
  const damaged = [{ root: "notes", path: "b.md" }];
  server.answers.set("GET /v1/export?vectors=false&cursor=document+", page([], { damaged }));
  const exported = await runCli(["export", "--to", "backup.ndjson"], { cwd, env: reach(server) });
  expect(exported.stderr).toContain("left out, its text is damaged (recall doctor): notes:b.md");
  expect(exported.code).toBe(1);
});

it("sends again what is not there any more after a break, and nothing that is", async () => {
  const server = await servedExport();
  const cwd = temporaryFolder();
  const env = reach(server);
  await runCli(["export", "--to", "backup.ndjson"], { cwd, env });
  const { root, path, hash } = DOCUMENT;
  const importWith = async (documents: readonly unknown[]) => {
    const before = server.seen.length;
    server.answers.set("GET /v1/documents?limit=1000", { documents, nextCursor: null });
    const run = await runCli(["import", "backup.ndjson"], { cwd, env });
    const seen = server.seen.slice(before);
    const sent = seen.flatMap(({ body }) => (body as { records: unknown[] } | undefined)?.records ?? []);
    return { ...run, urls: seen.map(({ url }) => url), sent };
  };
  server.answers.delete("GET /v1/audit?full=false");
  const first = await importWith([]);
  expect([first.code === 0, first.urls.includes("/v1/documents?limit=1000")]).toEqual([false, false]);
  server.answers.set("GET /v1/status", { workspace: "default", documents: 300 });
  const second = await importWith([]);
  // A write comes first: whoever deleted or pushed before it is seen by the list.
  expect(second.urls.slice(1, 4)).toEqual(["/v1/import", "/v1/documents?limit=1000", "/v1/import"]);
  expect(second.sent).toEqual([DOCUMENT]);
  server.answers.set("GET /v1/audit?full=false", AUDIT);
  server.answers.set("POST /v1/import", { ...IMPORTED, written: 0 });
  const third = await importWith([{ root, path, hash, source: null }]);
  expect([third.code, third.sent]).toEqual([0, []]);
  expect(third.stdout).toContain("Imported 0 documents into default, 1 were there");
  expect(third.stdout).toContain("An import that broke off after line 2 went on");
});

it("exports vectors where they are wanted, and says in JSON what it wrote", async () => {
  const server = await servedExport();
  const vector = { type: "embedding", hash: "0".repeat(32), vector: "AAAAAAAA" };
  server.answers.set("GET /v1/export?vectors=true", page([vector, DOCUMENT]));
  const cwd = temporaryFolder();
  const run = (...args: string[]) =>
    runCli(["export", "--with-vectors", "--to", "b.ndjson", ...args], { cwd, env: reach(server) });
  expect((await run()).stdout).toBe("Exported 1 document and 1 vector of version 7 to b.ndjson\n");
  expect(JSON.parse((await run("--json")).stdout)).toEqual({
    file: join(cwd, "b.ndjson"),
    documents: 1,
    vectors: 1,
    version: 7,
    damaged: [],
  });
  expect(server.seen.map(({ url }) => url)).not.toContain("/v1/status");
});
