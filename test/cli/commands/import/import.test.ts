import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type FakeServer, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { exportedDocument, exportHeader } from "./exported.ts";

/** An export of these records. */
function exported(records: readonly object[]): string {
  const body = [exportHeader(), ...records].map((line) => `${JSON.stringify(line)}\n`).join("");
  const checksum = createHash("sha256").update(body).digest("hex");
  return `${body}${JSON.stringify({ type: "end", records: records.length, checksum })}\n`;
}

const ONE = await exportedDocument("One.\n");
const RECORDS = [ONE, { ...(await exportedDocument("Two.\n")), path: "b.md" }];
const EXPORT = exported(RECORDS);

const IMPORTED = {
  ...{ written: 1_200, unchanged: 2, failed: [], vectors: 1, otherVectors: 0 },
  limits: { maxBatchBytes: 1_000_000, maxBatchFiles: 200 },
};
const AUDIT = { workspace: "team", full: false, checks: [], nextCursor: null };

async function importServer(imported: object = {}, documents = 0): Promise<FakeServer> {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", { workspace: "team", documents });
  server.answers.set("POST /v1/import", { ...IMPORTED, ...imported });
  server.answers.set("GET /v1/audit?full=false", AUDIT);
  return server;
}

async function importWith(server: FakeServer, args: readonly string[] = ["export.ndjson"], input = "") {
  const cwd = temporaryFolder({ "export.ndjson": EXPORT });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const run = await runCli(["import", ...args], { cwd, env, input });
  return { ...run, sent: server.seen.filter(({ url }) => url === "/v1/import").map(({ body }) => body) };
}

it("says what was imported, and where", async () => {
  const { code, stdout } = await importWith(await importServer());
  expect({ code, lines: stdout.split("\n") }).toEqual({
    code: 0,
    lines: [
      "Imported 1,200 documents into team, 2 were there; 1 vector kept",
      "team: nothing is wrong; large workspaces are sampled, --full looks at everything",
      "",
    ],
  });
  const json = JSON.parse((await importWith(await importServer(), ["export.ndjson", "--json"])).stdout);
  expect(json).toMatchObject({
    workspace: "team",
    written: 1_200,
    unchanged: 2,
    resumedAt: 0,
    audit: { failed: 0 },
  });
});

it.each([["-"], []])("reads standard input: %j", async (...args) => {
  const { code, sent } = await importWith(await importServer(), args, EXPORT);
  expect({ code, sent }).toEqual({
    code: 0,
    sent: [{ identity: "m|cls|4|1", merge: false, records: RECORDS }],
  });
});

/** What imports of standard input keep until they are done. */
const keptFiles = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith("recall-import-"))
    .map((name) => statSync(join(tmpdir(), name, "export.ndjson"), { throwIfNoEntry: false }))
    .filter((file) => file?.size === EXPORT.length);

it.skipIf(process.platform === "win32")(
  "keeps standard input in a file of the user's own, and no longer than it must",
  async () => {
    const server = await importServer();
    const modes: (number | undefined)[] = [];
    server.faults.push(({ url }) => {
      if (url === "/v1/import") modes.push(...keptFiles().map((file) => file && file.mode & 0o777));
      return false;
    });
    await importWith(server, [], EXPORT);
    expect(modes).toEqual([0o600]);
    expect(keptFiles()).toEqual([]);
  },
);

it("puts nothing into a workspace in use unless it is told to", async () => {
  const refused = await importWith(await importServer({}, 3));
  expect(refused).toMatchObject({ code: 1, sent: [] });
  expect(refused.stderr.replace(/\s+/g, " ")).toContain(
    "team holds 3 documents: --merge imports beside them, in place of those of the same root and path",
  );
  const merged = await importWith(await importServer({}, 3), ["export.ndjson", "--merge"]);
  expect(merged).toMatchObject({ code: 0, sent: [{ merge: true }] });
});

it("counts vectors of another model, whose texts are embedded again", async () => {
  const { code, stdout } = await importWith(await importServer({ vectors: 0, otherVectors: 2 }));
  expect([code, stdout.split("\n")[1]]).toEqual([
    0,
    "2 vectors of another model: their texts are embedded again",
  ]);
});

