import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Incoming } from "../../../../src/cli/commands/mcp/bridge.ts";
import { createFresh } from "../../../../src/cli/commands/mcp/fresh.ts";
import { quietFolders } from "../../../../src/cli/pushed/quiet-folders.ts";
import { failOnce, type Fault, fakeServer } from "../../fake-server.ts";
import { capturedTerminal, runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const call = (id: number, name: string, more: object = {}) => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: more } },
});

const ANSWER = { content: [{ type: "text", text: "hits" }], structuredContent: { notes: ["one"] } };

/** The server's MCP. */
const answeringWith =
  (result: object): Fault =>
  ({ url, body }, response) => {
    if (url !== "/mcp") return false;
    const { id } = body as { id: number };
    const text = JSON.stringify({ jsonrpc: "2.0", id, result });
    response.writeHead(200, { "content-type": "application/json" }).end(text);
    return true;
  };
const answering = answeringWith(ANSWER);

/** Two pushed folders, `n` and `o`, of which a file of the first has changed since. */
async function changed(sync?: string) {
  const server = await fakeServer();
  const cwd = temporaryFolder({ "n/a.md": "one", "o/b.md": "two" });
  for (const name of ["n/a.md", "o/b.md"]) utimesSync(join(cwd, name), 1, 1);
  const config = { url: server.url, token: "er_token", ...(sync !== undefined && { sync }) };
  writeInto(cwd, ".user-config/edge-recall/config.json", JSON.stringify(config));
  for (const name of ["n", "o"]) await runCli(["push", name], { cwd });
  writeInto(cwd, "n/a.md", "another");
  server.seen.length = 0;
  return { server, cwd };
}

/** What the server is asked, and the client answered, when it sends these messages. */
async function asked(sync: string | undefined, faults: readonly Fault[], ...messages: readonly object[]) {
  const { server, cwd } = await changed(sync);
  server.faults.push(...faults, ...messages.map(() => answering));
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  const { stdout, stderr, code } = await runCli(["mcp"], { cwd, input });
  const told = server.seen.map(({ url, headers }) => ({ url, bookmark: headers["x-recall-bookmark"] }));
  return { told, urls: told.map(({ url }) => url), stdout, stderr, code };
}

const PUSH = ["/v1/roots/n/manifest", "/v1/roots/n/documents"];
const lacks = (why: string) => `Changed on this machine and not in the index: n:a.md (${why}).`;

describe("recall mcp", () => {
  it.each([undefined, "onSearch"])(
    "pushes what changed here before it reads, says so beside the protocol, and reads at least that (sync: %s)",
    async (sync) => {
      const { urls, told, stdout, stderr, code } = await asked(sync, [], call(1, "search", { query: "q" }));
      expect(urls).toEqual([...PUSH, "/mcp"]);
      expect(told.at(-1)?.bookmark?.toString().split(",").at(-1)).toBe("00000006");
      expect(JSON.parse(stdout)).toEqual({ jsonrpc: "2.0", id: 1, result: ANSWER });
      expect([stderr, code]).toEqual(["recall: n: 1 changed file pushed\n", 0]);
    },
  );

  it.each(["get", "list", "graph", "fetch"])("does so before %s, too", async (name) => {
    expect((await asked(undefined, [], call(1, name))).urls).toEqual([...PUSH, "/mcp"]);
  });

  it.each([
    ["a search of another folder", call(1, "search", { query: "q", root: "o" })],
    ["a call that reads no documents", call(1, "remember", { texts: ["x"] })],
    ["a message that is no call", { jsonrpc: "2.0", id: 1, method: "tools/list" }],
  ])("pushes nothing before %s, and says nothing", async (_, message) => {
    const { urls, stdout } = await asked(undefined, [], message);
    expect([urls, JSON.parse(stdout).result]).toEqual([["/mcp"], ANSWER]);
  });

  it("pushes once for two searches at the same time", async () => {
    const both = [call(1, "search", { query: "q", root: "n" }), call(2, "search")];
    const { urls } = await asked(undefined, [], ...both);
    expect(urls.filter((url) => url.startsWith("/v1"))).toEqual(PUSH);
    expect(urls.filter((url) => url === "/mcp")).toHaveLength(2);
  });

  it("pushes nothing where that is off, and says in text and notes what the index lacks", async () => {
    const { urls, stdout } = await asked("off", [], call(1, "search", { query: "q" }));
    const note = lacks('"sync" is off');
    expect(urls).toEqual(["/mcp"]);
    expect(JSON.parse(stdout).result).toEqual({
      content: [...ANSWER.content, { type: "text", text: `[${note}]` }],
      structuredContent: { notes: ["one", note] },
    });
    // Whoever reads that answer as JSON gets nothing beside it.
    const fetched = await asked("off", [], call(1, "fetch", { id: "n:a.md" }));
    expect(JSON.parse(fetched.stdout).result).toEqual(ANSWER);
  });

  it("answers all the same where a push fails, and says what the index lacks and why", async () => {
    const { urls, stdout, stderr } = await asked(undefined, [failOnce(401)], call(1, "search"));
    expect(urls).toEqual(["/v1/roots/n/manifest", "/mcp"]);
    expect(JSON.parse(stdout).result.structuredContent.notes).toEqual([
      ...["one", lacks("The server answered HTTP 401")],
    ]);
    expect(stderr).toContain("n was not pushed");
  });
});

