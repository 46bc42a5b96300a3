import { expect, it } from "vitest";
import { columnsFor } from "../../src/cli/terminal/terminal.ts";
import { VERSION } from "../../src/version.ts";
import { failOnce, fakeServer } from "./fake-server.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

it.each([
  [["search", "x", "--json"], "invalid_input", /recall init/],
  [["push", "nowhere", "--json"], "invalid_input", /not a folder/],
  [["--json", "serch", "x"], "usage", /unknown command 'serch'/],
  [["push", "--miror", "--json"], "usage", /^unknown option '--miror'/],
  [["token", "create", "--scope", "all", "--json"], "usage", /read, write, admin, owner/],
  [["--json"], "usage", /recall --help/],
  [["search", "--json"], "usage", /^missing required argument 'query'/],
])("answers %j with an error in JSON on stdout, and exits 2", async (args, code, message) => {
  const run = await runCli(args, { cwd: temporaryFolder() });
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 2, stderr: "" });
  expect(JSON.parse(run.stdout)).toEqual({ error: { code, message: expect.stringMatching(message) } });
});

it("keeps the server's code and the exit code of a refusal", async () => {
  const server = await fakeServer();
  server.faults.push(failOnce(401));
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const { code, stdout } = await runCli(["status", "--json"], { cwd: temporaryFolder(), env });
  expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
    code: 3,
    answer: { error: { code: "unauthorized" } },
  });
});

it("says in JSON that Ctrl-C ended it", async () => {
  const server = await fakeServer();
  const controller = new AbortController();
  server.faults.push(() => {
    controller.abort();
    return true;
  });
  const options = {
    cwd: temporaryFolder(),
    env: { RECALL_URL: server.url, RECALL_TOKEN: "er_token" },
    signal: controller.signal,
  };
  const { code, stdout } = await runCli(["search", "x", "--json"], options);
  expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
    code: 130,
    answer: { error: { code: "interrupted" } },
  });
});

it("says so of a push, too", async () => {
  const server = await fakeServer();
  const controller = new AbortController();
  server.faults.push(({ url }) => {
    if (url.endsWith("/documents")) controller.abort();
    return url.endsWith("/documents");
  });
  const { code, stdout } = await runCli(["push", "n", "--json"], {
    cwd: temporaryFolder({ "n/a.md": "one" }),
    env: { RECALL_URL: server.url, RECALL_TOKEN: "er_token" },
    signal: controller.signal,
  });
  expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
    code: 130,
    answer: { error: { code: "interrupted" } },
  });
});

it("says its version in JSON, and takes a --json after -- for a word", async () => {
  const cwd = temporaryFolder();
  const { code, stdout } = await runCli(["--version", "--json"], { cwd });
  expect({ code, answer: JSON.parse(stdout) }).toEqual({ code: 0, answer: { version: VERSION } });
  const word = await runCli(["search", "--", "--json"], { cwd });
  expect(word).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("recall init") });
});

it.each([
  ["as many as a terminal has", undefined, { isTTY: true, columns: 132 }, 132],
  ["as many as usual where a terminal does not say", undefined, { isTTY: true, columns: 0 }, 80],
  ["any number in a pipe", undefined, { isTTY: false, columns: 0 }, Number.POSITIVE_INFINITY],
  ["what COLUMNS says, in a pipe too", "60", { isTTY: false, columns: 0 }, 60],
  ["nothing that COLUMNS cannot mean", "0", { isTTY: true, columns: 132 }, 132],
  ["nothing that COLUMNS cannot mean", "", { isTTY: true, columns: 132 }, 132],
  ["nothing that COLUMNS cannot mean", "100000", { isTTY: true, columns: 132 }, 132],
  ["nothing that COLUMNS cannot mean", "wide", { isTTY: true, columns: 132 }, 132],
])("writes lines of %s", (_, named, stdout, columns) => {
  expect(columnsFor(named, stdout)).toBe(columns);
});
