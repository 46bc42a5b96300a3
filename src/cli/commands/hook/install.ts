import { homedir } from "node:os";
import { join } from "node:path";
import type { CommandContext } from "../../command.ts";
import { planInstall } from "../../install/plan-install.ts";
import { writeInstall } from "../../install/write-install.ts";
import { settingsOf } from "../../session/session.ts";
import { shellWord } from "../../terminal/terminal-safe.ts";
import { hookSettings, setHooks } from "./claude-settings.ts";

export interface HookInstall {
  readonly file: string;
  readonly settings: object;
  readonly done: "written" | "unchanged" | undefined;
}

export interface HookInstallWish {
  readonly write: boolean;
  /** For this folder only, in the file that is not committed: the commands name places of this machine. */
  readonly isProject: boolean;
}

/** How a shell starts this very program, for the server that is in use here. Throws where only flags name that. */
async function programOf(context: CommandContext): Promise<string> {
  const { entry } = planInstall({
    ...{ client: "claude-code", name: "recall", isProject: false },
    ...{ env: context.env, cwd: context.cwd, at: context.flags.at },
    settings: await settingsOf(context),
    program: [process.execPath, process.argv[1] ?? "recall"],
  });
  const { RECALL_HOME } = entry.env ?? {};
  const words = [entry.command, ...entry.args.slice(0, -1)].map(shellWord);
  return [...(RECALL_HOME === undefined ? [] : [`RECALL_HOME=${shellWord(RECALL_HOME)}`]), ...words].join(
    " ",
  );
}

/** Claude Code's own settings with our hooks in them, written where that is asked for. Throws AppError. */
export async function installHooks(
  context: CommandContext,
  { write, isProject }: HookInstallWish,
): Promise<HookInstall> {
  const { CLAUDE_CONFIG_DIR, HOME } = context.env;
  const user = join(CLAUDE_CONFIG_DIR || join(HOME || homedir(), ".claude"), "settings.json");
  const file = isProject ? join(context.cwd, ".claude", "settings.local.json") : user;
  const program = await programOf(context);
  const place = { file, ...(isProject && { within: context.cwd }) };
  const done = write ? await writeInstall({ ...place, edit: (text) => setHooks(text, program) }) : undefined;
  return { file, settings: hookSettings(program), done };
}
