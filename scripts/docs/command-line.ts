import type { Argument, Command, Option } from "commander";
import { COMMANDS, createProgram } from "../../src/cli/program.ts";
import { code, linkTo, page, sentence, table } from "./markdown.ts";

const INTRODUCTION = `Every command, with its arguments and flags, as \`recall help <command>\` prints them. What the commands are for, exit
codes, places and JSON output: [command line](../command-line.md).`;

/** The whole command line, with no command run. */
const wholeProgram = (): Promise<Command> =>
  createProgram(Object.keys(COMMANDS), {
    startWith: () => () => async () => undefined,
    terminal: { out: () => undefined, err: () => undefined },
    isJson: false,
  });

const titleOf = (command: Command, above: string): string => `${above}${command.name()}`;

/** What follows the program's name: `push [folder]`. */
const usageOf = (command: Command, above: string): string =>
  [titleOf(command, above), ...command.registeredArguments.map(argumentText)].join(" ");

const argumentText = (argument: Argument): string => {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
};

const defaultOf = ({ defaultValue }: Option | Argument): string =>
  defaultValue === undefined || (Array.isArray(defaultValue) && defaultValue.length === 0)
    ? ""
    : sentence(`Default: ${code(String(defaultValue))}`);

const choicesOf = ({ argChoices }: Option | Argument): string =>
  argChoices === undefined ? "" : sentence(`One of ${argChoices.map(code).join(", ")}`);

const about = (described: Option | Argument): string =>
  [sentence(described.description), choicesOf(described), defaultOf(described)]
    .filter((part) => part !== "")
    .join(" ");

const flagsTable = (options: readonly Option[]): string =>
  table(
    ["flag", ""],
    options.filter(({ hidden }) => !hidden).map((option) => [code(option.flags), about(option)]),
  );

/** A command's section, then those of the commands below it. */
function sections(command: Command, above: string, rank: string): readonly string[] {
  const shown = command.createHelp().visibleCommands(command);
  const inner = shown.filter((child) => child.name() !== "help" && child !== command);
  const hasOwn = inner.length === 0 || command.registeredArguments.length > 0;
  return [
    `${rank} ${titleOf(command, above)}`,
    hasOwn ? code(usageOf(command, above)) : "",
    sentence(command.description() || command.summary()),
    table(
      ["argument", ""],
      command.registeredArguments.map((argument) => [code(argument.name()), about(argument)]),
    ),
    flagsTable(command.options),
    ...inner.flatMap((child) => sections(child, `${titleOf(command, above)} `, `${rank}#`)),
  ];
}

/** `docs/reference/command-line.md`: commander's own description of the program. */
export async function commandLinePage(): Promise<string> {
  const program = await wholeProgram();
  return page("Command line reference", [
    INTRODUCTION,
    table(
      ["command", ""],
      program.commands.map((command) => [linkTo(titleOf(command, "recall ")), sentence(command.summary())]),
    ),
    "## Flags of every command",
    flagsTable(program.options),
    ...program.commands.flatMap((command) => sections(command, "recall ", "##")),
  ]);
}
