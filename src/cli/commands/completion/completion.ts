import { Argument } from "commander";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import type { CompletedCommand } from "./completion-tree.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";

/** Each shell's script, loaded when it is asked for. */
const SHELLS = {
  bash: async () => (await import("./bash.ts")).bashCompletion,
  zsh: async () => (await import("./zsh.ts")).zshCompletion,
  fish: async () => (await import("./fish.ts")).fishCompletion,
} as const satisfies Record<string, () => Promise<(tree: CompletedCommand) => string>>;

export type Shell = keyof typeof SHELLS;

/** The script that completes the whole program in a shell. */
export async function completionScript(shell: Shell): Promise<string> {
  const [{ COMMANDS, createProgram }, { completionTree }, script] = await Promise.all([
    import("../../program.ts"),
    import("./completion-tree.ts"),
    SHELLS[shell](),
  ]);
  const program = await createProgram(Object.keys(COMMANDS), () => async () => undefined);
  return script(completionTree(program));
}

async function print(shell: Shell, { terminal, flags }: CommandContext): Promise<ExitCode> {
  const script = await completionScript(shell);
  terminal.out(flags.json === true ? `${JSON.stringify({ shell, script })}\n` : script);
  return EXIT.ok;
}

/** `recall completion bash|zsh|fish` */
export const configureCompletion: ConfigureCommand = (command, start) => {
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
    .action((shell: Shell) => start((context) => print(shell, context)));
};
