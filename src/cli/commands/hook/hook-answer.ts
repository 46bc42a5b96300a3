import { safeJson } from "../../terminal/terminal-safe.ts";
import type { HookInput } from "./hook-input.ts";

interface Given {
  /** What the agent's model is to know. */
  readonly context: string | undefined;
  /** What the person is to know. */
  readonly note?: string | undefined;
}

/** Events of Claude Code, Codex (https://developers.openai.com/codex/hooks) and Gemini CLI (docs/hooks/reference.md), which answer alike. */
const COMMON = ["SessionStart", "UserPromptSubmit", "BeforeAgent"];
/** Cursor's: https://cursor.com/docs/hooks */
const CURSOR = ["sessionStart"];

/** What a hook prints where it has something for the model or the person: in the agent's own form, plain for others. */
export function hookAnswer({ event = "" }: Pick<HookInput, "event">, { context, note }: Given): string {
  if (context === undefined && note === undefined) return "";
  if (COMMON.includes(event)) {
    const output = { hookSpecificOutput: { hookEventName: event, additionalContext: context } };
    return `${safeJson({ ...(context !== undefined && output), ...(note !== undefined && { systemMessage: note }) })}\n`;
  }
  if (CURSOR.includes(event))
    return context === undefined ? "" : `${safeJson({ additional_context: context })}\n`;
  return context ?? "";
}
