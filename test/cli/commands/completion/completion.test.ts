import type { Command } from "commander";
import { expect, it } from "vitest";
import { completionScript } from "../../../../src/cli/commands/completion/completion.ts";
import { allCommands, completionTree } from "../../../../src/cli/commands/completion/completion-tree.ts";
import { wholeProgram } from "../../../../src/cli/program.ts";

const program = await wholeProgram();

const flagsOf = (command: Command): readonly string[] => [
  ...command.options.map(({ long }) => long ?? ""),
  ...command.commands.flatMap(flagsOf),
];

it.each(["bash", "zsh", "fish"] as const)("gives %s every command and every flag", (shell) => {
  const script = completionScript(shell, program);
  const named = (word: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(script);
  expect(
    allCommands(completionTree(program))
      .flatMap(({ path }) => path)
      .filter((name) => !named(name)),
  ).toEqual([]);
  const flags = flagsOf(program).map((flag) => (shell === "fish" ? `-l ${flag.slice(2)}` : flag));
  expect(flags.filter((flag) => !named(flag))).toEqual([]);
});

it("knows what takes a file, a folder, one of some words, or nothing to be listed", () => {
  const all = allCommands(completionTree(program));
  const find = (path: string) => all.find((command) => command.path.join(" ") === path);
  const flag = (path: string, name: string) =>
    find(path)?.flags.find(({ names }) => names.includes(name))?.value;
  expect(find("push")?.values).toEqual([{ kind: "folder" }]);
  expect(find("import")?.values).toEqual([{ kind: "file" }]);
  expect(flag("eval", "--questions")).toEqual({ kind: "file" });
  expect(flag("search", "--limit")).toEqual({ kind: "text" });
  expect(flag("search", "--full")).toBeUndefined();
  expect(flag("token create", "--scope")).toEqual({
    kind: "choices",
    choices: ["read", "write", "admin", "owner"],
  });
  expect(flag("memories", "--state")).toMatchObject({ kind: "choices" });
  expect(find("help")?.values[0]).toMatchObject({
    choices: expect.arrayContaining(["search", "help", "token"].slice(0, 1)),
  });
});
