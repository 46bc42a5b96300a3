import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { found, hit } from "../../../support/found.ts";
import { type FakeServer, failOnce, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const SILENT = { code: 0, stdout: "", stderr: "" };

async function world() {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", found([hit()]));
  const cwd = temporaryFolder();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const hook = (args: string, input = "") => runCli(["hook", ...args.split(" ")], { cwd, env, input });
  return { server, cwd, env, hook };
}

describe("the hook for a prompt", () => {
  it("searches once for the prompt of an agent's JSON, in its session, and prints what it found", async () => {
    const { server, hook } = await world();
    const input = JSON.stringify({ prompt: "the keys?", session_id: "s-1" });
    const { code, stdout, stderr } = await hook("prompt", input);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("[01234567]\n| guides/keys.md#L3-L9 Keys > Rotation\n| Rotate keys\n");
    const wish = { query: "the keys?", session: "s-1", auto: true, view: "snippet" };
    expect(server.seen.map(({ body }) => body)).toEqual([wish]);
    const flags =
      "prompt --session s-2 --min-score 0.5 --min-relevance 0.3 --limit 3 --root notes --budget 150";
    await hook(flags, input);
    expect(server.seen.at(-1)?.body).toEqual({
      ...wish,
      ...{ session: "s-2", minScore: 0.5, minRelevance: 0.3, limit: 3, filters: { root: "notes" } },
    });
  });

  it("names roots where the workspace has several", async () => {
    const { server, hook } = await world();
    const index = { ...found([]).index, severalRoots: true };
    server.answers.set("POST /v1/search", found([hit()], { index }));
    expect((await hook("prompt", "keys?")).stdout).toContain("\n| notes:guides/keys.md#L3-L9");
  });

  it("is silent where nothing answers, where it is doubtful, and where something else stands in", async () => {
    const { server, hook } = await world();
    const closest = [hit({ relevance: 0.09 })];
    for (const answer of [
      found([hit()], { fallback: "recent" }),
      found([hit({ relevance: 0.4 })], { confidence: "low", relevance: 0.4 }),
      found([], { outcome: "nothing_relevant", confidence: "none", closest, degraded: ["quota"] }),
    ]) {
      server.answers.set("POST /v1/search", answer);
      expect(await hook("prompt", "keys?")).toEqual(SILENT);
    }
  });

  it("hands over passages above the floor alone, the first one in any case", async () => {
    const { server, hook } = await world();
    const below = hit({ id: "fedcba9876543210", relevance: 0.13 });
    server.answers.set(
      "POST /v1/search",
      found([hit({ relevance: 0.13 }), hit({ id: "a".repeat(16) }), below]),
    );
    const { stdout } = await hook("prompt", "keys?");
    expect(stdout.match(/^\[\w+\]$/gm)).toEqual(["[01234567]", "[aaaaaaaa]"]);
  });

  it("leaves it to a named relevance what is shown, and says what is uncertain and missing", async () => {
    const { server, hook } = await world();
    const index = { ...found([]).index, embedder: "embedded:bow" };
    server.answers.set("POST /v1/search", found([hit()], { confidence: "low", index }));
    expect((await hook("prompt --min-relevance 0.1", "keys?")).stdout).toMatch(
      /\n\n\| It is uncertain whether this is an answer\. No model: embedded word statistics stood in for meaning\.\n<\/recalled-passages>\n$/,
    );
  });

  it.each(["UserPromptSubmit", "BeforeAgent"])(
    "answers the event %s in the agent's own form",
    async (event) => {
      const { server, hook } = await world();
      const input = JSON.stringify({ hook_event_name: event, prompt: "keys?" });
      const { hookSpecificOutput } = JSON.parse((await hook("prompt", input)).stdout);
      expect(hookSpecificOutput).toEqual({
        hookEventName: event,
        additionalContext: (await hook("prompt", "keys?")).stdout,
      });
      server.answers.set("POST /v1/search", found([]));
      expect(await hook("prompt", input)).toEqual(SILENT);
    },
  );

  it("prints nothing of an empty index, nor of what it did not search, and says with --verbose why", async () => {
    const { server, hook } = await world();
    const index = { ...found([]).index, indexedAt: null };
    server.answers.set("POST /v1/search", found([], { index }));
    expect(await hook("prompt", "keys?")).toEqual(SILENT);
    server.answers.set("POST /v1/search", found([], { outcome: "skipped", skipped: "greeting" }));
    expect(await hook("prompt", "hello")).toEqual(SILENT);
    expect(await hook("prompt --verbose", "hello")).toEqual({
      ...SILENT,
      stderr: "recall: not searched: greeting\n",
    });
    expect(await hook("prompt", "  ")).toEqual(SILENT);
    expect(server.seen).toHaveLength(3);
  });

  it("prints 600 tokens where no other budget is named", async () => {
    const { server, hook } = await world();
    const text = Array.from({ length: 300 }, (_, at) => `line ${at} of it`).join("\n");
    server.answers.set(
      "POST /v1/search",
      found([hit({ snippet: { text, startLine: 1, endLine: 300, highlights: [] } })]),
    );
    const { stdout } = await hook("prompt", "keys?");
    expect((await hook("prompt --budget 600", "keys?")).stdout).toBe(stdout);
    expect((await hook("prompt --budget 650", "keys?")).stdout.length).toBeGreaterThan(stdout.length);
  });

  it("answers in JSON with the block, or null, the outcome and the confidence", async () => {
    const { server, hook } = await world();
    const json = async (input: string) => JSON.parse((await hook("prompt --json", input)).stdout);
    expect(await json("keys?")).toEqual({
      context: (await hook("prompt", "keys?")).stdout,
      outcome: "found",
      confidence: "high",
    });
    server.answers.set("POST /v1/search", found([], { outcome: "skipped", skipped: "greeting" }));
    const none = { context: null, outcome: "skipped", confidence: "none" };
    expect(await json("hello")).toEqual(none);
    expect(await json(" ")).toEqual(none);
    server.answers.set("POST /v1/search", found([], { outcome: "nothing_relevant" }));
    expect(await json("keys?")).toEqual({ ...none, outcome: "nothing_relevant" });
  });

  it("asks a server that fails no second time, and is silent about it unless it is to say so", async () => {
    const { server, hook } = await world();
    server.faults.push(failOnce(503), failOnce(503));
    expect(await hook("prompt", "keys?")).toEqual(SILENT);
    expect(await hook("prompt --verbose", "keys?")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^recall: /),
    });
    expect(server.seen).toHaveLength(2);
  });

  it.each([
    ["prompt --bogus", "unknown option"],
    ["prompt --budget 149", "from 150 to 20000"],
    ["prompt --budget 20001", "from 150 to 20000"],
    ["prompt --timeout 99", "from 100 to 60000"],
    ["session-start --timeout 60001", "from 100 to 60000"],
    ["stop --timeout x", "from 100 to 60000"],
  ])("never blocks the agent with %s", async (args, message) => {
    const { hook } = await world();
    expect(await hook(args)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(message) });
  });
});

