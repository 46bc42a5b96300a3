import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { COMMANDS, createProgram } from "../../src/cli/program.ts";
import { PAGES } from "./pages.ts";

const program = await createProgram(Object.keys(COMMANDS), {
  startWith: () => () => async () => undefined,
  terminal: { out: () => undefined, err: () => undefined },
  isJson: false,
});
const REFERENCE = readFileSync("docs/reference/command-line.md", "utf8");

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

/** The longest command that some words begin with: "graph merge Ana Heron" is "graph merge". */
function commandIn(words: string): string | undefined {
  const names = (words.match(/[\w-]+(?:\s|$)|[^\s]+/g) ?? []).map((word) => word.trim());
  const candidates = names.map((_, at) => names.slice(0, names.length - at).join(" "));
  return candidates.find((name) => COMMANDS_BY_NAME.has(name));
}

/** A command and those below it: what is said of a group may hold for one of its commands. */
const withInner = (name: string): readonly Command[] => {
  const command = COMMANDS_BY_NAME.get(name);
  return command === undefined ? [] : [command, ...command.commands];
};

/** Commands and flags that a page uses and that do not exist. */
function wrongUses(text: string): readonly string[] {
  const used = text
    .split("\n")
    .flatMap((line) => line.match(/(?:^|[\s`$(|])(?:npx )?recall (?!-)[a-z][^`|#]*/g) ?? []);
  return used.flatMap((use) => {
    const words = use.replace(/^.*?recall /, "").trim();
    const [first = ""] = words.split(/[\s.,;:]/);
    if (!COMMANDS_BY_NAME.has(first)) return PROSE.includes(first) ? [] : [`recall ${words}`];
    const there = [...withInner(commandIn(words) ?? first).flatMap(longFlags), ...GLOBAL];
    return flagsIn(words.replace(/"[^"]*"|'[^']*'/g, ""))
      .filter((flag) => !there.includes(flag))
      .map((flag) => `${words}: ${flag}`);
  });
}

/** Words that follow "recall" in a sentence. */
const PROSE: readonly string[] = [];

/** Flags of other programs that the pages name. */
const OTHERS = ["--write-out"];

describe.each(PAGES)("$path", ({ text }) => {
  it("uses no command and no flag of it that does not exist", () => {
    expect(wrongUses(text)).toEqual([]);
  });

  it("names no flag by itself that no command has", () => {
    const known = [...GLOBAL, ...OTHERS, ...[...COMMANDS_BY_NAME.values()].flatMap(longFlags)];
    const alone = [...text.matchAll(/`(--[a-z][a-z-]*)/g)].map(([, flag = ""]) => flag);
    expect([...new Set(alone)].filter((flag) => !known.includes(flag))).toEqual([]);
  });
});

describe("the commands", () => {
  const shown = (command: Command): readonly Command[] => command.createHelp().visibleCommands(command);
  const leaves = (command: Command): readonly Command[] =>
    command.commands.length === 0 ? [command] : shown(command).flatMap(leaves);

  it("all have a summary and a place in the reference page", () => {
    const names = [...COMMANDS_BY_NAME].filter(([, command]) => leaves(program).includes(command));
    expect(names.map(([name]) => name)).toEqual(expect.arrayContaining(["search", "token list"]));
    expect(names.filter(([, command]) => (command.summary() || command.description()) === "")).toEqual([]);
    expect(names.map(([name]) => name).filter((name) => !REFERENCE.includes(`# recall ${name}\n`))).toEqual(
      [],
    );
  });

  it("each stand in the table of the page about them", () => {
    const rows =
      PAGES.find(({ path }) => path === "docs/command-line.md")?.text.match(/^\| [a-z].*`.*$/gm) ?? [];
    const listed = rows.join("\n");
    expect(Object.keys(COMMANDS).filter((name) => !listed.includes(`\`${name}\``))).toEqual(["help"]);
  });

  it("show each of their flags in their help", () => {
    const missing = [...COMMANDS_BY_NAME].flatMap(([name, command]) =>
      longFlags(command)
        .filter((flag) => !command.helpInformation().includes(flag))
        .map((flag) => `${name}: ${flag}`),
    );
    expect(missing).toEqual([]);
  });
});

describe("the check of commands", () => {
  it("finds a command and a flag that do not exist", () => {
    expect(wrongUses("Then `recall frobnicate now`.")).toEqual(["recall frobnicate now"]);
    expect(wrongUses("$ recall token list --scope read")).toEqual(["token list --scope read: --scope"]);
    expect(wrongUses('$ recall search "what is --frob?" -n 3 --json')).toEqual([]);
  });
});
