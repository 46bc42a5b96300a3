import { Argument, type Command } from "commander";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { bashCompletion } from "./bash.ts";
import { type CompletedCommand, completionTree } from "./completion-tree.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

/** What writes each shell's script. */
const SHELLS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
} as const satisfies Record<string, (tree: CompletedCommand) => string>;

export type Shell = keyof typeof SHELLS;

/** The script that completes a whole program in a shell. */
export const completionScript = (shell: Shell, program: Command): string =>
  SHELLS[shell](completionTree(program));

function print(shell: Shell, program: Command, { terminal, flags }: CommandContext): ExitCode {
  const script = completionScript(shell, program);
  terminal.out(flags.json === true ? `${JSON.stringify({ shell, script })}\n` : script);
  return EXIT.ok;
}

/** `recall completion bash|zsh|fish` */
export const configure: ConfigureCommand = (command, start, wholeProgram) => {
  command
    .description("Prints a script that completes commands, flags and their values in a shell.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SHELLS)))
    .addHelpText(
      "after",
      `
To keep it:
  bash   recall completion bash > ~/.local/share/bash-completion/completions/recall
  zsh    recall completion zsh > "\${fpath[1]}/_recall"
  fish   recall completion fish > ~/.config/fish/completions/recall.fish`,
    )
    .action((shell: Shell) => start(async (context) => print(shell, await wholeProgram(), context)));
};
