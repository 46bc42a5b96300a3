import type { Node } from "jsonc-parser";
import { invalid } from "../../../failures.ts";
import { endOf, memberValue, readJson, setJsonEntry } from "../../../install/edit-json.ts";
import { ownWords } from "./own-command.ts";

/** What an agent runs at a moment, and how long it may take there, in the agent's own unit. */
interface Hook {
  readonly event: string;
  readonly name: "prompt" | "session-start" | "session-end";
  readonly timeout: number;
}

/** How an agent's file holds hooks. */
export interface HookFile {
  readonly hooks: readonly Hook[];
  /** Cursor lists commands; the others list groups of them. */
  readonly isFlat?: true;
  /** Cursor's file says which version it is of. */
  readonly version?: number;
}

/** How to start `recall` in a shell, and what its hooks are told. */
export interface Program {
  readonly command: string;
  /** What a session said is remembered without asking. */
  readonly auto: boolean;
}

const KEY = "hooks";
const COMMENTS = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;
const INDENT = "      ";
const AUTO = "--auto";

const isAuto = ({ name }: Hook, { auto }: Program): boolean => auto && name === "session-end";

function entryOf(hook: Hook, program: Program, { isFlat }: HookFile): object {
  const command = `${program.command} hook ${hook.name}${isAuto(hook, program) ? ` ${AUTO}` : ""}`;
  const { timeout } = hook;
  return isFlat ? { command, timeout } : { hooks: [{ type: "command", command, timeout }] };
}

/** A file that holds nothing but the hooks. */
export const hookSettings = (file: HookFile, program: Program): object => ({
  ...(file.version !== undefined && { version: file.version }),
  [KEY]: Object.fromEntries(file.hooks.map((hook) => [hook.event, [entryOf(hook, program, file)]])),
});

/** Where a text has the list of an event's hooks; undefined: nowhere. Throws `invalid_input`. */
function listOf(text: string, event: string): Node | undefined {
  const list = text.trim() === "" ? undefined : memberValue(memberValue(readJson(text), KEY), event);
  if (list !== undefined && list.type !== "array") throw invalid(`"${KEY}.${event}" is no list`);
  return list;
}

/** A command as JSON has it; comments come first, so that none in one is taken for it. */
const COMMAND = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|("command"\s*:\s*)("(?:[^"\\]|\\.)*")|"(?:[^"\\]|\\.)*"/g;

/** The flags that a person gave to our command stay. */
const flagged = (words: string, hook: Hook, program: Program): string =>
  isAuto(hook, program) && !words.split(/\s+/).includes(AUTO) ? `${words} ${AUTO}` : words;

/** The list with our hook in it, first or where it was. */
function withHook(list: string, hook: Hook, program: Program, file: HookFile): string {
  let isThere = false;
  const edited = list.replace(COMMAND, (whole, key?: string, command?: string) => {
    const words =
      command === undefined ? undefined : ownWords(JSON.parse(command), hook.name, program.command);
    if (words === undefined || isThere) return whole;
    isThere = true;
    return `${key}${JSON.stringify(`${program.command} ${flagged(words, hook, program)}`)}`;
  });
  if (isThere) return edited;
  const inner = list.slice(1, -1);
  const isEmpty = inner.replace(COMMENTS, "").trim() === "";
  const entry = JSON.stringify(entryOf(hook, program, file));
  return `[\n${INDENT}${entry}${isEmpty ? `\n${INDENT.slice(2)}` : ","}${inner}]`;
}

/** The version in front, where a file that is there has none. */
function withVersion(text: string, { version }: HookFile): string {
  if (version === undefined || memberValue(readJson(text), "version") !== undefined) return text;
  const at = readJson(text).offset + 1;
  return `${text.slice(0, at)}\n  "version": ${version},${text.slice(at)}`;
}

/** An agent's settings with our hooks in them; each other byte stays, and so do flags that a person gave to our commands. */
export function setHooks(text: string, file: HookFile, program: Program): string {
  const edited = file.hooks.reduce((settings, hook) => {
    const list = listOf(settings, hook.event);
    if (list === undefined) return setJsonEntry(settings, [KEY, hook.event], [entryOf(hook, program, file)]);
    const place = { from: list.offset, to: endOf(list) };
    const changed = withHook(settings.slice(place.from, place.to), hook, program, file);
    return settings.slice(0, place.from) + changed + settings.slice(place.to);
  }, text);
  return withVersion(edited, file);
}