describe("what recall mcp shows of a file that is gone here", () => {
  const hitOf = (citation: string) => ({
    content: [{ type: "text", text: citation }],
    structuredContent: { hits: [{ citation }], notes: [] },
  });
  const passageOf = (citation: string) => ({
    content: [{ type: "text", text: `==> ${citation} <==\n   two\n` }],
  });
  const gone = async (name: string, result: object) => {
    const { fresh, cwd } = await freshness();
    rmSync(join(cwd, "o/b.md"));
    const note = await fresh.after(call(1, name) as Incoming, result as Record<string, unknown>);
    return note?.replace(cwd, "");
  };
  const NOTE = "Gone from this machine, still indexed: o:b.md (recall push --mirror /o removes).";

  it.each([
    ["a hit", "search", hitOf("o:b.md#L1")],
    ["a passage", "get", passageOf("o:b.md#L1-L2")],
    ["a whole document", "get", passageOf("o:b.md")],
  ])("is told where %s is of it", async (_, name, result) => {
    expect(await gone(name, result)).toBe(NOTE);
  });

  it.each([
    ["another file", "search", hitOf("n:a.md#L1")],
    ["a root of others", "search", hitOf("wiki:b.md#L1")],
    ["a memory", "search", hitOf("Ravens sleep. (memory 3f9a2c1b04d1)")],
    ["nothing", "search", { content: [{ type: "text", text: "Nothing there." }] }],
    ["no tool that reads", "remember", hitOf("o:b.md#L1")],
    ["what is read as JSON", "fetch", hitOf("o:b.md#L1")],
  ])("is not told of %s", async (_, name, result) => {
    expect(await gone(name, result)).toBeUndefined();
  });

  it("stands at the end of the answer, also after a push has left it", async () => {
    const { server, cwd } = await changed();
    rmSync(join(cwd, "o/b.md"));
    for (const round of [1, 2]) {
      server.faults.push(answeringWith(hitOf("o:b.md#L1")));
      const { stdout } = await runCli(["mcp"], { cwd, input: `${JSON.stringify(call(round, "search"))}\n` });
      const { content, structuredContent } = JSON.parse(stdout).result;
      const note = NOTE.replace("/o", `${cwd}/o`);
      expect(content.at(-1)).toEqual({ type: "text", text: `[${note}]` });
      expect(structuredContent.notes).toEqual([note]);
    }
  });
});

