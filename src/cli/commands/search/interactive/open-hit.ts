import { type ChildProcess, spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import type { Hit } from "../../../../search/contract/hits.ts";
import type { CommandContext } from "../../../command.ts";
import { type PushedFolder, pushedFolders } from "../../../pushed/kept-folders.ts";
import { staleFiles } from "../../../pushed/stale-files.ts";
import { withServer } from "../../../session/session.ts";
import { bookmarkKey } from "../../../settings/bookmarks.ts";
import type { Settings } from "../../../settings/settings.ts";
import { safeText, withoutMark } from "../../../terminal/terminal-safe.ts";

interface FileLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

type Syntax = (place: FileLine) => readonly string[];

const PLUS: Syntax = ({ file, line }) => [`+${line}`, file];
const GOTO: Syntax = ({ file, line }) => ["-g", `${file}:${line}`];
const COLON: Syntax = ({ file, line }) => [`${file}:${line}`];
const LINE_FLAG: Syntax = ({ file, line }) => ["--line", String(line), file];
const FILE_ONLY: Syntax = ({ file }) => [file];

const named = (names: string, syntax: Syntax): readonly (readonly [string, Syntax])[] =>
  names.split(" ").map((name) => [name, syntax]);

/** How editors take a line number, by the name of their program. */
const SYNTAX: ReadonlyMap<string, Syntax> = new Map([
  ...named(
    "vi vim nvim gvim mvim view vis nano pico emacs emacsclient hx helix kak micro joe mg ne jed ed",
    PLUS,
  ),
  ...named("less more most", PLUS),
  ...named("code code-insiders codium vscodium cursor windsurf positron", GOTO),
  ...named("subl sublime_text zed zeditor atom lapce", COLON),
  ...named("idea pycharm webstorm goland clion rubymine phpstorm rider kate", LINE_FLAG),
]);

/** The name of the program that a command starts, without its folder and ending. */
export function programOf(command: string): string {
  const [, quoted, plain] = /^\s*(?:["']([^"']*)["']|(\S+))/.exec(command) ?? [];
  const name = (quoted ?? plain ?? "").split(/[\\/]/).at(-1) ?? "";
  return name.replace(/\.(?:exe|cmd|bat)$/i, "").toLowerCase();
}

/** What to give an editor, named as in $EDITOR, so that it opens a file at a line; one that nobody knows gets the file. */
export const editorArguments = (command: string, place: FileLine): readonly string[] =>
  (SYNTAX.get(programOf(command)) ?? FILE_ONLY)(place);

interface LocalFile {
  readonly file: string;
  /** Its text is another one than what was indexed: the lines may have moved. */
  readonly isChanged: boolean;
}

const isReadable = (file: string): Promise<boolean> =>
  access(file, constants.R_OK).then(
    () => true,
    () => false,
  );

/** The file that a hit came from: only a path that a push of our own has noted, the one that says what was indexed before others. */
export async function localFileOf(
  { root, path, documentHash }: Pick<Hit, "root" | "path" | "documentHash">,
  folders: readonly PushedFolder[],
  env: CommandContext["env"],
): Promise<LocalFile | undefined> {
  let changed: LocalFile | undefined;
  for (const folder of folders.filter((one) => one.root === root && one.files.has(path))) {
    const file = join(folder.folder, path);
    if (!(await isReadable(file))) continue;
    const stale = await staleFiles([{ root, path, hash: documentHash }], [folder], env);
    if (stale.length === 0) return { file, isChanged: false };
    changed ??= { file, isChanged: true };
  }
  return changed;
}

interface ProgramRun {
  /** As a person set it in $EDITOR or $PAGER, words and quotes of a shell among them. */
  readonly command: string;
  readonly args: readonly string[];
  /** Its standard input; undefined: the terminal. */
  readonly input?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Shells' exit codes for a program that is not there, or cannot be run. */
const NOT_RUN: readonly (number | null)[] = [126, 127];

function start({ command, args, input, env }: ProgramRun): ChildProcess {
  const stdio = [input === undefined ? "inherit" : "pipe", "inherit", "inherit"] as const;
  if (process.platform === "win32") {
    const [program = "", ...words] = command.split(" ");
    return spawn(program, [...words, ...args], { stdio: [...stdio], env });
  }
  // The arguments stay out of what the shell reads: a file's name is never a command.
  return spawn("/bin/sh", ["-c", `${command} "$@"`, "sh", ...args], { stdio: [...stdio], env });
}

const noMatter = (): void => undefined;

/** Gives the terminal to a program until it ends, Ctrl-C included. Returns what went wrong, in words; undefined: nothing. */
async function runProgram(run: ProgramRun): Promise<string | undefined> {
  process.on("SIGINT", noMatter);
  try {
    const child = start(run);
    // A pager that is left before its end stops reading.
    child.stdin?.on("error", noMatter);
    child.stdin?.end(run.input);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    return NOT_RUN.includes(code) ? `Could not start ${run.command}` : undefined;
  } catch (error) {
    if (error instanceof Error && "syscall" in error)
      return `Could not start ${run.command}: ${error.message}`;
    throw error;
  } finally {
    process.off("SIGINT", noMatter);
  }
}

type Environment = CommandContext["env"];

/** Present on nearly every system, and starts at a line with `+N`. */
const USUAL_PAGER = "less";

/** The first line of a hit that says what was asked: where an editor begins. */
export function lineOf({ startLine, snippet }: Pick<Hit, "startLine" | "snippet">): number {
  const first = snippet?.highlights[0]?.[0];
  if (snippet === undefined || first === undefined) return snippet?.startLine ?? startLine;
  return snippet.startLine + snippet.text.slice(0, first).split("\n").length - 1;
}

const editorOf = ({ VISUAL, EDITOR }: Environment): string | undefined =>
  VISUAL?.trim() || EDITOR?.trim() || undefined;

/** In a pager a line is named by `+N`, where that is known to be understood. */
function paged(env: Environment, text: string, line: number): ProgramRun {
  const command = env.PAGER?.trim() || USUAL_PAGER;
  const [plus] = editorArguments(command, { file: "", line });
  const args = plus?.startsWith("+") === true ? [plus] : [];
  return { command, args, input: text, env };
}

const edited = (env: Environment, place: FileLine): ProgramRun | undefined => {
  const command = editorOf(env);
  return command === undefined ? undefined : { command, args: editorArguments(command, place), env };
};

async function textOf(hit: Hit, context: CommandContext, settings: Settings): Promise<string> {
  const answer = await withServer(context, settings, (client) =>
    client.document(hit.path, { root: hit.root }),
  );
  const text = safeText(withoutMark(answer.text));
  return text.endsWith("\n") ? text : `${text}\n`;
}

interface Opening {
  readonly run: ProgramRun;
  readonly note: string | undefined;
}

/** What opens a hit: the editor where its file is on this machine, else the pager with its text from the server. */
export async function openingOf(hit: Hit, context: CommandContext, settings: Settings): Promise<Opening> {
  const { env } = context;
  const line = lineOf(hit);
  const folders = await pushedFolders(env, bookmarkKey(settings.url, settings.token));
  const local = await localFileOf(hit, folders, env);
  const inEditor = local && edited(env, { file: local.file, line });
  if (inEditor !== undefined) {
    const note = local?.isChanged === true ? "Changed here since indexed: lines may have moved" : undefined;
    return { run: inEditor, note };
  }
  const note = local === undefined ? "Not on this machine: shown as indexed" : "Set EDITOR to edit it";
  return { run: paged(env, await textOf(hit, context, settings), line), note };
}

/** Opens it. Returns what to tell, if anything. */
export const open = async ({ run, note }: Opening): Promise<string | undefined> =>
  (await runProgram(run)) ?? note;
