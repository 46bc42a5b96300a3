import { homedir } from "node:os";
import { join } from "node:path";
import type { CommandContext } from "../../../command.ts";
import type { Agent } from "../../../capture/turn.ts";
import type { HookFile } from "./hooks-json.ts";

type Env = CommandContext["env"];

/** Where an agent looks for hooks, and what is to be known of them. */
export interface HookPlace {
  readonly user: (env: Env) => string;
  /** Below a project's folder. */
  readonly project: string;
  /** Undefined: not settings but a plugin, a file of our own. */
  readonly file?: HookFile;
  /** What is left for the person to do, or cannot be done there. */
  readonly note?: string;
}

const homeOf = (env: Env): string => env.HOME || homedir();

/** Ends of sessions: only the start of a process that goes on by itself. */
const SECONDS = { prompt: 10, start: 30, end: 5 };
/** Codex allows no more at the end of a session. */
const CODEX_END_SECONDS = 3;
const MS = 1_000;

/** As the agents' own documentation has it, read in November 2026. */
export const HOOK_PLACES: Readonly<Record<Agent, HookPlace>> = {
  // https://code.claude.com/docs/en/hooks
  "claude-code": {
    user: (env) => join(env.CLAUDE_CONFIG_DIR || join(homeOf(env), ".claude"), "settings.json"),
    project: join(".claude", "settings.local.json"),
    file: {
      hooks: [
        { event: "UserPromptSubmit", name: "prompt", timeout: SECONDS.prompt },
        { event: "SessionStart", name: "session-start", timeout: SECONDS.start },
        { event: "SessionEnd", name: "session-end", timeout: SECONDS.end },
      ],
    },
  },
  // https://developers.openai.com/codex/hooks
  codex: {
    user: (env) => join(env.CODEX_HOME || join(homeOf(env), ".codex"), "hooks.json"),
    project: join(".codex", "hooks.json"),
    file: {
      hooks: [
        { event: "UserPromptSubmit", name: "prompt", timeout: SECONDS.prompt },
        { event: "SessionStart", name: "session-start", timeout: SECONDS.start },
        { event: "SessionEnd", name: "session-end", timeout: CODEX_END_SECONDS },
      ],
    },
    note: "Codex runs new hooks once you have trusted them: type /hooks in Codex",
  },
  // https://github.com/google-gemini/gemini-cli/blob/main/docs/hooks/reference.md
  gemini: {
    user: (env) => join(homeOf(env), ".gemini", "settings.json"),
    project: join(".gemini", "settings.json"),
    file: {
      hooks: [
        { event: "BeforeAgent", name: "prompt", timeout: SECONDS.prompt * MS },
        { event: "SessionStart", name: "session-start", timeout: SECONDS.start * MS },
        { event: "SessionEnd", name: "session-end", timeout: SECONDS.end * MS },
      ],
    },
  },
  // https://cursor.com/docs/hooks
  cursor: {
    user: (env) => join(homeOf(env), ".cursor", "hooks.json"),
    project: join(".cursor", "hooks.json"),
    file: {
      version: 1,
      isFlat: true,
      hooks: [
        { event: "sessionStart", name: "session-start", timeout: SECONDS.start },
        { event: "sessionEnd", name: "session-end", timeout: SECONDS.end },
      ],
    },
    note: "Cursor's hook for a prompt takes no passages: recall mcp install cursor lets the agent search",
  },
  // https://opencode.ai/docs/plugins
  opencode: {
    user: (env) =>
      join(env.XDG_CONFIG_HOME || join(homeOf(env), ".config"), "opencode", "plugins", "edge-recall.js"),
    project: join(".opencode", "plugins", "edge-recall.js"),
    note: "OpenCode has no end of a session: what is said is read whenever the agent is idle",
  },
};
