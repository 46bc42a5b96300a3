import { Argument, type Command } from "commander";
import { type ConfigureCommand, print } from "../../command.ts";
import { bashCompletion } from "./bash.ts";
import { type CompletedCommand, completionTree, NAMES_OF } from "./completion-tree.ts";
import { fishCompletion } from "./fish.ts";
import { printNames } from "./names.ts";
import { zshCompletion } from "./zsh.ts";

const SHELLS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
} as const satisfies Record<string, (tree: CompletedCommand) => string>;

export type Shell = keyof typeof SHELLS;

/** The script that completes a whole program in a shell. */
export const completionScript = (shell: Shell, program: Command): string =>
  SHELLS[shell](completionTree(program));

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
    .action(
      start(async (context, shell: Shell) => {
        const script = completionScript(shell, await wholeProgram());
        return print(context, { shell, script }, () => [script.trimEnd()]);
      }),
    );
  command
    .command("names")
    .description("Lists the names that begin so, for the scripts: nothing where the server does not answer.")
    .addArgument(new Argument("<of>", "names of what").choices([...NAMES_OF]))
    .argument("[typed]", "how they begin")
    .action(start(printNames));
};
