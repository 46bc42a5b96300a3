import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import { isPassing } from "../../../../src/cli/commands/watch/watch-folder.ts";
import { AppError } from "../../../../src/errors.ts";
import { refusing } from "../../answering.ts";
import { type Fault, failOnce } from "../../fake-server.ts";
import { watched } from "./watched.ts";

/** Refuses the next request until later than a request waits for. */
const busy =
  (message: string): Fault =>
  (_, response) => {
    const body = JSON.stringify({ error: { code: "rate_limited", message } });
    response.writeHead(429, { "content-type": "application/json", "retry-after": "3600" }).end(body);
    return true;
  };

it.each([
  ["Too many", "Too many; retrying"],
  ["Too many.", "Too many. Retrying."],
  ["Too many?", "Too many? Retrying."],
  ["Too many!", "Too many! Retrying."],
  ["Too\u0007 many. Really", "Too␇ many. Really; retrying"],
])("says of a push that failed with %j that it tries again", async (message, line) => {
  const run = await watched({ "a.md": "one" }, { faults: [busy(message)], until: "etrying" });
  expect(run).toMatchObject({ code: 0, stdout: `${line}\n`, stderr: "" });
});

it("tells programs of trouble on standard error, and prints no object for a push that sent nothing", async () => {
  const run = await watched(
    { "a.md": "one" },
    { flags: ["--json"], faults: [busy("Too many")], until: "etrying" },
  );
  expect(run).toMatchObject({ code: 0, stdout: "", stderr: "recall: Too many; retrying\n" });
});

it("tells what was sent before a push was stopped", async () => {
  let uploads = 0;
  const second: Fault = (seen, response) =>
    seen.url.endsWith("/documents") && ++uploads === 2 && busy("Full")(seen, response);
  const run = await watched(
    { "a.md": "one", "b.md": "two" },
    { limits: { maxBatchFiles: 1 }, faults: [second], until: "etrying" },
  );
  expect(run.stdout).toBe("n: 1 sent (3 bytes), 1 passage\nFull; retrying\n");
});

it("counts what is there unchanged", async () => {
  const run = await watched(
    { "a.md": "one", "b.md": "two" },
    {
      prepare({ server }) {
        const hash = createHash("sha256").update("one").digest("hex").slice(0, 32);
        server.roots.set("n", new Map([["a.md", hash]]));
      },
    },
  );
  expect(run.stdout).toBe("n: 1 sent (3 bytes), 1 passage, 1 unchanged\nwatching; Ctrl-C ends it\n");
});

it("waits for a folder that goes away during a push, whatever the server said of it", async () => {
  const run = await watched(
    { "a.md": "one" },
    {
      prepare: ({ server, folder }) =>
        server.faults.push((seen, response) => {
          rmSync(folder, { recursive: true });
          return refusing(403, "forbidden")(seen, response);
        }),
      until: "is gone",
    },
  );
  expect(run).toMatchObject({
    code: 0,
    stdout: `${run.folder} is gone: waiting until it is there again\n`,
  });
});

it("exits 130 where Ctrl-C cuts a push off", async () => {
  const run = await watched(
    { "a.md": "one" },
    {
      prepare: ({ server, stop }) =>
        server.faults.push((seen, response) => {
          stop();
          return failOnce(503)(seen, response);
        }),
    },
  );
  expect(run).toMatchObject({ code: 130, stdout: "" });
});

it.each([
  ["a database out of rows", "database_quota"],
  ["a database that took too long", "database_timeout"],
  ["a schema that is being changed", "schema_mismatch"],
  ["a workspace that is handed over to another database", "workspace_moving"],
] as const)("tries again after %s", (_, code) => {
  expect(isPassing(new AppError(code, ""))).toBe(true);
});

it("tries again after no error of our own that only has a code, nor after what is no error", () => {
  expect(isPassing(Object.assign(new Error("x"), { code: "ENOENT" }))).toBe(false);
  expect(isPassing({ syscall: "open" })).toBe(false);
});
