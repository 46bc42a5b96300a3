import { Argument, Command, Option } from "commander";
import { expect, it } from "vitest";
import { completionScript } from "../../../../src/cli/commands/completion/completion.ts";
import { allCommands, completionTree } from "../../../../src/cli/commands/completion/completion-tree.ts";

/** A small program with one of everything. */
function program(): Command {
  const recall = new Command("recall").version("1").option("--json", "print\n JSON");
  recall
    .command("put <folder> [file...]")
    .description("it's [put]: there\\")
    .option("-n, --limit <n>", "most")
    .addOption(new Option("--kind <kind>", "kind").choices(["a", "b"]))
    .option("--to [file]", "where: [here]");
  const list = recall.command("list-all").summary("short").description("a long text");
  list.command("see [word]", { isDefault: true }).option("--deep", "more").argument("[at]", "x");
  list.command("go").addArgument(new Argument("<way>").choices(["up", "down"]));
  recall.command("help [command...]").description("explains");
  return recall;
}

it("knows of each command what may stand where, and the flags of the one that stands in for it", () => {
  const all = allCommands(completionTree(program()));
  expect(all.map(({ path }) => path.join(" "))).toEqual([
    "",
    "put",
    "list-all",
    "list-all see",
    "list-all go",
    "help",
  ]);
  const [recall, put, list, see, go, help] = all;
  const names = (command = recall) => command?.flags.flatMap((flag) => flag.names);
  expect(names()).toEqual(["-V", "--version", "--json", "-h", "--help"]);
  expect(names(put)).toEqual(["-n", "--limit", "--kind", "--to", "--json", "-h", "--help"]);
  expect(names(list)).toEqual(["--deep", "--json", "-h", "--help"]);
  expect(names(see)).toEqual(names(list));
  expect(names(go)).toEqual(["--json", "-h", "--help"]);
  expect(put?.flags.map(({ value }) => value)).toEqual([
    { kind: "text" },
    { kind: "choices", choices: ["a", "b"] },
    { kind: "file" },
    undefined,
    undefined,
  ]);
  expect(recall?.flags[1]?.summary).toBe("print JSON");
  expect(put).toMatchObject({ values: [{ kind: "folder" }, { kind: "file" }], isVariadic: true });
  expect(see).toMatchObject({ values: [{ kind: "text" }, { kind: "text" }], isVariadic: false });
  expect(list?.summary).toBe("short");
  expect(help).toMatchObject({
    values: [{ kind: "choices", choices: ["put", "list-all", "help"] }],
    isVariadic: false,
  });
});

/** The lines of a shell's script that have a text in them, without their indent. */
const linesWith = (shell: "bash" | "zsh" | "fish", text: string) =>
  completionScript(shell, program())
    .split("\n")
    .filter((line) => line.includes(text))
    .map((line) => line.trim());

it("tells bash the commands, flags, flags with values, and values of each command", () => {
  const script = completionScript("bash", program());
  expect(script).toContain(`    "put") commands=""
      flags="-n --limit --kind --to --json -h --help"
      valued=" -n --limit --kind --to " ;;
`);
  expect(script).toContain(`    "list-all") commands="see go"
      flags="--deep --json -h --help"
      valued="  " ;;
`);
  expect(script).toContain(`    "put --kind") _recall_words "a b" ;;
    "put --to") _recall_files -f ;;
  esac`);
  expect(script).toContain(`    "put "0) _recall_files -d ;;
    "put "*) _recall_files -f ;;
    "list-all go "0) _recall_words "up down" ;;
    "help "0) _recall_words "put list-all help" ;;
  esac`);
});

it("tells zsh the same, with what its specifications take for signs of theirs escaped", () => {
  const script = completionScript("zsh", program());
  expect(script).toContain(`_recall_put() {
  _arguments -s \\
    '(-n --limit)-n[most]:text:()' \\
    '(-n --limit)--limit=[most]:text:()' \\
    '--kind=[kind]:choices:(a b)' \\
    '--to=[where\\: \\[here\\]]:file:_files' \\
    '--json[print JSON]' \\
    '(-h --help)-h[help for this command]' \\
    '(-h --help)--help[help for this command]' \\
    '1:folder:_files -/' \\
    '*:file:_files'
}
`);
  expect(script).toContain(`      commands=(
        'put:it'\\''s [put]\\: there\\'
        'list-all:short'
        'help:explains'
      )`);
  expect(script).toContain(`      case $line[1] in
      put) _recall_put ;;
      list-all) _recall_list_all ;;
      help) _recall_help ;;
      esac ;;`);
  expect(linesWith("zsh", "'1:")).toContain("'1:choices:(put list-all help)'");
  expect(linesWith("zsh", "() {")).toEqual(
    [
      "recall_names",
      "recall",
      "recall_put",
      "recall_list_all",
      "recall_list_all_see",
      "recall_list_all_go",
      "recall_help",
    ].map((name) => `_${name}() {`),
  );
});

it("tells fish the same, a line each", () => {
  expect(linesWith("fish", `__recall_at "put"`)).toEqual([
    `complete -c recall -n '__recall_at "put" 0' -f -a '(__fish_complete_directories)'`,
    `complete -c recall -n '__recall_at "put"' -F`,
    `complete -c recall -n '__recall_at "put"' -s n -l limit -x -d 'most'`,
    `complete -c recall -n '__recall_at "put"' -l kind -x -a 'a b' -d 'kind'`,
    `complete -c recall -n '__recall_at "put"' -l to -r -F -d 'where: [here]'`,
    `complete -c recall -n '__recall_at "put"' -l json -d 'print JSON'`,
    `complete -c recall -n '__recall_at "put"' -s h -l help -d 'help for this command'`,
  ]);
  expect(linesWith("fish", `__recall_at "" 0`)).toEqual([
    `complete -c recall -n '__recall_at "" 0' -f -a put -d 'it\\'s [put]: there\\\\'`,
    `complete -c recall -n '__recall_at "" 0' -f -a list-all -d 'short'`,
    `complete -c recall -n '__recall_at "" 0' -f -a help -d 'explains'`,
  ]);
  expect(linesWith("fish", `__recall_at "list-all go" 0`)).toEqual([
    `complete -c recall -n '__recall_at "list-all go" 0' -f -a 'up down'`,
  ]);
  expect(completionScript("fish", program())).toContain(`    case 'list-all'
      set -g __recall_commands see go
      set -g __recall_valued 
    case 'list-all see'`);
  expect(completionScript("fish", program())).toContain("set -g __recall_valued -n --limit --kind --to\n");
});

it("keeps a choice of several words one choice", () => {
  const recall = new Command("recall");
  recall.command("go").addArgument(new Argument("<way>").choices(["up there", "down"]));
  expect(completionScript("fish", recall)).toContain(`-a '"up there" down'`);
  expect(completionScript("zsh", recall)).toContain("(up\\ there down)");
});
