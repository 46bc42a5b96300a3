import { allCommands, type CompletedCommand, type Value } from "./completion-tree.ts";

const words = (names: readonly string[]): string => names.join(" ");

const flagNames = ({ flags }: CompletedCommand, takesValue?: boolean): readonly string[] =>
  flags
    .filter(({ value }) => takesValue === undefined || (value !== undefined) === takesValue)
    .flatMap(({ names }) => names);

const lister = (value: Value): string | undefined => {
  if (value.kind === "choices") return `_recall_words "${words(value.choices)}"`;
  if (value.kind === "file") return "_recall_files -f";
  if (value.kind === "names") return `_recall_names ${value.of}`;
  return value.kind === "folder" ? "_recall_files -d" : undefined;
};

/** Sets what a path of commands has: the commands below it, its flags, and those of them that take a value. */
const nodeCase = (command: CompletedCommand): string =>
  `    "${words(command.path)}") commands="${words(command.commands.map(({ path }) => path.at(-1) ?? ""))}"
      flags="${words(flagNames(command))}"
      valued=" ${words(flagNames(command, true))} " ;;`;

function valueCases(command: CompletedCommand): readonly string[] {
  const path = words(command.path);
  return command.flags.flatMap(({ names, value }) => {
    const list = value === undefined ? undefined : lister(value);
    if (list === undefined) return [];
    return [`    ${names.map((name) => `"${path} ${name}"`).join("|")}) ${list} ;;`];
  });
}

function placeCases(command: CompletedCommand): readonly string[] {
  const path = words(command.path);
  const last = command.values.length - 1;
  return command.values.flatMap((value, at) => {
    const list = lister(value);
    const place = command.isVariadic && at === last ? "*" : `${at}`;
    return list === undefined ? [] : [`    "${path} "${place}) ${list} ;;`];
  });
}

/** A completion script for bash 3.2 and later. It asks `recall` for nothing but names. */
export function bashCompletion(tree: CompletedCommand): string {
  const all = allCommands(tree);
  return `# bash completion for recall, written by: recall completion bash
_recall_node() {
  case "$1" in
${all.map(nodeCase).join("\n")}
  esac
}
_recall_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}
_recall_names() {
  local name
  while IFS= read -r name; do
    COMPREPLY+=("$(printf %q "$name")")
  done < <(command recall completion names "$1" -- "$cur" 2>/dev/null)
}
_recall_files() {
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen "$1" -- "$cur")
}
_recall_value() {
  case "$1 $2" in
${all.flatMap(valueCases).join("\n")}
  esac
}
_recall_place() {
  case "$1 $2" in
${all.flatMap(placeCases).join("\n")}
  esac
}
_recall() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}"
  local commands flags valued word path="" place=0 isValue="" at
  COMPREPLY=()
  # --flag=value comes as three words.
  if [[ $cur == "=" ]]; then cur=""
  elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    _recall_node "$path"
    if [[ $word == "=" ]]; then isValue=1
    elif [[ -n $isValue ]]; then isValue=""
    elif [[ $valued == *" $word "* ]]; then isValue=1
    elif [[ $word == -* ]]; then :
    elif [[ " $commands " == *" $word "* ]]; then path="\${path:+$path }$word"
    else place=$((place + 1)); fi
  done
  _recall_node "$path"
  if [[ $valued == *" $prev "* ]]; then _recall_value "$path" "$prev"
  elif [[ $cur == -* ]]; then _recall_words "$flags"
  else
    [[ $place -eq 0 ]] && _recall_words "$commands"
    _recall_place "$path" "$place"
  fi
}
complete -F _recall recall
`;
}