it("names twenty documents that were not imported, and counts the others", async () => {
  const failed = (length: number) =>
    Array.from({ length }, (_, at) => ({
      root: "n",
      path: `${at}.md`,
      code: "conflict",
      message: "No\u001b[2J",
    }));
  const named = async (length: number) => {
    const { code, stdout } = await importWith(await importServer({ failed: failed(length) }));
    expect(code).toBe(1);
    return stdout.split("\n").slice(1, -2);
  };
  const twenty = await named(20);
  expect([twenty.length, twenty[0], twenty[19]]).toEqual([
    20,
    "  not imported: n:0.md: No␛[2J",
    "  not imported: n:19.md: No␛[2J",
  ]);
  expect((await named(21)).slice(19)).toEqual(["  not imported: n:19.md: No␛[2J", "  and 1 document more"]);
});

it("shows of the audit what is wrong, and ends with 1 for it", async () => {
  const server = await importServer();
  const check = { check: "a", promise: "all is there", checked: 2, failed: 0, examples: [], repair: [] };
  const checks = [
    check,
    { ...check, check: "b", promise: "all is whole", failed: 1, examples: [{ id: "n:a.md", note: null }] },
  ];
  server.answers.set("GET /v1/audit?full=false", { ...AUDIT, checks });
  const { code, stdout } = await importWith(server);
  expect(code).toBe(1);
  expect(stdout.split("\n").slice(1, 4)).toEqual([
    "WRONG  all is whole: 1 of 2 not",
    "         n:a.md",
    "team: 1 check of 2 failed; large workspaces are sampled, --full looks at everything",
  ]);
});

it("begins at the start in a workspace that was emptied since an import broke off", async () => {
  const server = await importServer();
  const cwd = temporaryFolder({ "export.ndjson": EXPORT });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  server.answers.delete("GET /v1/audit?full=false");
  expect((await runCli(["import", "export.ndjson"], { cwd, env })).code).not.toBe(0);
  server.answers.set("GET /v1/audit?full=false", AUDIT);
  const again = await runCli(["import", "export.ndjson"], { cwd, env });
  expect(again.stdout).not.toContain("broke off");
  expect(server.seen.map(({ url }) => url)).not.toContain("/v1/documents?limit=1000");
  // What has ended is no import that broke off.
  server.answers.set("GET /v1/status", { workspace: "team", documents: 3 });
  expect((await runCli(["import", "export.ndjson"], { cwd, env })).stderr).toContain("--merge imports");
});

it("goes on after the last line that was taken, in the same workspace with the same file only", async () => {
  const server = await importServer();
  const records = Array.from({ length: 11 }, (_, at) => ({ ...ONE, path: `${at}.md` }));
  const cwd = temporaryFolder({ "many.ndjson": exported(records), "other.ndjson": EXPORT });
  const run = (file: string, token = "t") =>
    runCli(["import", file], { cwd, env: { RECALL_URL: server.url, RECALL_TOKEN: token } });
  server.faults.push(
    ({ url }, response) => {
      if (url !== "/v1/import") return false;
      response
        .writeHead(200)
        .end(JSON.stringify({ ...IMPORTED, limits: { maxBatchBytes: 1_000, maxBatchFiles: 10 } }));
      return true;
    },
    ({ url }, response) => {
      if (url !== "/v1/import") return false;
      response.writeHead(403).end(JSON.stringify({ error: { code: "forbidden", message: "No" } }));
      return true;
    },
  );
  expect((await run("many.ndjson")).code).toBe(3);
  const sent = () =>
    server.seen
      .splice(0)
      .flatMap(({ url, body }) =>
        url === "/v1/import" ? [(body as { records: readonly unknown[] }).records.length] : [],
      );
  expect(sent()).toEqual([10, 1]);
  server.answers.set("GET /v1/status", { workspace: "team", documents: 10 });
  const { root, hash } = ONE;
  const documents = Array.from({ length: 10 }, (_, at) => ({ root, path: `${at}.md`, hash, source: null }));
  server.answers.set("GET /v1/documents?limit=1000", { documents, nextCursor: null });
  expect((await run("other.ndjson")).stderr).toContain("--merge imports");
  expect((await run("many.ndjson", "another")).stderr).toContain("--merge imports");
  expect(sent()).toEqual([]);
  const again = await run("many.ndjson");
  expect(again.stdout).toContain("into team, 14 were there");
  expect(again.stdout).toContain("An import that broke off after line 11 went on");
  expect(sent()).toEqual([0, 1]);
});
