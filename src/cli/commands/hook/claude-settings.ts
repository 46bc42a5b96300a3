import { homedir } from "node:os";
import { join } from "node:path";
import type { Node } from "jsonc-parser";
import type { CommandContext, ExitCode } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { endOf, memberValue, readJson, setJsonEntry } from "../../install/edit-json.ts";
import { planInstall, thisProgram } from "../../install/plan-install.ts";
import { printInstall, writeInstall } from "../../install/write-install.ts";
import { settingsOf } from "../../session/session.ts";
import { shellWord } from "../../terminal/terminal-safe.ts";

/** How a shell starts this very program, for the server that is in use here. Throws where only flags name that. */
async function programOf(context: CommandContext): Promise<string> {
  const { entry } = planInstall({
    ...{ client: "claude-code", name: "recall", isProject: false },
    ...{ env: context.env, cwd: context.cwd, at: context.flags.at },
    settings: await settingsOf(context),
    program: thisProgram(),
  });
  const { RECALL_HOME } = entry.env ?? {};
  const words = [entry.command, ...entry.args.slice(0, -1)].map(shellWord);
  return [...(RECALL_HOME === undefined ? [] : [`RECALL_HOME=${shellWord(RECALL_HOME)}`]), ...words].join(
    " ",
  );
}

/** Prints our hooks for Claude Code's settings, or puts them into these; `--project`: into the file that is not committed. */
export async function installHooks(
  context: CommandContext,
  _agent: string,
  { write, project }: { readonly write?: boolean; readonly project?: boolean },
): Promise<ExitCode> {
  const { CLAUDE_CONFIG_DIR, HOME } = context.env;
  const user = join(CLAUDE_CONFIG_DIR || join(HOME || homedir(), ".claude"), "settings.json");
  const file = project === true ? join(context.cwd, ".claude", "settings.local.json") : user;
  const program = await programOf(context);
  const settings = hookSettings(program);
  const place = { file, ...(project === true && { within: context.cwd }) };
  const edit = (text: string) => setHooks(text, program);
  const done = write === true ? await writeInstall({ ...place, edit }) : undefined;
  return printInstall(context, { file, settings }, { file, text: JSON.stringify(settings, null, 2), done });
}

/** A word of a POSIX shell; what joins or ends commands is a word of its own. */
const WORD = /(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\;&|<>()`])+|\S/gsu;
const QUOTES = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gsu;

/** The launcher, installed or in a checkout. */
const SCRIPT = /(?:^|[/\\])(?:recall(?:\.js)?|src\/cli\/main\.ts)$/;
const STARTS_SCRIPTS = /(?:^|[/\\])(?:node(?:\.exe)?|npx)$/;
const HOME = /^RECALL_HOME=/;

interface Word {
  readonly text: string;
  readonly at: number;
}

const wordsOf = (command: string): readonly Word[] =>
  [...command.matchAll(WORD)].map((found) => ({
    text: found[0].replace(QUOTES, "$1$2$3"),
    at: found.index,
  }));

/** How many words start `recall`, flags of it among them; undefined: they start something else. */
function startOf(words: readonly Word[], program: string): number | undefined {
  const known = wordsOf(program);
  if (known.every(({ text }, at) => words[at]?.text === text)) return known.length;
  const matches = (at: number, pattern: RegExp): boolean => pattern.test(words[at]?.text ?? "");
  let at = matches(0, HOME) ? 1 : 0;
  if (matches(at, STARTS_SCRIPTS)) at += 1;
  if (!matches(at, SCRIPT)) return undefined;
  at += 1;
  while (matches(at, /^-/)) at += words[at + 1]?.text === "hook" ? 1 : 2;
  return at;
}

/** The words from `hook` on of a command that runs one of our hooks; undefined: it is somebody else's, whatever words it has. */
function ownWords(command: string, name: string, program: string): string | undefined {
  const words = wordsOf(command);
  const start = startOf(words, program);
  if (start === undefined) return undefined;
  const [hook, called] = words.slice(start);
  return hook?.text === "hook" && called?.text === name ? command.slice(hook.at) : undefined;
}

/** What Claude Code runs at which moment, and how many seconds it may take there. */
const HOOKS = [
  { event: "UserPromptSubmit", name: "prompt", timeout: 10 },
  { event: "SessionStart", name: "session-start", timeout: 30 },
  { event: "Stop", name: "stop", timeout: 10 },
] as const;

type Hook = (typeof HOOKS)[number];

const KEY = "hooks";
const COMMENTS = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;
const INDENT = "      ";

const groupOf = ({ name, timeout }: Hook, program: string) => ({
  hooks: [{ type: "command", command: `${program} hook ${name}`, timeout }],
});

/** Settings that hold nothing but the hooks; `program` starts `recall` in a shell. */
export const hookSettings = (program: string) => ({
  [KEY]: Object.fromEntries(HOOKS.map((hook) => [hook.event, [groupOf(hook, program)]])),
});

/** Where a text has the list of an event's hooks; undefined: nowhere. Throws `invalid_input`. */
function listOf(text: string, event: string): Node | undefined {
  const list = text.trim() === "" ? undefined : memberValue(memberValue(readJson(text), KEY), event);
  if (list !== undefined && list.type !== "array") throw invalid(`"${KEY}.${event}" is no list`);
  return list;
}

/** A command as JSON has it; comments come first, so that none in one is taken for it. */
const COMMAND = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|("command"\s*:\s*)("(?:[^"\\]|\\.)*")|"(?:[^"\\]|\\.)*"/g;

/** The list with our hook in it, first or where it was. */
function withHook(list: string, hook: Hook, program: string): string {
  let isThere = false;
  const edited = list.replace(COMMAND, (whole, key?: string, command?: string) => {
    const words = command === undefined ? undefined : ownWords(JSON.parse(command), hook.name, program);
    if (words === undefined || isThere) return whole;
    isThere = true;
    return `${key}${JSON.stringify(`${program} ${words}`)}`;
  });
  if (isThere) return edited;
  const inner = list.slice(1, -1);
  const isEmpty = inner.replace(COMMENTS, "").trim() === "";
  const group = JSON.stringify(groupOf(hook, program));
  return `[\n${INDENT}${group}${isEmpty ? `\n${INDENT.slice(2)}` : ","}${inner}]`;
}

/** Claude Code's settings with our hooks in them; each other byte stays, and so do flags that a person gave to our commands. */
export function setHooks(text: string, program: string): string {
  return HOOKS.reduce((settings, hook) => {
    const list = listOf(settings, hook.event);
    if (list === undefined) return setJsonEntry(settings, [KEY, hook.event], [groupOf(hook, program)]);
    const edited = withHook(settings.slice(list.offset, endOf(list)), hook, program);
    return settings.slice(0, list.offset) + edited + settings.slice(endOf(list));
  }, text);
}
