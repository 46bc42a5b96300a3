import { expect, it } from "vitest";
import { fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { parsePlace } from "../../../src/cli/commands/get.ts";

it.each([
  ["a/b.md", { path: "a/b.md" }],
  ["./a/b.md", { path: "a/b.md" }],
  ["a/b.md:10-40", { path: "a/b.md", lines: "10-40" }],
  ["a/b.md:10", { path: "a/b.md", lines: "10" }],
  ["a/b.md:10-", { path: "a/b.md", lines: "10-" }],
  ["a/b.md#L3-L9", { path: "a/b.md", lines: "3-9" }],
  ["a/b.md#L3", { path: "a/b.md", lines: "3-3" }],
  ["a/b.md#L3C5-L3C90", { path: "a/b.md", lines: "3-3", startColumn: 5, endColumn: 90 }],
  ["a/b.md#L3C5", { path: "a/b.md", lines: "3-3", startColumn: 5 }],
  ["notes:a/b.md", { root: "notes", path: "a/b.md" }],
  ["my notes:a/b.md#L3-L9", { root: "my notes", path: "a/b.md", lines: "3-9" }],
  ["notes:a.md:2-3", { root: "notes", path: "a.md", lines: "2-3" }],
  ["c#sharp.md", { path: "c#sharp.md" }],
])("reads %s", (text, place) => {
  expect(parsePlace(text)).toEqual(place);
});

it("prints exactly the columns of a citation, and cites them in JSON", async () => {
  const server = await fakeServer();
  const line = { path: "one.json", startLine: 1, endLine: 1, citation: "one.json#L1", text: "[1,2,3,4]\n" };
  server.answers.set("GET /v1/documents/one.json?lines=1-1", line);
  const options = {
    cwd: temporaryFolder(),
    env: { RECALL_URL: server.url, RECALL_TOKEN: "er_token" },
  };
  const cited = "one.json#L1C2-L1C4";
  expect(await runCli(["get", cited], options)).toEqual({ code: 0, stdout: "1,2", stderr: "" });
  const json = await runCli(["get", cited, "--json"], options);
  expect(JSON.parse(json.stdout)).toEqual({ ...line, citation: cited, text: "1,2" });
});
