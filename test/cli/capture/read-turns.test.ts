import { join } from "node:path";
import { expect, it } from "vitest";
import { readTurns } from "../../../src/cli/capture/transcripts/read-turns.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const lines = (...records: readonly object[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join("");
const read = (text: string, maxBytes?: number) =>
  readTurns(join(temporaryFolder({ "t.jsonl": text }), "t.jsonl"), maxBytes);
const said = async (...records: readonly object[]) => {
  const { agent, turns } = await read(lines(...records));
  return [agent, ...turns.map(({ by, text }) => `${by}: ${text}`)];
};

it("reads Claude Code's, without tools, thoughts, subagents, notes and summaries", async () => {
  const user = (content: unknown, more: object = {}) => ({
    type: "user",
    message: { role: "user", content },
    ...more,
  });
  expect(
    await said(
      { type: "summary", summary: "no" },
      user("one"),
      user([{ type: "text", text: "two" }, { type: "image" }]),
      user([{ type: "tool_result", content: "no" }]),
      user("no", { isMeta: true }),
      user("no", { isSidechain: true }),
      user("no", { isCompactSummary: true }),
      {
        type: "assistant",
        message: {
          content: [
            { type: "thinking", thinking: "no" },
            { type: "text", text: "three" },
          ],
        },
      },
      { type: "assistant", message: { content: [{ type: "tool_use", input: { text: "no" } }] } },
    ),
  ).toEqual(["claude-code", "person: one", "person: two", "agent: three"]);
});

it("reads Codex's events, and its items where there are no events", async () => {
  const item = (role: string, type: string, text: string) => ({
    type: "response_item",
    payload: { type: "message", role, content: [{ type, text }] },
  });
  const event = (type: string, message: string) => ({ type: "event_msg", payload: { type, message } });
  const items = [
    item("developer", "input_text", "no"),
    item("user", "input_text", "<environment_context>no</environment_context>"),
    item("user", "input_text", "# AGENTS.md instructions for /w\n\nno"),
    item("user", "input_text", "one"),
    { type: "response_item", payload: { type: "function_call_output", output: "no" } },
    { type: "response_item", payload: { type: "reasoning", summary: [{ text: "no" }] } },
    item("assistant", "output_text", "two"),
  ];
  expect(await said(...items)).toEqual(["codex", "person: one", "agent: two"]);
  const asked = "# Context from my IDE setup:\nno\n## My request for Codex:\nthree";
  expect(
    await said(
      ...items,
      event("user_message", asked),
      event("agent_message", "four"),
      event("token_count", "no"),
    ),
  ).toEqual(["codex", "person: \nthree", "agent: four"]);
});

it("reads Gemini CLI's and Cursor's", async () => {
  expect(
    await said(
      { sessionId: "s", projectHash: "h" },
      { id: "1", type: "user", content: "one" },
      {
        id: "2",
        type: "gemini",
        content: [{ text: "two" }, { functionCall: {} }],
        toolCalls: [{ result: "no" }],
      },
      { id: "3", type: "info", content: "no" },
    ),
  ).toEqual(["gemini", "person: one", "agent: two"]);
  const cursor = (role: string, text: string) => ({ role, message: { content: [{ type: "text", text }] } });
  expect(
    await said(
      cursor("user", "<timestamp>no</timestamp>\n<user_query>one</user_query>"),
      cursor("assistant", "two"),
      cursor("system", "no"),
    ),
  ).toEqual(["cursor", "person: one", "agent: two"]);
});

it("reads the end of a long one, with the lines that the whole has, and nothing of half a line", async () => {
  const records = Array.from({ length: 50 }, (_, at) => ({
    type: "user",
    message: { content: `said ${at}` },
  }));
  const { turns } = await read(lines(...records), 300);
  expect(turns.length).toBeLessThan(10);
  expect(turns.at(-1)).toEqual({ by: "person", text: "said 49", line: 50 });
  expect(turns.every(({ text, line }) => text === `said ${line - 1}`)).toBe(true);
});

it("reads nothing of what is no transcript", async () => {
  expect(await read('plain\n{}\n[1]\nnull\n{"type":"user"}\n')).toEqual({ agent: undefined, turns: [] });
});
