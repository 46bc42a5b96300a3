import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { code, page, sentence, table } from "./markdown.ts";

const INTRODUCTION = `Variables and bindings of the Worker, from the type that declares them (\`src/env.ts\`). How to set them, other models, and the
variables of the command line: [settings](../settings.md).`;

interface WorkerSetting {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly about: string;
  readonly usual: string;
}

/** A doc comment on one or more lines, then the property that it describes. */
const PROPERTY = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*readonly ([A-Z][A-Z0-9_]+)(\??): ([^;]+);/g;

/** A comment's text without its asterisks. */
const plain = (comment: string): string =>
  comment
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trim())
    .join(" ")
    .trim();

/** Every property in capitals of the Worker's environment, by the comment before it. */
export function workerSettings(source: string): readonly WorkerSetting[] {
  return [...source.matchAll(PROPERTY)].map(([, comment = "", name = "", optional, type = ""]) => {
    const [about = "", usual = ""] = plain(comment).split(/\s*@default /);
    return { name, type, isRequired: optional === "", about, usual };
  });
}

const isVariable = ({ type }: WorkerSetting): boolean => /\bstring\b/.test(type);

const usualText = ({ isRequired, usual }: WorkerSetting): string => {
  if (usual !== "") return /\s/.test(usual) ? usual : code(usual);
  return isRequired ? "required" : "";
};

const rowsOf = (settings: readonly WorkerSetting[]): readonly (readonly string[])[] =>
  settings.map((setting) => [code(setting.name), usualText(setting), sentence(setting.about)]);

/** `docs/reference/settings.md`: `src/env.ts` as tables. */
export function settingsPage(): string {
  const source = readFileSync(join(packageRoot(), "src", "env.ts"), "utf8");
  const settings = workerSettings(source);
  return page("Settings of the Worker", [
    INTRODUCTION,
    "## Variables",
    table(["name", "default", ""], rowsOf(settings.filter(isVariable))),
    "## Bindings",
    table(["name", "", ""], rowsOf(settings.filter((setting) => !isVariable(setting)))),
  ]);
}