/** What a session's start was asked with, and where else requests went, lists of memories aside. */
const asked = ({ seen }: FakeServer) => seen.find(({ url }) => url === "/v1/search")?.body;
const urlsOf = ({ seen }: FakeServer) =>
  seen
    .splice(0)
    .map(({ url }) => url)
    .filter((url) => !url.startsWith("/v1/memories"));

describe("the hook for the start of a session", () => {
  it("wakes the search with the folder's name, in the agent's folder, and pushes what changed there", async () => {
    const { server, cwd, env, hook } = await world();
    for (const root of ["one", "two"]) {
      writeInto(cwd, `${root}/a.md`, "text");
      await runCli(["push", root], { cwd, env });
      writeInto(cwd, `${root}/b.md`, "more");
    }
    server.seen.length = 0;
    const input = JSON.stringify({ hook_event_name: "SessionStart", cwd: join(cwd, "one") });
    expect(await hook("session-start --root two", input)).toEqual(SILENT);
    expect(asked(server)).toEqual({ query: "one", limit: 1, typing: true });
    const pushed = () => urlsOf(server).slice(1);
    expect(pushed()).toEqual(["/v1/roots/two/manifest", "/v1/roots/two/documents"]);
    await hook("session-start");
    expect(asked(server)).toMatchObject({ query: basename(cwd) });
    expect(pushed()).toEqual(["/v1/roots/one/manifest", "/v1/roots/one/documents"]);
  });

  it("wakes the search with a word of its own where the folder has no name", async () => {
    const { server, hook } = await world();
    await hook("session-start", JSON.stringify({ hook_event_name: "SessionStart", cwd: "/" }));
    expect(asked(server)).toMatchObject({ query: "notes" });
  });

  it("sends what the server has lost of a folder that is unchanged", async () => {
    const { server, cwd, env, hook } = await world();
    writeInto(cwd, "one/a.md", "text");
    await runCli(["push", "one"], { cwd, env });
    server.seen.length = 0;
    await hook("session-start");
    expect(urlsOf(server)).toEqual(["/v1/search"]);
    server.roots.clear();
    const index = { ...found([]).index, version: 0 };
    server.answers.set("POST /v1/search", found([], { index }));
    await hook("session-start");
    expect(urlsOf(server)).toEqual(["/v1/search", "/v1/roots/one/manifest", "/v1/roots/one/documents"]);
  });

  it("leaves a server alone that does not answer the search", async () => {
    const { server, cwd, env, hook } = await world();
    writeInto(cwd, "one/a.md", "text");
    await runCli(["push", "one"], { cwd, env });
    writeInto(cwd, "one/b.md", "more");
    server.seen.length = 0;
    server.faults.push(...Array.from({ length: 4 }, () => failOnce(503)));
    expect(await hook("session-start")).toEqual(SILENT);
    expect(urlsOf(server)).toEqual(["/v1/search"]);
  });
});

describe("the hook for an agent's stop", () => {
  const SAID = "From now on we deploy on Thursdays.";
  const COMMAND = "  recall remember --type preference -- 'From now on we deploy on Thursdays.'\n";

  it("offers what was said: as JSON to who sent JSON, in words to others, with --json all of it", async () => {
    const { server, hook } = await world();
    const input = JSON.stringify({ hook_event_name: "Stop", prompt: SAID });
    const offered = JSON.parse((await hook("stop", input)).stdout);
    expect(offered).toEqual({ decision: "block", reason: expect.stringContaining(COMMAND) });
    expect(await hook("stop", SAID)).toEqual({ ...SILENT, stdout: `${offered.reason}\n` });
    expect(JSON.parse((await hook("stop --json", SAID)).stdout)).toEqual({
      reason: offered.reason,
      suggestions: [{ text: SAID, type: "preference" }],
    });
    expect(await hook("stop", "Fix the test")).toEqual(SILENT);
    expect(server.seen).toEqual([]);
  });

  it("offers nothing where no server would remember it", async () => {
    const run = await runCli(["hook", "stop"], { cwd: temporaryFolder(), input: SAID });
    expect(run).toEqual(SILENT);
  });
});
