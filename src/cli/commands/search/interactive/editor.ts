/** A line of a file on this machine. */
export interface FileLine {
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
