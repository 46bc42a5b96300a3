import { HOOK_PLACES } from "../../../../../src/cli/commands/hook/install/agents.ts";
import * as json from "../../../../../src/cli/commands/hook/install/hooks-json.ts";

// Claude Code's settings, as the tests of the file's form use them.

const file = HOOK_PLACES["claude-code"].file ?? { hooks: [] };

export interface Settings {
  readonly hooks: Readonly<Record<string, readonly { hooks: readonly { command: string }[] }[]>>;
}

export const hookSettings = (command: string): Settings =>
  json.hookSettings(file, { command, auto: false }) as Settings;

export const setHooks = (text: string, command: string, auto = false): string =>
  json.setHooks(text, file, { command, auto });
