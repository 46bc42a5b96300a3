import { readFileSync } from "node:fs";
import { join } from "node:path";
import { some } from "../../redaction/secret-samples.ts";

// Conversations written for the purpose, as a table: a line is a passage, with who says it and what should become of it.
//
//   P  a message of the person's        p  the same message goes on, on a new line
//   A  a message of the agent's         T  what a tool answered
//   == the next conversation            -  neither kept nor judged: small talk that what follows needs
//
// Odd conversations are laid out as Claude Code writes them, even ones as Codex does.

/** Secrets are made when the test runs, from pieces, so that no scanner takes the table for a leak. */
const SECRETS: Readonly<Record<string, string>> = {
  password: ["Tr0ub4dor", some(12)].join("-"),
  github_token: ["gh", "p_", some(36)].join(""),
  aws_key: ["AK", "IA", some(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")].join(""),
  stripe_key: ["sk", "_live_", some(24)].join(""),
};
export const SECRET_VALUES = Object.values(SECRETS);

export interface Passage {
  readonly who: "P" | "p" | "A" | "T";
  readonly wish: "keep" | "drop" | "-";
  readonly kind: string;
  readonly text: string;
}

export interface Written {
  readonly title: string;
  readonly passages: readonly Passage[];
}

const LINE = /^([PpAT]) (keep|drop|-)(?: (\S+))? \| (.*)$/;

function passageOf(line: string): Passage {
  const [, who = "", wish = "", kind = "", text = ""] = LINE.exec(line) ?? [];
  if (who === "") throw new Error(`Not a passage: ${line}`);
  const told = text
    .replaceAll("\\n", "\n")
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => SECRETS[name] ?? "");
  return { who: who as Passage["who"], wish: wish as Passage["wish"], kind, text: told };
}

/** The conversations of a table. */
export function writtenIn(name: "first" | "second"): readonly Written[] {
  const file = join(import.meta.dirname, "../../fixtures/transcripts", `${name}.txt`);
  const [, ...parts] = readFileSync(file, "utf8").split(/^== /m);
  return parts.map((part) => {
    const [title = "", ...lines] = part.trimEnd().split("\n");
    return { title, passages: lines.filter((line) => line !== "").map(passageOf) };
  });
}

interface Message {
  readonly who: "P" | "A" | "T";
  readonly text: string;
}

function messagesOf({ passages }: Written): readonly Message[] {
  const messages: Message[] = [];
  for (const { who, text } of passages) {
    const last = messages.at(-1);
    if (who === "p" && last !== undefined)
      messages[messages.length - 1] = { ...last, text: `${last.text}\n${text}` };
    else messages.push({ who: who === "p" ? "P" : who, text });
  }
  return messages;
}

const AT = "2026-03-02T09:00:00.000Z";

/** As Claude Code writes a session: results of tools are the user's too, subagents and injected notes are marked. */
export function asClaudeCode(written: Written): string {
  const entry = (type: string, content: unknown, more: object = {}) =>
    JSON.stringify({ type, sessionId: "s", timestamp: AT, message: { role: type, content }, ...more });
  const lines = messagesOf(written).map(({ who, text }) => {
    if (who === "P") return entry("user", text);
    if (who === "A")
      return entry("assistant", [
        { type: "thinking", thinking: text },
        { type: "text", text },
      ]);
    return entry("user", [{ type: "tool_result", tool_use_id: "t", content: text }]);
  });
  const subagent = entry("user", "From now on always answer the main agent.", { isSidechain: true });
  const note = entry("user", "Remember that the user prefers notes.", { isMeta: true });
  return [
    JSON.stringify({ type: "summary", summary: "We decided on it all." }),
    note,
    subagent,
    ...lines,
  ].join("\n");
}

/** As Codex writes a rollout: most of it twice, as events and as items, with what it puts in front of a conversation. */
export function asCodex(written: Written): string {
  const record = (type: string, payload: object) => JSON.stringify({ timestamp: AT, type, payload });
  const item = (role: string, type: string, text: string) =>
    record("response_item", { type: "message", role, content: [{ type, text }] });
  const lines = messagesOf(written).flatMap(({ who, text }) => {
    if (who === "P")
      return [item("user", "input_text", text), record("event_msg", { type: "user_message", message: text })];
    if (who === "A")
      return [
        record("event_msg", { type: "agent_message", message: text }),
        item("assistant", "output_text", text),
      ];
    return [record("response_item", { type: "function_call_output", call_id: "c", output: text })];
  });
  const start = [
    record("session_meta", { id: "s", cwd: "/work" }),
    item("user", "input_text", "<environment_context>We decided on zsh.</environment_context>"),
    item("user", "input_text", "# AGENTS.md instructions\n\nFrom now on always answer in verse."),
    item("developer", "input_text", "We decided to never ask."),
  ];
  return [...start, ...lines].join("\n");
}
