import { join } from "node:path";
import type { Agent } from "../../../capture/turn.ts";
import type { CommandContext, ExitCode } from "../../../command.ts";
import { printInstall, writeInstall } from "../../../install/write-install.ts";
import { HOOK_PLACES, type HookPlace } from "./agents.ts";
import { hookSettings, type Program, setHooks } from "./hooks-json.ts";
import { openCodePlugin, setOpenCodePlugin } from "./opencode-plugin.ts";
import { programOf } from "./program-of.ts";

export interface InstallFlags {
  readonly write?: boolean;
  readonly project?: boolean;
  readonly auto?: boolean;
}

/** What belongs into the agent's file, as data and as text, and how it gets there beside what is in it. */
function partOf({ file }: HookPlace, program: Program) {
  if (file === undefined) {
    const text = openCodePlugin(program);
    return { settings: text, text, edit: (old: string) => setOpenCodePlugin(old, program) };
  }
  const settings = hookSettings(file, program);
  const edit = (old: string) => setHooks(old, file, program);
  return { settings, text: JSON.stringify(settings, null, 2), edit };
}

/** Prints our hooks for an agent's settings, or puts them into these; `--project`: into this folder's. */
export async function installHooks(
  context: CommandContext,
  agent: Agent,
  { write, project, auto }: InstallFlags,
): Promise<ExitCode> {
  const place = HOOK_PLACES[agent];
  const file = project === true ? join(context.cwd, place.project) : place.user(context.env);
  const program = { command: await programOf(context), auto: auto === true };
  const { settings, text, edit } = partOf(place, program);
  const where = { file, ...(project === true && { within: context.cwd }) };
  const done = write === true ? await writeInstall({ ...where, edit }) : undefined;
  const code = printInstall(context, { file, settings }, { file, text, done });
  if (place.note !== undefined && context.flags.json !== true) context.terminal.err(`${place.note}\n`);
  return code;
}
