import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { refusing } from "../../answering.ts";
import { type Fault, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { exportedDocument, exportHeader } from "./exported.ts";

const KEPT = ".user-config/edge-recall/imports.json";
const IMPORTED = {
  ...{ written: 1, unchanged: 0, failed: [], vectors: 0, otherVectors: 0 },
  limits: { maxBatchBytes: 100_000, maxBatchFiles: 1 },
};

function exported(records: readonly object[]): string {
  const body = [exportHeader(), ...records].map((line) => `${JSON.stringify(line)}\n`).join("");
  const checksum = createHash("sha256").update(body).digest("hex");
  return `${body}${JSON.stringify({ type: "end", records: records.length, checksum })}\n`;
}

async function world(records: readonly object[]) {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", { workspace: "team", documents: 0 });
  server.answers.set("POST /v1/import", IMPORTED);
  server.answers.set("GET /v1/audit?full=false", {
    workspace: "team",
    full: false,
    checks: [],
    nextCursor: null,
  });
  server.answers.set("GET /v1/documents?limit=1000", { documents: [], nextCursor: null });
  const cwd = temporaryFolder({ "export.ndjson": exported(records) });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const run = (...flags: readonly string[]) => runCli(["import", "export.ndjson", ...flags], { cwd, env });
  const sent = () =>
    server.seen.splice(0).flatMap(({ url, body }) => {
      const { records: some = [] } = (body ?? {}) as { records?: readonly { path?: string }[] };
      return url === "/v1/import" ? [some.map(({ path = "-" }) => path).join(" ")] : [];
    });
  return { server, cwd, run, sent };
}

const importing =
  (fault: Fault): Fault =>
  (seen, response) =>
    seen.url === "/v1/import" && fault(seen, response);

const paths = async (...names: readonly string[]) =>
  Promise.all(names.map(async (path) => ({ ...(await exportedDocument(`${path}.\n`)), path })));

/** An import of two documents whose first request is refused, in a workspace that holds one by now. */
async function brokenOff() {
  const made = await world(await paths("a.md", "b.md"));
  made.server.faults.push(importing(refusing(403, "forbidden")));
  expect((await made.run()).code).toBe(3);
  made.server.answers.set("GET /v1/status", { workspace: "team", documents: 1 });
  made.sent();
  return made;
}

it("remembers of an import only where it broke off, and forgets it once it has ended", async () => {
  const { cwd, run } = await brokenOff();
  const kept = () => Object.values(JSON.parse(readFileSync(join(cwd, KEPT), "utf8")));
  expect(kept()).toEqual([{ line: 0 }]);
  expect((await run()).code).toBe(0);
  expect(kept()).toEqual([]);
});

it.each<readonly [string, unknown, number]>([
  ["a line's number", { line: 2 }, 0],
  ["text in place of the number", { line: "2" }, 1],
  ["half of a line", { line: 1.5 }, 1],
  ["no number", {}, 1],
  ["nothing", null, 1],
  ["a number alone", 2, 1],
])("goes on after an import of which %s is kept, or not: %j", async (_, value, code) => {
  const { cwd, run, sent } = await brokenOff();
  const kept = JSON.parse(readFileSync(join(cwd, KEPT), "utf8"));
  const changed = Object.fromEntries(Object.keys(kept).map((key) => [key, value]));
  writeFileSync(join(cwd, KEPT), JSON.stringify(changed));
  expect((await run()).code).toBe(code);
  expect(sent()).toEqual(code === 0 ? ["", "a.md", "b.md"] : []);
});

it("says nothing of a line where it broke off before any was taken", async () => {
  const { run } = await brokenOff();
  expect((await run()).stdout).not.toContain("broke off");
});

it("sends each batch before the one that would make it too large, in the file's order", async () => {
  const { run, sent } = await world(await paths("a.md", "b.md", "c.md"));
  expect((await run()).code).toBe(0);
  // The first answer says that a batch may have one document.
  expect(sent()).toEqual(["a.md b.md c.md"]);
  const large = await Promise.all(
    ["a.md", "b.md", "c.md"].map(async (path) => ({
      ...(await exportedDocument(path.repeat(15_000))),
      path,
    })),
  );
  const other = await world(large);
  expect((await other.run()).code).toBe(0);
  expect(other.sent()).toEqual(["a.md", "b.md", "c.md"]);
});

it("ends with a conflict where the file was changed while it was imported", async () => {
  const large = await Promise.all(
    Array.from({ length: 7 }, async (_, at) => ({
      ...(await exportedDocument("x".repeat(90_000))),
      path: `${at}.md`,
    })),
  );
  const { server, cwd, run } = await world(large);
  server.faults.push(
    importing(() => {
      const file = openSync(join(cwd, "export.ndjson"), "r+");
      const at = readFileSync(file).lastIndexOf('"6.md"');
      if (at !== -1) writeSync(file, '"7.md"', at);
      closeSync(file);
      return false;
    }),
  );
  expect(await run()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("changed while it was imported: import it again"),
  });
});
