import type { Agent, Turn } from "../turn.ts";
import { type Json, objectAt, textIn } from "./blocks.ts";

/** What a line of a transcript says, and by whom. */
export type Said = Pick<Turn, "by" | "text"> & {
  readonly agent: Agent;
  /** Another record of the same conversation may say it better: of these two kinds one is read. */
  readonly kind?: "event" | "item";
};

/**
 * Claude Code's own JSONL (https://code.claude.com/docs/en/hooks, `transcript_path`): results of tools are entries of the
 * user too; entries of subagents, injected notes and summaries are marked.
 */
function claudeCode({ type, message, isMeta, isSidechain, isCompactSummary }: Json): Said | undefined {
  if (message === undefined || isMeta === true || isSidechain === true || isCompactSummary === true)
    return undefined;
  const text = textIn(objectAt({ message }, "message").content, ["text"]);
  if (type === "user") return { agent: "claude-code", by: "person", text };
  return type === "assistant" ? { agent: "claude-code", by: "agent", text } : undefined;
}

/** An editor sends files and selections in front of what was typed. */
const CODEX_REQUEST = "## My request for Codex:";
/** Instructions that Codex puts in front as if the person had typed them. */
const CODEX_INJECTED = /^\s*(?:# AGENTS\.md instructions|<)/;

function codexEvent({ type, message }: Json): Said | undefined {
  if (typeof message !== "string") return undefined;
  if (type === "user_message") {
    const at = message.lastIndexOf(CODEX_REQUEST);
    const text = at < 0 ? message : message.slice(at + CODEX_REQUEST.length);
    return { agent: "codex", by: "person", text, kind: "event" };
  }
  return type === "agent_message" ? { agent: "codex", by: "agent", text: message, kind: "event" } : undefined;
}

function codexItem({ type, role, content }: Json): Said | undefined {
  if (type !== "message") return undefined;
  if (role === "assistant")
    return { agent: "codex", by: "agent", text: textIn(content, ["output_text"]), kind: "item" };
  const text = role === "user" ? textIn(content, ["input_text"]) : "";
  return text === "" || CODEX_INJECTED.test(text)
    ? undefined
    : { agent: "codex", by: "person", text, kind: "item" };
}

/** Codex's rollout JSONL (codex-rs/protocol, `RolloutItem`). */
function codex(record: Json): Said | undefined {
  const payload = objectAt(record, "payload");
  if (record.type === "event_msg") return codexEvent(payload);
  return record.type === "response_item" ? codexItem(payload) : undefined;
}

/** Gemini CLI's session JSONL (packages/core/src/services/chatRecordingTypes.ts). */
function gemini({ type, content, message }: Json): Said | undefined {
  if (content === undefined || message !== undefined) return undefined;
  const text = textIn(content, ["text", undefined]);
  if (type === "user") return { agent: "gemini", by: "person", text };
  return type === "gemini" ? { agent: "gemini", by: "agent", text } : undefined;
}

const CURSOR_QUERY = /<user_query>([\s\S]*?)<\/user_query>/g;

/** Cursor's JSONL, which its hooks name as `transcript_path` (https://cursor.com/docs/hooks): what was typed is in a tag. */
function cursor(record: Json): Said | undefined {
  const { role } = record;
  const text = textIn(objectAt(record, "message").content, ["text"]);
  if (role === "assistant") return { agent: "cursor", by: "agent", text };
  if (role !== "user") return undefined;
  const typed = [...text.matchAll(CURSOR_QUERY)].map(([, query = ""]) => query);
  return { agent: "cursor", by: "person", text: typed.length > 0 ? typed.join("\n") : text };
}

/** What a record of any known agent says; undefined: nothing that either of the two said. */
export const saidIn = (record: Json): Said | undefined =>
  codex(record) ?? claudeCode(record) ?? gemini(record) ?? cursor(record);
