import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureAccess } from "../../src/cli/local/local-access.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { runCli } from "../cli/run-cli.ts";
import { placeClient } from "./placed-client.ts";
import { untilEmbedded } from "../docs/until-embedded.ts";

const SECRET = "a secret for the frameworks of the examples";
const STRICT = {
  ...{ target: "es2024", module: "nodenext", lib: ["es2024", "dom"], types: ["node"], noEmit: true },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
  ...{ allowImportingTsExtensions: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true },
};
const MAX_LINES = 65;

/** What a model that calls the tool once and then answers is given: the SDK's own stand-in for one. */
const AGENT = `
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { createClient } from "edge-recall/client";
import { searchTool } from "./search-tool.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const [query = ""] = process.argv.slice(2);
const call = { type: "tool-call", toolCallId: "c", toolName: "search", input: JSON.stringify({ query }) } as const;
const model = new MockLanguageModelV4({
  doGenerate: [
    { content: [call], finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] },
    { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop", raw: undefined }, usage, warnings: [] },
  ],
});
const client = createClient(process.env["RECALL_URL"] ?? "", process.env["RECALL_TOKEN"] ?? "");
await generateText({ model, prompt: query, tools: { search: searchTool(client, { limit: 2, expand: true }) }, stopWhen: isStepCount(2) });
// The second call of the model is given what the tool answered.
console.log(JSON.stringify(model.doGenerateCalls[1]?.prompt.at(-1)));
`;

const LACKING = `
import { createClient } from "edge-recall/client";
import { RecallRetriever } from "./retriever.ts";
const client = createClient(process.env["RECALL_URL"] ?? "", process.env["RECALL_TOKEN"] ?? "");
const told: unknown[] = [];
const retriever = new RecallRetriever({ client, search: { limit: 1, expand: true }, onAnswer: ({ outcome }) => told.push(outcome) });
const [document] = await retriever.invoke("when are the keys rotated?");
const none = await retriever.invoke("who won the chess championship of 1972?");
const failed = await new RecallRetriever({ client: createClient(process.env["RECALL_URL"] ?? "", "rcl_no") })
  .invoke("keys")
  .catch((error: { code: string }) => error.code);
console.log(JSON.stringify({ document, none, told, failed }));
`;

describe("the examples for frameworks, with the packages that they name", () => {
  const home = mkdtempSync(join(tmpdir(), "recall-frameworks-"));
  let server: Awaited<ReturnType<typeof startServer>>;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startServer({ root: process.cwd(), home, port: 0, secret: SECRET });
    const { url, token } = await ensureAccess({ url: server.url, fetch }, home, SECRET);
    env = {
      ...process.env,
      RECALL_URL: url,
      RECALL_TOKEN: token,
      HOME: home,
      XDG_CONFIG_HOME: home,
    } as never;
    await runCli(["push", "test/fixtures/notes"], { cwd: process.cwd(), env });
    await untilEmbedded(url, home);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const run = (cwd: string, command: string, args: readonly string[]): Promise<string> =>
    new Promise((done, reject) => {
      const child = spawn(command, args, { cwd, env });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
        });
      child.on("error", reject);
      child.on("close", (code) => (code === 0 ? done(output) : reject(new Error(output))));
    });

  /** An example in a folder of its own, installed by its lock and type-checked, with a program beside it. */
  async function installed(name: string, program: string): Promise<string> {
    const folder = join(home, name);
    cpSync(join("examples", name), folder, { recursive: true });
    await run(folder, "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    placeClient(folder);
    symlinkSync(resolve("node_modules/@types"), join(folder, "node_modules", "@types"));
    writeFileSync(join(folder, "program.ts"), program);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: STRICT, include: ["*.ts"] }),
    );
    expect(await run(folder, process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", "."])).toBe(
      "",
    );
    return folder;
  }

  it("hand LangChain documents with their citations, and say what lacks", async () => {
    const folder = await installed("langchain", LACKING);
    const printed = await run(folder, process.execPath, ["cited.ts"]);
    expect(printed).toMatch(/^found; lacks: /);
    expect(printed).toContain("[runbook.md#L1-L9]\n# Runbook\n");
    const { document, none, told, failed } = JSON.parse(await run(folder, process.execPath, ["program.ts"]));
    expect(document.pageContent).toContain("Keys are rotated on the first Monday");
    expect(document.metadata).toEqual({
      ...{ citation: "runbook.md#L1-L9", root: "notes", path: "runbook.md", startLine: 1, endLine: 9 },
      ...{ headings: ["Runbook", "Signing keys"], kind: "file", date: expect.anything() },
      ...{ relevance: expect.closeTo(0.93, 1), degraded: ["generator_missing"], pendingChunks: 0 },
    });
    expect([none, told, failed]).toEqual([[], ["found", expect.stringMatching(/^nothing_/)], "unauthorized"]);
  });

  it("give a model of the AI SDK passages with their citations, and say what lacks", async () => {
    const folder = await installed("ai-sdk", AGENT);
    const ask = async (query: string) => {
      const { content } = JSON.parse(await run(folder, process.execPath, ["program.ts", query]));
      return content[0].output;
    };
    const { type, value } = await ask("when are the keys rotated?");
    expect([type, value.outcome, value.passages[0].citation]).toEqual(["json", "found", "runbook.md#L1-L9"]);
    expect(value.lacks).toEqual(["generator_missing"]);
    expect(value.passages[0].text).toContain("Keys are rotated on the first Monday");
    const none = await ask("who won the chess championship of 1972?");
    expect(none.value).toMatchObject({ outcome: expect.stringMatching(/^nothing_/), passages: [] });
    const away = { ...env };
    env = { ...env, RECALL_TOKEN: "rcl_no" };
    const refused = await ask("keys");
    env = away;
    expect(refused.type).toBe("error-text");
  });

  it("are short", () => {
    for (const file of ["langchain/retriever.ts", "langchain/cited.ts", "ai-sdk/search-tool.ts"])
      expect(readFileSync(join("examples", file), "utf8").split("\n").length).toBeLessThan(MAX_LINES);
  });
});
