import { AppError } from "../errors.ts";
import { VERSION } from "../version.ts";
import type { CommandContext } from "./command.ts";
import { type PushedFolder, pushedFolders } from "./pushed/kept-folders.ts";
import { bookmarkKey } from "./settings/bookmarks.ts";
import { resolveSettings, type Settings } from "./settings/settings.ts";
import { columnsOf, cutTo, wrap } from "./terminal/columns.ts";
import { some } from "./terminal/numbers.ts";
import { safeLine, shellWord } from "./terminal/terminal-safe.ts";

type Step = readonly [command: string, brings: string];

const SEARCH: Step = ['recall search "how to rotate keys"', "passages, by keyword and by meaning"];
const STATUS: Step = ["recall status", "what is there, what is pending"];

const WITHOUT_SERVER: readonly Step[] = [
  ["recall serve ~/notes", "a server on this machine, no account needed"],
  ["recall init", "or keep the URL and a token of one you have"],
  ["recall deploy", "or set one up in your Cloudflare account"],
];

const WITHOUT_FOLDER: readonly Step[] = [
  ["recall push ~/notes", "send a folder's text files"],
  ['recall remember "We deploy on Thursdays"', "keep a text as a memory"],
  SEARCH,
  STATUS,
];

const withFolder = ({ folder }: PushedFolder): readonly Step[] => [
  SEARCH,
  ['recall ask "when are keys rotated?"', "an answer with sources; needs a text model"],
  [`recall watch ${shellWord(safeLine(folder))}`, "push every change from now on"],
  STATUS,
];

/** Columns of a command beside what it brings, at most: a longer one has a line of its own, to be copied. */
const MAX_COMMAND_COLUMNS = 42;

function stepLines(steps: readonly Step[], columns: number): readonly string[] {
  const widths = steps.map(([command]) => columnsOf(command));
  const width = Math.max(0, ...widths.filter((wide) => wide <= MAX_COMMAND_COLUMNS));
  return steps.flatMap(([command, brings]) => {
    const line = `  ${command.padEnd(width)}  ${brings}`;
    const fits = columnsOf(command) <= width && columnsOf(line) <= columns;
    return fits ? [line] : [`  ${command}`, `      ${cutTo(brings, columns)}`];
  });
}

const MAX_ROOTS = 5;

function stateOf({ url, config }: Settings, folders: readonly PushedFolder[]): string {
  const place = config?.at === undefined ? "" : ` (${config.at})`;
  const roots = [...new Set(folders.map(({ root }) => root))];
  const pushed =
    roots.length === 0
      ? "No folder of this machine was pushed there yet."
      : `Pushed there from this machine: ${some(roots, MAX_ROOTS)}.`;
  return safeLine(`Server: ${url}${place}. ${pushed}`);
}

async function stateAndSteps({
  flags,
  env,
  cwd,
}: CommandContext): Promise<readonly [string, readonly Step[]]> {
  // Nothing that could be used is a state too; what is wrong with it is said in its place.
  const settings = await resolveSettings({ flags, env, cwd, warn: () => undefined }).catch(
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );
  if (settings instanceof AppError) {
    const isNone = /^No server is known/.test(settings.message);
    return [isNone ? "No server is known here yet." : `${safeLine(settings.message)}.`, WITHOUT_SERVER];
  }
  const folders = await pushedFolders(env, bookmarkKey(settings.url, settings.token));
  const [first] = folders;
  return [stateOf(settings, folders), first === undefined ? WITHOUT_FOLDER : withFolder(first)];
}

/** What to do next, for `recall` called alone: by what is configured and was pushed on this machine. Asks no server. */
export async function nextSteps(context: CommandContext): Promise<string> {
  const { columns } = context.terminal;
  const [state, steps] = await stateAndSteps(context);
  return [
    `recall ${VERSION}: push a folder, search it, get the lines.`,
    "",
    ...wrap(state, columns),
    "",
    ...stepLines(steps, columns),
    "",
    "recall --help lists every command, recall help <command> explains one.",
    "",
  ].join("\n");
}
