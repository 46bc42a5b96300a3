import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { COMMANDS, createProgram } from "../src/cli/program.ts";
import { createApp } from "../src/http/app.ts";
import type { AppParts } from "../src/http/app-parts.ts";
import { PROFILES } from "../src/search/contract/profile-names.ts";
import { sourceFiles } from "./conventions/source-files.ts";

const readme = (): string => readFileSync("README.md", "utf8");
const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const missingFrom = (text: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => !new RegExp(`(?<![\\w/])${escaped(name)}(?![\\w/{])`).test(text));

/** Commands that do something themselves, under their full names: "recall token create". */
function leaves(command: Command, above = ""): readonly (readonly [string, Command])[] {
  const name = `${above}${command.name()}`;
  return command.commands.length === 0
    ? [[name, command]]
    : command.commands.flatMap((child) => leaves(child, `${name} `));
}

/** `GET /v1/documents/{path}` for every route of the application. Building it calls nothing of the parts. */
function routes(): readonly string[] {
  const parts: Pick<AppParts, "corsOrigins"> = { corsOrigins: [] };
  return createApp(parts as AppParts)
    .routes.filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(?:\{[^}]*\})?/g, "{$1}")}`);
}

const NUMBERS = "none one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Set by the system or by npm, not by who uses this. */
const OF_THE_SYSTEM = ["PATH", "HOME", "APPDATA", "INIT_CWD", "XDG_CONFIG_HOME"];

/** Names in capitals in the bindings' type, and what CLI and scripts read of the environment. */
function settings(): readonly string[] {
  const ofWorker = readFileSync("src/env.ts", "utf8").matchAll(/^ {2}readonly ([A-Z][A-Z_]+)\??:/gm);
  const text = sourceFiles(["src/cli", "scripts"], [".ts"])
    .map((file) => file.text)
    .join("\n");
  const ofCli = text.matchAll(/\benv\.([A-Z][A-Z_]+)\b/g);
  const names = [...ofWorker, ...ofCli].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !OF_THE_SYSTEM.includes(name)).sort();
}

describe("the README", () => {
  it("names every command, and every command has a summary", async () => {
    const commands = leaves(await createProgram(Object.keys(COMMANDS), () => async () => undefined));
    expect(commands.map(([name]) => name)).toContain("recall search");
    expect(
      commands
        .filter(([, command]) => (command.summary() || command.description()) === "")
        .map(([name]) => name),
    ).toEqual([]);
    expect(
      missingFrom(
        readme(),
        commands.map(([name]) => name),
      ),
    ).toEqual([]);
  });

  it("names every route", () => {
    expect(routes()).toContain("POST /v1/search");
    expect(missingFrom(readme(), routes())).toEqual([]);
  });

  it("names every setting", () => {
    expect(settings()).toEqual(expect.arrayContaining(["PLAN", "RECALL_HOME", "RECALL_URL"]));
    expect(missingFrom(readme(), settings())).toEqual([]);
  });

  it("says how many profiles there are, and has a row for each in their order", () => {
    const [, section = ""] = readme().split("\n## Profiles\n");
    const [, word = ""] = /\b([A-Z][a-z]+)\s+profiles are ready/.exec(section) ?? [];
    expect(NUMBERS.indexOf(word.toLowerCase())).toBe(PROFILES.length);
    const rows = (section.split("\n## ")[0] ?? "").matchAll(/^\| `([\w-]+)` \|/gm);
    expect([...rows].map(([, name]) => name)).toEqual([...PROFILES]);
  });
});

describe("the check of the README", () => {
  it("finds what is missing, and takes no longer name for a shorter one", () => {
    const text = "`recall token list`, `GET /v1/documents/{path}`, PLAN_B";
    const names = [
      "recall token list",
      "recall token",
      "GET /v1/documents",
      "PLAN",
      "GET /v1/documents/{path}",
    ];
    expect(missingFrom(text, names)).toEqual(["GET /v1/documents", "PLAN"]);
  });
});
