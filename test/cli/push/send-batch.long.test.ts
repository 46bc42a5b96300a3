import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { startCollecting } from "../../../src/cli/folder/collect-folder.ts";
import { pushFolder } from "../../../src/cli/push/push-folder.ts";
import { recallClient } from "../../../src/cli/session/recall-client.ts";
import { type Fault, failOnce, fakeServer, PUSH_NUMBER, resetOnce, type Seen } from "../fake-server.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** More than all requests of one push. */
const ALWAYS = 2_000;

const notes = (amount: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: amount }, (_, at) => [`n${at}.md`, `note ${at}\n`]));

const pathsOf = ({ body }: Seen): readonly string[] =>
  (body as { readonly documents?: readonly { readonly path: string }[] }).documents?.map(
    ({ path }) => path,
  ) ?? [];

/** Answers every upload that holds one of the paths with a status, and with a body where one is given. */
const failOver =
  (paths: readonly string[], status: number, body?: object): Fault =>
  (seen: Seen, response: ServerResponse) => {
    if (!pathsOf(seen).some((path) => paths.includes(path))) return false;
    response.writeHead(status).end(body === undefined ? "busy" : JSON.stringify(body));
    return true;
  };

async function push(files: Readonly<Record<string, string>>, fault: Fault) {
  const server = await fakeServer();
  for (let at = 0; at < ALWAYS; at++) server.faults.push(fault);
  const folder = temporaryFolder(files);
  const client = recallClient({
    url: server.url,
    token: "t",
    bookmark: () => undefined,
    onBookmark: () => undefined,
    retryBaseMs: 1,
  });
  const origin = "0".repeat(32);
  const choices = { root: "notes", origin, join: false, dryRun: false, mirror: false, confirm: false };
  const outcome = await pushFolder(client, {
    ...choices,
    pages: (await startCollecting(folder, { includeHidden: false })).pages,
  });
  return { ...outcome, server, kept: [...(server.roots.get("notes")?.keys() ?? [])] };
}

it.each([400, 404, 409, 413, 415, 500, 503])(
  "names the one file that the server answers with %d and sends all others of its batch",
  async (status) => {
    const error = { code: "limit_reached", message: "Not this one" };
    const { report, stopped, kept } = await push(notes(9), failOver(["n4.md"], status, { error }));
    expect(stopped).toBeUndefined();
    expect(report.failed).toEqual([{ path: "n4.md", ...error }]);
    expect(report).toMatchObject({ uploaded: 8, indexed: 8 });
    expect(kept.sort()).toEqual(Object.keys(notes(9)).filter((path) => path !== "n4.md"));
  },
);

it("gives the status a code where a failing server has none of its own", async () => {
  const { report } = await push(notes(2), failOver(["n0.md"], 500));
  expect(report.failed).toEqual([
    { path: "n0.md", code: "unavailable", message: "The server answered HTTP 500" },
  ]);
});

it.each([401, 403])("stops everything at %d: no other batch would fare better", async (status) => {
  const { report, stopped, server } = await push(notes(9), failOver(["n4.md"], status));
  expect(stopped?.code).toBe(status === 401 ? "unauthorized" : "forbidden");
  expect(report).toMatchObject({ uploaded: 0, failed: [] });
  expect(server.seen).toHaveLength(2);
});

it("stops everything when it is throttled longer than it waits", async () => {
  const throttled: Fault = (seen, response) =>
    pathsOf(seen).length > 0 && failOnce(429, { "retry-after": "40000" })(seen, response);
  const { stopped, server } = await push(notes(9), throttled);
  expect(stopped?.code).toBe("rate_limited");
  expect(server.seen).toHaveLength(2);
});

it("stops at a lost connection and keeps count of the halves that were sent before it", async () => {
  const halved: Fault = (seen, response) => {
    const paths = pathsOf(seen);
    if (paths.length === 4) return failOnce(413)(seen, response);
    return paths.includes("n3.md") && resetOnce(seen, response);
  };
  const { report, stopped, kept } = await push(notes(4), halved);
  expect(stopped?.code).toBe("unavailable");
  expect(report).toMatchObject({ uploaded: 2, indexed: 2, failed: [] });
  expect(kept).toEqual(["n0.md", "n1.md"]);
});

it("stops at once when a later push of the root has taken over, and halves nothing", async () => {
  const details = { reason: "push_superseded" };
  const error = { code: "conflict", message: "Another push of this root began later", details };
  const uploads: Seen[] = [];
  const superseded = failOver(["n4.md"], 409, { error });
  const { report, stopped } = await push(notes(9), (seen, response) => {
    if (pathsOf(seen).length > 0) uploads.push(seen);
    return superseded(seen, response);
  });
  expect(stopped?.code).toBe("conflict");
  expect(report).toMatchObject({ uploaded: 0, failed: [] });
  expect(uploads.map(({ body }) => (body as { push?: number }).push)).toEqual([PUSH_NUMBER]);
});

it("stops when the server fails over one file after the other, and not over fewer", async () => {
  const files = notes(64);
  const all = await push(files, failOver(Object.keys(files), 503));
  expect(all.stopped?.code).toBe("unavailable");
  expect(all.report.failed).toHaveLength(19);
  const some = Object.keys(files).slice(0, 19);
  const { report, stopped } = await push(files, failOver(some, 503));
  expect(stopped).toBeUndefined();
  expect(report.failed.map(({ path }) => path).sort()).toEqual([...some].sort());
  expect(report.uploaded).toBe(45);
});
