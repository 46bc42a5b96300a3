import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Fault, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const call = (id: number, name: string, more: object = {}) => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: more } },
});

/** The server's MCP. */
const answering: Fault = ({ url, body }, response) => {
  if (url !== "/mcp") return false;
  const { id } = body as { id: number };
  const text = JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } });
  response.writeHead(200, { "content-type": "application/json" }).end(text);
  return true;
};

/** What the server is asked when a client sends these messages, after a file of a pushed folder has changed. */
async function asked(sync: string | undefined, ...messages: readonly object[]) {
  const server = await fakeServer();
  for (const _ of messages) server.faults.push(answering);
  const cwd = temporaryFolder({ "n/a.md": "one", "o/b.md": "two" });
  for (const name of ["n/a.md", "o/b.md"]) utimesSync(join(cwd, name), 1, 1);
  const config = { url: server.url, token: "er_token", ...(sync !== undefined && { sync }) };
  writeInto(cwd, ".user-config/edge-recall/config.json", JSON.stringify(config));
  for (const name of ["n", "o"]) await runCli(["push", name], { cwd });
  writeInto(cwd, "n/a.md", "another");
  server.seen.length = 0;
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  const { stdout, stderr, code } = await runCli(["mcp"], { cwd, input });
  const told = server.seen.map(({ url, headers }) => ({ url, bookmark: headers["x-recall-bookmark"] }));
  return { told, urls: told.map(({ url }) => url), stdout, stderr, code };
}

const PUSH = ["/v1/roots/n/manifest", "/v1/roots/n/documents"];

it("pushes before a search what changed here, says so beside the protocol, and reads at least that", async () => {
  const { urls, told, stdout, stderr, code } = await asked("onSearch", call(1, "search", { query: "q" }));
  expect(urls).toEqual([...PUSH, "/mcp"]);
  expect(told.at(-1)?.bookmark?.toString().split(",").at(-1)).toBe("00000006");
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { content: [] } });
  expect([stderr, code]).toEqual(["recall: n: 1 changed file pushed\n", 0]);
});

it.each([
  ["of another folder", "onSearch", call(1, "search", { query: "q", root: "o" })],
  ["that is none", "onSearch", call(1, "get", { places: ["n/a.md"] })],
  ["where nobody asks for it", undefined, call(1, "search", { query: "q" })],
])("pushes nothing before a search %s", async (_, sync, message) => {
  expect((await asked(sync, message)).urls).toEqual(["/mcp"]);
});

it("pushes once for two searches at the same time", async () => {
  const { urls } = await asked("onSearch", call(1, "search", { query: "q", root: "n" }), call(2, "search"));
  expect(urls.filter((url) => url.startsWith("/v1"))).toEqual(PUSH);
  expect(urls.filter((url) => url === "/mcp")).toHaveLength(2);
});
