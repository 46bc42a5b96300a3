import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COMMANDS } from "../../../src/cli/program.ts";
import { reach } from "../../../src/cli/session/reach.ts";
import { splitToken } from "../../../src/workspaces/proof/proof.ts";
import { exportHeader } from "../commands/import/exported.ts";
import { FAKE_TOKEN } from "../fake-proof.ts";
import { runCli } from "../run-cli.ts";
import { spawnCli } from "../spawn-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { recorder } from "./listeners.ts";

const TEXT = "private";
/** These ask no server with a token that they know. */
const ASK_NOBODY = ["completion", "help", "deploy", "serve", "models"];

/** The end of a session in which something was decided. */
const SESSION = JSON.stringify({
  hook_event_name: "SessionEnd",
  turns: [{ by: "person", text: `We decided that the ${TEXT} key stays in the safe.` }],
});

/** Calls of every other command that ask the server, and what is typed into them. */
const CALLS: readonly (readonly [args: string, input?: string])[] = [
  ["push n"],
  ["search private"],
  ["search private --sync"],
  ["ask private"],
  ["explain c1 private"],
  ["profiles"],
  ["feedback r1 up"],
  ["log"],
  ["changes --since private"],
  ["webhook add https://hooks.example.com/private"],
  ["webhook list"],
  ["source add https://docs.example.com/private --workspace w"],
  ["source list"],
  ["get a.md"],
  ["root describe private"],
  ["remember private"],
  ["forget m1"],
  ["memories"],
  ["prune --older-than 9d --dry-run"],
  ["graph"],
  ["graph entities"],
  ["hook prompt --verbose --timeout 9000", TEXT],
  ["hook session-start --verbose --timeout 9000", TEXT],
  ["hook session-end --foreground --auto --verbose", SESSION],
  ["status"],
  ["doctor"],
  ["export --to out.ndjson"],
  ["import in.ndjson"],
  ["backup kept"],
  ["restore in.ndjson"],
  ["reindex"],
  ["delete n --yes n"],
  ["init --url URL --token TOKEN"],
  ["token create"],
  ["token list"],
  ["token revoke t1"],
  ["workspace list"],
  ["workspace move w --to 2"],
  ["workspace use w"],
  ["eval n --questions q.jsonl --url URL --token TOKEN"],
];
/** An export of nothing. */
const HEADER = `${JSON.stringify(exportHeader())}\n`;
const EXPORT = `${HEADER}${JSON.stringify({ type: "end", records: 0, checksum: createHash("sha256").update(HEADER).digest("hex") })}\n`;
const MCP = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: TEXT } });

/** A home that knows an admin's and the owner's token for a listener that is not its server. */
async function stolenPort() {
  const { url, received } = await recorder((_, socket) => void socket.end("HTTP/1.1 200 OK\r\n\r\n{}"));
  const config = JSON.stringify({ url, token: FAKE_TOKEN, ownerToken: FAKE_TOKEN });
  const question = {
    id: "q",
    kind: "fact",
    query: TEXT,
    gold: [{ path: "a.md", start: 1, end: 1, evidence: TEXT }],
  };
  const cwd = temporaryFolder({
    ...{ "home/config.json": config, "n/a.md": TEXT, "in.ndjson": EXPORT },
    "q.jsonl": `${JSON.stringify(question)}\n`,
  });
  return { url, received, cwd, env: { RECALL_HOME: join(cwd, "home") } };
}

function expectNothingTold(received: string, what: string): void {
  expect(received, what).toContain("POST /health/proof");
  expect(received, what).not.toContain(splitToken(FAKE_TOKEN)?.signature);
  expect(received, what).not.toContain(TEXT);
  expect(received.toLowerCase(), what).not.toContain("authorization");
}

it("tries every command that there is", () => {
  const tried = new Set([...CALLS.map(([args = ""]) => args.split(" ")[0]), "watch", "mcp"]);
  expect(Object.keys(COMMANDS).filter((name) => !tried.has(name) && !ASK_NOBODY.includes(name))).toEqual([]);
});

it.each(CALLS)("tells a listener that took the port nothing: recall %s", async (args = "", input) => {
  const { url, received, cwd, env } = await stolenPort();
  const given = args.split(" ").map((part) => part.replace("URL", url).replace("TOKEN", FAKE_TOKEN));
  const { stdout, stderr } = await runCli(given, { cwd, env, reach, ...(input !== undefined && { input }) });
  expectNothingTold(received(), `${args}\n${stdout}${stderr}`);
  expect(`${stdout}${stderr}`.replaceAll("\n", " ")).toContain("did not prove that it is your server");
});

it("tells it nothing as the program itself: status, the bridge and watch", async () => {
  const { received, cwd, env } = await stolenPort();
  const status = await spawnCli(["status"], { cwd, env });
  expect(status).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("did not prove") });
  const { stdout } = await spawnCli(["mcp"], { cwd, env, input: `${MCP}\n` });
  expect(JSON.parse(stdout).result.content[0].text).toContain("did not prove");
  let pid = 0;
  const watching = spawnCli(["watch", "n"], { cwd, env, onStart: (started) => (pid = started) });
  await expect.poll(() => received().split("/health/proof").length).toBeGreaterThan(3);
  process.kill(pid, "SIGINT");
  await watching;
  expectNothingTold(received(), "program");
});
