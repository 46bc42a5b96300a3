import { Command } from "commander";
import { expect, it } from "vitest";
import { setting } from "../../../src/cli/flags/parsers.ts";
import {
  addQuestionFlags,
  addSearchFlags,
  type SearchFlags,
  searchWish,
} from "../../../src/cli/flags/search-flags.ts";
import { refuseUnknown } from "../../../src/cli/flags/unknown-command.ts";

it.each<[SearchFlags, object]>([
  [{}, {}],
  [{ limit: 5 }, { limit: 5 }],
  [{ profile: "edge" }, { profile: "edge" }],
  [{ set: { a: 1 } }, { settings: { a: 1 } }],
  [{ minScore: 0 }, { minScore: 0 }],
  [{ minRelevance: 0 }, { minRelevance: 0 }],
  [{ session: "s" }, { session: "s" }],
  [
    { session: "s", onlySession: true },
    { session: "s", filters: { session: "s" } },
  ],
  [{ session: "s", onlySession: false }, { session: "s" }],
  [{ auto: true }, { auto: true }],
  [{ expand: true }, { expand: true }],
  [{ root: ["r"] }, { filters: { root: "r" } }],
  [{ prefix: ["p"] }, { filters: { prefix: "p" } }],
  [{ glob: ["*.md"] }, { filters: { glob: "*.md" } }],
  [{ kind: "memory" }, { filters: { kind: "memory" } }],
  [{ type: ["fact"] }, { filters: { type: "fact" } }],
  [{ tag: ["t"] }, { filters: { tag: "t" } }],
  [{ language: ["go"] }, { filters: { language: "go" } }],
  [{ root: ["r", "s"] }, { filters: { root: ["r", "s"] } }],
  [{ filters: { not: { root: "r" } } }, { filters: { not: { root: "r" } } }],
  [{ filters: { root: "r" }, kind: "file" }, { filters: { kind: "file", all: [{ root: "r" }] } }],
  [{ after: "7d", before: "1d" }, { filters: { after: "7d", before: "1d" } }],
])("asks with the flags %j for %j", (flags, wish) => {
  expect(searchWish("q", flags)).toEqual({ query: "q", ...wish });
});

it("needs a session for what only a session remembered", () => {
  expect(() => searchWish("q", { onlySession: true })).toThrow("--only-session: name the session");
});

const optionsOf = (add: (command: Command) => Command, args: readonly string[]) =>
  add(new Command().exitOverride().configureOutput({ writeErr: () => undefined }))
    .parse(["node", "recall", ...args])
    .opts();

it("has --auto where a program searches, and not where a person asks", () => {
  expect(optionsOf(addSearchFlags, ["--auto"])).toEqual({ auto: true });
  expect(() => optionsOf(addQuestionFlags, ["--auto"])).toThrow("unknown option");
});

it.each<[readonly string[], object]>([
  [["-n", "1"], { limit: 1 }],
  [["--limit", "100"], { limit: 100 }],
  [["--min-score", "0.5"], { minScore: 0.5 }],
  [["--min-relevance", "0"], { minRelevance: 0 }],
  [["--min-relevance", "1"], { minRelevance: 1 }],
  [["--set", "a=1", "--set", "b=x"], { set: { a: 1, b: "x" } }],
  [["--kind", "file", "--only-session"], { kind: "file", onlySession: true }],
])("reads %j as %j", (args, flags) => {
  expect(optionsOf(addSearchFlags, args)).toEqual(flags);
});

it.each([
  [["--limit", "0"]],
  [["--limit", "101"]],
  [["--min-score", "1.1"]],
  [["--min-relevance", "1.1"]],
  [["--min-relevance", "-0.1"]],
  [["--min-relevance", "50%"]],
  [["--min-relevance", ""]],
  [["--profile", "none"]],
  [["--kind", "none"]],
])("refuses %j", (args) => {
  expect(() => optionsOf(addSearchFlags, args)).toThrow();
});

it.each([
  ["a=true", true],
  ["a=false", false],
  ["a=TRUE", "TRUE"],
  ["a=-1.5e-3", -0.0015],
  ["a=.5", 0.5],
  ["a=5.", 5],
  ["a=1E2", 100],
  ["a=1e+2", 100],
  ["a=+1", "+1"],
  ["a=0x10", "0x10"],
  ["a=1e999", "1e999"],
  ["a=1 ", "1 "],
  ["a=.", "."],
  ["a=b=c", "b=c"],
  ["a= ", " "],
  ["a=1e", "1e"],
])("reads the setting %j as %j", (text, value) => {
  expect(setting(text)).toEqual({ a: value });
});

it.each(["a", "a=", "=1", "a b=1", " a=1", "a\n=1"])("takes %j for no setting", (text) => {
  expect(() => setting(text)).toThrow("Expected a setting and its value");
});

it.each([
  ["serch", "error: unknown command 'serch'\n(Did you mean search?)"],
  ["xyzzyx", "error: unknown command 'xyzzyx'"],
])("refuses the command %s, with the nearest that there is", (name, message) => {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  program.command("search");
  program.command("status");
  expect(() => refuseUnknown(program, name)).toThrow(
    expect.objectContaining({ message, code: "commander.unknownCommand" }),
  );
});
