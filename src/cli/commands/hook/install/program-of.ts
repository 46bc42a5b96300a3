import type { CommandContext } from "../../../command.ts";
import { planInstall, thisProgram } from "../../../install/plan-install.ts";
import { settingsOf } from "../../../session/session.ts";
import { shellWord } from "../../../terminal/terminal-safe.ts";

/** How a shell starts this very program, for the server that is in use here. Throws where only flags name that. */
export async function programOf(context: CommandContext): Promise<string> {
  const { entry } = planInstall({
    ...{ client: "claude-code", name: "recall", isProject: false },
    ...{ env: context.env, cwd: context.cwd, at: context.flags.at },
    settings: await settingsOf(context),
    program: thisProgram(),
  });
  const { RECALL_HOME } = entry.env ?? {};
  const words = [entry.command, ...entry.args.slice(0, -1)].map(shellWord);
  return [...(RECALL_HOME === undefined ? [] : [`RECALL_HOME=${shellWord(RECALL_HOME)}`]), ...words].join(
    " ",
  );
}
