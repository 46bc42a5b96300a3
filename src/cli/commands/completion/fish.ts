import { allCommands, type CompletedCommand, type CompletedFlag, type Value } from "./completion-tree.ts";

/** Inside single quotes. */
const quoted = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;

const words = (names: readonly string[]): string => names.join(" ");

const offer = (value: Value): string => {
  if (value.kind === "choices")
    return ` -x -a ${quoted(value.choices.map((choice) => (choice.includes(" ") ? `"${choice}"` : choice)).join(" "))}`;
  if (value.kind === "names") return ` -x -a '(__recall_names ${value.of})'`;
  if (value.kind === "file") return " -r -F";
  return value.kind === "folder" ? " -x -a '(__fish_complete_directories)'" : " -x";
};

const nameOption = (name: string): string =>
  name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;

const flagLine = (condition: string, { names, summary, value }: CompletedFlag): string =>
  `complete -c recall -n ${condition} ${names.map(nameOption).join(" ")}${value === undefined ? "" : offer(value)} -d ${quoted(summary)}`;

function placeLines(command: CompletedCommand): readonly string[] {
  const last = command.values.length - 1;
  return command.values.flatMap((value, at) => {
    if (value.kind === "text") return [];
    const place = command.isVariadic && at === last ? "" : ` ${at}`;
    const condition = quoted(`__recall_at "${words(command.path)}"${place}`);
    if (value.kind === "file") return [`complete -c recall -n ${condition} -F`];
    return [`complete -c recall -n ${condition}${offer(value).replace(" -x", " -f")}`];
  });
}

function commandLines(command: CompletedCommand): readonly string[] {
  const here = quoted(`__recall_at "${words(command.path)}"`);
  const first = quoted(`__recall_at "${words(command.path)}" 0`);
  return [
    ...command.commands.map(
      ({ path, summary }) => `complete -c recall -n ${first} -f -a ${path.at(-1)} -d ${quoted(summary)}`,
    ),
    ...placeLines(command),
    ...command.flags.map((flag) => flagLine(here, flag)),
  ];
}

const nodeCase = (command: CompletedCommand): string => {
  const valued = command.flags.filter(({ value }) => value !== undefined).flatMap(({ names }) => names);
  return `    case ${quoted(words(command.path))}
      set -g __recall_commands ${words(command.commands.map(({ path }) => path.at(-1) ?? ""))}
      set -g __recall_valued ${words(valued)}`;
};

/** A completion script for fish 3 and later. It asks `recall` for nothing but names. */
export function fishCompletion(tree: CompletedCommand): string {
  const all = allCommands(tree);
  return `# fish completion for recall, written by: recall completion fish
function __recall_node
  switch "$argv[1]"
${all.map(nodeCase).join("\n")}
  end
end
function __recall_names
  set -l typed (commandline -ct | string replace -r -- '^--\\w+=' '' | string unescape)
  command recall completion names $argv[1] -- "$typed" 2>/dev/null
end
# Whether the words before the cursor name this command, and with a number so many places of it are filled.
function __recall_at
  set -l path
  set -l place 0
  set -l is_value 0
  for word in (commandline -opc)[2..-1]
    __recall_node "$path"
    if test $is_value = 1
      set is_value 0
    else if contains -- "$word" $__recall_valued
      set is_value 1
    else if string match -q -- '-*' "$word"
      continue
    else if contains -- "$word" $__recall_commands
      set path (string trim -- "$path $word")
    else
      set place (math $place + 1)
    end
  end
  test "$path" = "$argv[1]"; or return 1
  test (count $argv) -lt 2; or test $place = "$argv[2]"
end
complete -c recall -f
${all.flatMap(commandLines).join("\n")}
`;
}