/** Freshness by itself, with the server's requests and what was said. */
async function freshness(more: { readonly waitMs?: number; readonly cheapLookMs?: number } = {}) {
  const { server, cwd } = await changed();
  const { terminal } = capturedTerminal();
  const context = {
    ...{ terminal, cwd, flags: {}, reach: () => fetch, interrupted: () => new AbortController().signal },
    env: { HOME: cwd, XDG_CONFIG_HOME: `${cwd}/.user-config` },
  };
  const quiet = quietFolders(more.cheapLookMs);
  const fresh = createFresh({ context, bookmarks: { take: () => undefined }, quiet, ...more });
  onTestFinished(() => fresh.close());
  const lacking = (root?: string) =>
    fresh.before(call(1, "search", { query: "q", ...(root && { root }) }) as Incoming);
  const pushes = () => server.seen.splice(0).filter(({ url }) => url.endsWith("/documents")).length;
  return { server, cwd, fresh, lacking, pushes };
}

describe("freshness", () => {
  it("notices edits as long as it runs", async () => {
    const { cwd, lacking, pushes } = await freshness();
    expect([await lacking(), pushes()]).toEqual([undefined, 1]);
    expect([await lacking(), pushes()]).toEqual([undefined, 0]);
    for (const text of ["third", "fourth and last"]) {
      writeInto(cwd, "n/a.md", text);
      expect([await lacking(), pushes()]).toEqual([undefined, 1]);
    }
  });

  it("notices them by watching where a look takes long", async () => {
    const { cwd, lacking, pushes } = await freshness({ cheapLookMs: 0 });
    for (let round = 0; round < 3; round++) await lacking();
    pushes();
    writeInto(cwd, "n/new.md", "a new file");
    await expect.poll(async () => [await lacking(), pushes()][1]).toBe(1);
  });

  it("waits for a push no longer than it may, says what is lacking, and goes on with it", async () => {
    const { server, lacking, pushes } = await freshness({ waitMs: 500 });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.faults.push((_, response) => {
      void held.then(() => response.writeHead(503).end());
      return true;
    });
    expect(await lacking()).toBe(lacks("they are being pushed"));
    // Of another folder it lacks nothing; that it was not looked at is said.
    expect(await lacking("o")).toMatch(/^Files of this machine could not be compared/);
    release();
    await expect.poll(async () => await lacking()).toBeUndefined();
    expect(pushes()).toBe(1);
  });

  it("asks no second time for what the token may not do", async () => {
    const { server, lacking } = await freshness();
    server.faults.push(failOnce(403));
    expect(await lacking()).toMatch(/^Changed on this machine and not in the index: n:a\.md \(/);
    server.seen.length = 0;
    expect(await lacking()).toBe(lacks("the token may not push"));
    expect(server.seen).toEqual([]);
  });

  it("names three files and counts the others", async () => {
    const { server, cwd, lacking } = await freshness();
    for (const name of ["b", "c", "d", "e"]) writeInto(cwd, `n/${name}.md`, name);
    server.faults.push(failOnce(401));
    expect(await lacking()).toContain("index: n:a.md, n:b.md, n:c.md and 2 more (");
  });
});

describe("folders that are watched because a look takes long", () => {
  it("are quiet until something changes, and never where a look is cheap", async () => {
    const folder = temporaryFolder({ "a.md": "one" });
    for (const [cheapLookMs, isQuiet] of [
      [0, true],
      [60_000, false],
    ] as const) {
      const quiet = quietFolders(cheapLookMs);
      onTestFinished(() => quiet.close());
      expect(quiet.isQuiet(folder)).toBe(false);
      // Files may have changed before the first look's folders were watched.
      quiet.look(folder)([folder]);
      expect(quiet.isQuiet(folder)).toBe(false);
      quiet.look(folder)([folder]);
      expect(quiet.isQuiet(folder)).toBe(isQuiet);
      writeInto(folder, "a.md", `two ${cheapLookMs}`);
      await expect.poll(() => quiet.isQuiet(folder)).toBe(false);
    }
  });
});
