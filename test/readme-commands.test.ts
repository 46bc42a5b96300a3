import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { COMMANDS, createProgram } from "../src/cli/program.ts";

const README = readFileSync("README.md", "utf8");
const program = await createProgram(Object.keys(COMMANDS), () => async () => undefined);

/** Every command under its full name without the program's: "token create". */
function named(command: Command, above: readonly string[] = []): readonly (readonly [string, Command])[] {
  return command.commands
    .filter((child) => child.name() !== "help" || above.length === 0)
    .flatMap((child) => {
      const path = [...above, child.name()];
      return [[path.join(" "), child] as const, ...named(child, path)];
    });
}

const COMMANDS_BY_NAME = new Map(named(program));
const longFlags = (command: Command): readonly string[] =>
  command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []);
const GLOBAL = [...longFlags(program), "--help"];

const flagsIn = (text: string): readonly string[] => text.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [];

/** The longest command that some words begin with: "graph merge <from> <into>" is "graph merge". */
function commandIn(words: string): string | undefined {
  const names = (words.match(/[\w-]+(?:\s|$)|[^\s]+/g) ?? []).map((word) => word.trim());
  const candidates = names.map((_, at) => names.slice(0, names.length - at).join(" "));
  return candidates.find((name) => COMMANDS_BY_NAME.has(name));
}

interface Row {
  readonly commands: readonly string[];
  readonly text: string;
}

/** The rows of the table of commands. */
const ROWS: readonly Row[] = README.split("\n").flatMap((line) => {
  const [, cell, text] = /^\| (`recall .*?`) \| (.*) \|$/.exec(line.replaceAll("\\|", "¦")) ?? [];
  if (cell === undefined || text === undefined) return [];
  const commands = [...cell.matchAll(/`recall ([^`]+)`/g)].flatMap(
    ([, words = ""]) => commandIn(words) ?? [],
  );
  return [{ commands, text: cell + text }];
});

const rowsOf = (command: string): readonly Row[] => ROWS.filter(({ commands }) => commands.includes(command));

/** What a row says of flags, with the rows that it refers to: "as for `push`", "the filters of `search`". */
function flagsSaid(command: string): readonly string[] {
  const text = rowsOf(command)
    .map((row) => row.text)
    .join(" ");
  const others = [...text.matchAll(/(?:as for|of|as) `(?:recall )?([a-z]+)`/g)].flatMap(([, other = ""]) =>
    rowsOf(other),
  );
  return flagsIn([text, ...others.map((row) => row.text)].join(" "));
}

describe("the README's table of commands", () => {
  it("has a row for every command that does something, and no other", () => {
    const leaves = [...COMMANDS_BY_NAME].filter(([, { commands }]) => commands.length === 0);
    const missing = leaves.map(([name]) => name).filter((name) => rowsOf(name).length === 0);
    const hidden = missing.filter((name) => !isShown(name));
    expect(missing.filter((name) => !hidden.includes(name))).toEqual([]);
    expect(ROWS.filter(({ commands }) => commands.length === 0)).toEqual([]);
  });

  it.each([...COMMANDS_BY_NAME].filter(([name]) => rowsOf(name).length > 0))(
    "names every flag of recall %s, and help has them",
    (name, command) => {
      const said = [...flagsSaid(name), ...GLOBAL];
      expect(longFlags(command).filter((flag) => !said.includes(flag))).toEqual([]);
      expect(longFlags(command).filter((flag) => !command.helpInformation().includes(flag))).toEqual([]);
    },
  );

  it("names no flag that its command does not have", () => {
    const wrong = ROWS.flatMap(({ commands, text }) => {
      const there = commands.flatMap((name) => withStandIn(name).flatMap(longFlags));
      return flagsIn(text)
        .filter((flag) => ![...there, ...GLOBAL].includes(flag))
        .map((flag) => `${commands.join(", ")}: ${flag}`);
    });
    expect(wrong).toEqual([]);
  });
});

const isShown = (name: string): boolean => {
  const path = name.split(" ");
  const above = path.length === 1 ? program : COMMANDS_BY_NAME.get(path.slice(0, -1).join(" "));
  return (
    above
      ?.createHelp()
      .visibleCommands(above)
      .some((command) => command.name() === path.at(-1)) === true
  );
};

/** A command and those below it: a row of a group may speak for all. */
const withStandIn = (name: string): readonly Command[] => {
  const command = COMMANDS_BY_NAME.get(name);
  return command === undefined ? [] : [command, ...command.commands];
};

describe("the rest of the README", () => {
  it("runs no command and gives no flag that there is not", () => {
    const lines = README.split("\n").filter((line) => !line.startsWith("| `recall "));
    const used = lines.flatMap((line) => line.match(/(?:^|[\s`$(])(?:npx )?recall (?!-)[a-z][^`|#]*/g) ?? []);
    const wrong = used.flatMap((text) => {
      const words = text.replace(/^.*?recall /, "").trim();
      const [first = ""] = words.split(/[\s.,;:]/);
      if (!COMMANDS_BY_NAME.has(first)) return PROSE.includes(first) ? [] : [`recall ${words}`];
      const command = commandIn(words) ?? first;
      const there = [...withStandIn(command).flatMap(longFlags), ...GLOBAL];
      return flagsIn(words.replace(/"[^"]*"|'[^']*'/g, ""))
        .filter((flag) => !there.includes(flag))
        .map((flag) => `${words}: ${flag}`);
    });
    expect(wrong).toEqual([]);
  });

  it("names no flag by itself that nothing here has", () => {
    const known = [...GLOBAL, ...[...COMMANDS_BY_NAME.values()].flatMap(longFlags)];
    const alone = [...README.matchAll(/`(--[a-z][a-z-]*)/g)].map(([, flag = ""]) => flag);
    expect([...new Set(alone)].filter((flag) => !known.includes(flag))).toEqual([]);
  });
});

/** Words that follow "recall" in a sentence. */
const PROSE: readonly string[] = ["anywhere"];
