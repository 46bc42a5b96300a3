import { join } from "node:path";
import { expect, it } from "vitest";
import { readHookInput } from "../../../../src/cli/commands/hook/hook-input.ts";
import { offerFor } from "../../../../src/cli/commands/hook/offer.ts";
import { worthKeeping } from "../../../../src/cli/commands/hook/worth-keeping.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

it.each([
  ["From now on use tabs in this repository.", "preference"],
  ["I prefer short answers without a summary.", "preference"],
  ["Please never commit to main directly.", "preference"],
  ["We decided to deploy on Thursdays.", "decision"],
  ["OK, let's go with Postgres for the queue.", "decision"],
  ["No, the port is 8788 instead of 8787.", "correction"],
  ["Remember that the staging key expires in May.", "fact"],
  ["Our team is called Night Owls.", "fact"],
  ["My email is ann@example.com for the invoices", "fact"],
  ["A partir de ahora escribe en español, por favor.", "preference"],
  ["Do you remember that we decided on tabs?", undefined],
  ["Fix the failing test in queue.ts", undefined],
  ["> we decided to deploy on Thursdays", undefined],
  ["```\nnever use this\n```", undefined],
  [`We decided ${"on this and that and ".repeat(20)}`, undefined],
])("takes %j for %j", (prompt, type) => {
  expect(worthKeeping(prompt)[0]?.type).toBe(type);
});

it("offers at most three, each once, from the start and the end of a long prompt", () => {
  const many = Array.from({ length: 9 }, (_, at) => `We decided on number ${at % 4}.`).join("\n");
  expect(worthKeeping(many).map(({ text }) => text)).toEqual(
    [0, 1, 2].map((at) => `We decided on number ${at}.`),
  );
  const pasted = "x".repeat(20_000);
  expect(
    worthKeeping(`We decided on A now.\n${pasted}\nWe decided on B now.\n${pasted}\nWe decided on C now.`),
  ).toHaveLength(2);
});

const turn = (text: string) => JSON.stringify({ type: "user", message: { role: "user", content: text } });
const result = JSON.stringify({
  type: "user",
  message: { content: [{ type: "tool_result", content: "We decided on what a file says." }] },
});
const meta = JSON.stringify({ type: "user", isMeta: true, message: { content: "We decided on nothing." } });
const calling = (name: string, input: object) =>
  JSON.stringify({ type: "assistant", message: { content: [{ type: "tool_use", name, input }] } });

/** What is offered after a conversation of these lines. */
async function offered(lines: readonly string[], more: object = {}) {
  const folder = temporaryFolder({ "t.jsonl": lines.join("\n") });
  const transcript = { transcript_path: join(folder, "t.jsonl"), hook_event_name: "Stop", session_id: "s-1" };
  return offerFor(readHookInput(JSON.stringify({ ...transcript, ...more })));
}

it("offers what the last turn said, once, and nothing when that was kept or the agent was asked", async () => {
  const said = turn("We decided on Postgres, it's simpler.");
  const offer = await offered([turn("We decided on SQLite before."), said, result, meta, "half a li"]);
  expect(offer?.reason).toContain(
    "recall remember --type decision --session s-1 -- 'We decided on Postgres, it'\\''s simpler.'",
  );
  expect(offer?.reason).not.toContain("SQLite");
  expect(offer?.reason).not.toContain("a file says");
  expect(await offered([said, turn("Thanks, go on")])).toBeUndefined();
  expect(await offered([said, calling("mcp__recall__remember", {})])).toBeUndefined();
  expect(await offered([said, calling("Bash", { command: "npx recall remember 'x'" })])).toBeUndefined();
  expect(await offered([said, calling("Bash", { command: "ls" })])).toBeDefined();
  expect(await offered([said], { stop_hook_active: true })).toBeUndefined();
  expect(await offered([said], { transcript_path: "/nowhere/at-all.jsonl" })).toBeUndefined();
  expect(await offered([], {})).toBeUndefined();
});

it("finds the last turn at the end of a long conversation", async () => {
  const folder = temporaryFolder({});
  const long = Array.from({ length: 3_000 }, () => calling("Bash", { command: "x".repeat(500) }));
  writeInto(folder, "t.jsonl", [...long, turn("We decided on Postgres.")].join("\n"));
  const input = { transcript_path: join(folder, "t.jsonl"), hook_event_name: "Stop" };
  expect((await offerFor(readHookInput(JSON.stringify(input))))?.suggestions).toHaveLength(1);
});

it("takes an agent's JSON for that, and everything else for the prompt itself", () => {
  const json = { prompt: "hi", session_id: "s", cwd: "/w", transcript_path: "rel", stop_hook_active: "yes" };
  expect(readHookInput(JSON.stringify(json))).toEqual({
    prompt: "hi",
    session: "s",
    cwd: "/w",
    isAskedAlready: false,
    isJson: true,
  });
  for (const text of ["{ a: 1 }", '{"a":1}', "[]", "null", "", "plain"])
    expect(readHookInput(text)).toEqual({ prompt: text, isAskedAlready: false, isJson: false });
  const odd = readHookInput(
    JSON.stringify({ prompt: 7, hook_event_name: "X", session_id: "a\nb", cwd: "rel" }),
  );
  expect(odd).toEqual({ prompt: "", event: "X", isAskedAlready: false, isJson: true });
});
