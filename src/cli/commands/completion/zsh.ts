import type { CompletedCommand, CompletedFlag, Value } from "./completion-tree.ts";

/** Inside single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A description inside the brackets of an argument's specification. */
const described = (text: string): string => text.replace(/[\\[\]:]/g, "\\$&");

const action = (value: Value): string => {
  if (value.kind === "choices")
    return `(${value.choices.map((choice) => choice.replaceAll(" ", "\\ ")).join(" ")})`;
  if (value.kind === "file") return "_files";
  // After a blank it is called with these words alone.
  if (value.kind === "names") return ` _recall_names ${value.of}`;
  // A blank, which _arguments documents for this, also keeps flags from being completed before a variadic argument.
  return value.kind === "folder" ? "_files -/" : "()";
};

/** One specification for each of a flag's names: either excludes the other. */
function flagSpecs({ names, summary, value }: CompletedFlag): readonly string[] {
  const excluded = names.length > 1 ? `(${names.join(" ")})` : "";
  const end = value === undefined ? "" : `:${value.kind}:${action(value)}`;
  return names.map((name) => {
    const takes = value !== undefined && name.startsWith("--") ? "=" : "";
    return quoted(`${excluded}${name}${takes}[${described(summary)}]${end}`);
  });
}

const valueSpecs = ({ values, isVariadic }: CompletedCommand): readonly string[] =>
  values.map((value, at) => {
    const place = isVariadic && at === values.length - 1 ? "*" : `${at + 1}`;
    return quoted(`${place}:${value.kind}:${action(value)}`);
  });

const functionName = (path: readonly string[]): string => ["_recall", ...path].join("_").replaceAll("-", "_");

const lines = (specs: readonly string[]): string => specs.map((spec) => `    ${spec}`).join(" \\\n");

const leaf = (command: CompletedCommand): string => `${functionName(command.path)}() {
  _arguments -s \\
${lines([...command.flags.flatMap(flagSpecs), ...valueSpecs(command)])}
}
`;

/** A command with others below it: which one decides what comes next. */
function group(command: CompletedCommand): string {
  const { path, flags, commands, values } = command;
  const [first] = values;
  // What may stand in a command's place: `recall completion bash|names`.
  const choices = first?.kind === "choices" ? first.choices : [];
  const list = [
    ...choices.map(quoted),
    ...commands.map((child) => quoted(`${child.path.at(-1)}:${child.summary.replaceAll(":", "\\:")}`)),
  ];
  const cases = commands.map((child) => `      ${child.path.at(-1)}) ${functionName(child.path)} ;;`);
  return `${functionName(path)}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -s -C \\
${lines([...flags.flatMap(flagSpecs), "'1:command:->command'", "'*::arguments:->arguments'"])}
  case $state in
    command)
      local -a commands
      commands=(
${list.map((entry) => `        ${entry}`).join("\n")}
      )
      _describe -t commands 'command' commands ;;
    arguments)
      case $line[1] in
${cases.join("\n")}
      esac ;;
  esac
}
`;
}

const functions = (command: CompletedCommand): string =>
  command.commands.length === 0 ? leaf(command) : group(command) + command.commands.map(functions).join("");

/** A completion script for zsh: a file \`_recall\` in its fpath, or to be sourced after compinit. */
export const zshCompletion = (tree: CompletedCommand): string => `#compdef recall
# zsh completion for recall, written by: recall completion zsh
_recall_names() {
  local -a names
  names=("\${(@f)$(command recall completion names "$1" -- "\${(Q)PREFIX}" 2>/dev/null)}")
  [[ -n $names[1] ]] && compadd -- $names
}
${functions(tree)}
if [[ $funcstack[1] == _recall ]]; then
  _recall "$@"
else
  compdef _recall recall
fi
`;
