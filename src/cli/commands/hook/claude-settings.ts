import type { Node } from "jsonc-parser";
import { invalid } from "../../failures.ts";
import { endOf, memberValue, readJson, setJsonEntry } from "../../install/edit-json.ts";
import { ownWords } from "./own-words.ts";

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

/**
 * Claude Code's settings with our hooks in them, beside those that are there; each other byte stays, and so do flags
 * that a person gave to our commands. Throws `invalid_input` for a text that is no such settings.
 */
export function setHooks(text: string, program: string): string {
  return HOOKS.reduce((settings, hook) => {
    const list = listOf(settings, hook.event);
    if (list === undefined) return setJsonEntry(settings, [KEY, hook.event], [groupOf(hook, program)]);
    const edited = withHook(settings.slice(list.offset, endOf(list)), hook, program);
    return settings.slice(0, list.offset) + edited + settings.slice(endOf(list));
  }, text);
}
