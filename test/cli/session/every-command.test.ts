import { expect, it } from "vitest";
import { COMMANDS } from "../../../src/cli/program.ts";
import { reach } from "../../../src/cli/session/reach.ts";
import { FAKE_TOKEN } from "../fake-proof.ts";
import { runCli } from "../run-cli.ts";
import { expectNothingTold, stolenPort, TEXT } from "./stolen-port.ts";

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
