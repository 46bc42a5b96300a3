import type { Argument, Command, Option } from "commander";

/** What `recall completion names` lists. */
export const NAMES_OF = ["roots", "documents", "entities"] as const;
export type NamesOf = (typeof NAMES_OF)[number];

/** What may stand for a value. `text`: nothing that could be listed. */
export type Value =
  | { readonly kind: "file" | "folder" | "text" }
  | { readonly kind: "choices"; readonly choices: readonly string[] }
  /** Names that the server knows, asked for by what is typed. */
  | { readonly kind: "names"; readonly of: NamesOf };

export interface CompletedFlag {
  /** `-n` and `--limit`, or one of them. */
  readonly names: readonly string[];
  readonly summary: string;
  /** Undefined: it takes none. */
  readonly value: Value | undefined;
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** Its name and those of the commands above it; none for the program. */
  readonly path: readonly string[];
  readonly summary: string;
  /** Its own and those that every command takes. */
  readonly flags: readonly CompletedFlag[];
  /** What may stand in each place, the last one for all that follow when it is `several`. */
  readonly values: readonly Value[];
  readonly isVariadic: boolean;
  readonly commands: readonly CompletedCommand[];
}

/** The names that arguments, flags and values of flags have in this program for what can be listed. */
const NAMED: Readonly<Record<string, Value>> = {
  file: { kind: "file" },
  folder: { kind: "folder" },
  root: { kind: "names", of: "roots" },
  "--root": { kind: "names", of: "roots" },
  place: { kind: "names", of: "documents" },
  entity: { kind: "names", of: "entities" },
  "--entity": { kind: "names", of: "entities" },
};

const valueNamed = (name: string, choices: readonly string[] | undefined): Value =>
  choices === undefined ? (NAMED[name] ?? { kind: "text" }) : { kind: "choices", choices };

/** `--to <file>` takes a file. */
const valueName = (flags: string): string => /[<[]([^>\].]+)/.exec(flags)?.[1] ?? "";

/** Shells show one line, and little of it. */
const firstLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const flagOf = ({ short, long, flags, ...option }: Option): CompletedFlag => ({
  names: [short, long].filter((name) => name !== undefined),
  summary: firstLine(option.description),
  value:
    option.required || option.optional
      ? (NAMED[long ?? ""] ?? valueNamed(valueName(flags), option.argChoices))
      : undefined,
});

const HELP: CompletedFlag = { names: ["-h", "--help"], summary: "help for this command", value: undefined };

const argumentOf = (argument: Argument): Value => valueNamed(argument.name(), argument.argChoices);

const VERSION_FLAG = "--version";
const HELP_COMMAND = "help";

/** The command below it that runs where none is named: `recall memories` lists. Commander keeps it to itself. */
const defaultName = (command: Command): unknown =>
  (command as unknown as { readonly _defaultCommandName?: unknown })._defaultCommandName;

function completed(
  command: Command,
  { path, globals }: { readonly path: readonly string[]; readonly globals: readonly CompletedFlag[] },
): CompletedCommand {
  const own = command.options.map(flagOf);
  const commands = command.commands.map((child) =>
    completed(child, { path: [...path, child.name()], globals }),
  );
  const standIn = commands.find((child) => child.path.at(-1) === defaultName(command));
  return {
    path,
    summary: firstLine(command.summary() || command.description()),
    flags: standIn?.flags ?? [...own, ...globals, HELP],
    values: command.registeredArguments.map(argumentOf),
    isVariadic: command.registeredArguments.at(-1)?.variadic === true,
    commands,
  };
}

/** What there is to complete in a program whose every command is loaded. */
export function completionTree(program: Command): CompletedCommand {
  const globals = program.options.map(flagOf).filter(({ names }) => !names.includes(VERSION_FLAG));
  const tree = completed(program, { path: [], globals });
  const own = program.options.map(flagOf);
  // `recall help search` completes as `recall` itself does, one command deep.
  const choices = tree.commands.map(({ path }) => path.join(" "));
  const commands = tree.commands.map((command) =>
    command.path[0] === HELP_COMMAND
      ? { ...command, values: [{ kind: "choices", choices }] as const, isVariadic: false }
      : command,
  );
  return { ...tree, flags: [...own, HELP], commands };
}

/** A command and all below it. */
export const allCommands = (command: CompletedCommand): readonly CompletedCommand[] => [
  command,
  ...command.commands.flatMap(allCommands),
];
