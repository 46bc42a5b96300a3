import type { Hit } from "../../../../search/contract/hits.ts";
import type { CommandContext } from "../../../command.ts";
import { pushedFolders } from "../../../pushed/kept-folders.ts";
import { withServer } from "../../../session/session.ts";
import { bookmarkKey } from "../../../settings/bookmarks.ts";
import type { Settings } from "../../../settings/settings.ts";
import { safeText, withoutMark } from "../../../terminal/terminal-safe.ts";
import { editorArguments, type FileLine } from "./editor.ts";
import { localFileOf } from "./local-file.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

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

/** The whole document as the server has it, harmless to a terminal. */
async function textOf(hit: Hit, context: CommandContext, settings: Settings): Promise<string> {
  const answer = await withServer(context, settings, (client) =>
    client.document(hit.path, { root: hit.root }),
  );
  const text = safeText(withoutMark(answer.text));
  return text.endsWith("\n") ? text : `${text}\n`;
}

export interface Opening {
  /** What to run, once the terminal is free. */
  readonly run: ProgramRun;
  /** What to tell of it afterwards. */
  readonly note: string | undefined;
}

/**
 * What opens a hit: the editor where its file is on this machine, else its text in the pager. Asks the server where it
 * has to; throws its AppError.
 */
export async function openingOf(hit: Hit, context: CommandContext, settings: Settings): Promise<Opening> {
  const { env } = context;
  const line = lineOf(hit);
  const folders = await pushedFolders(env, bookmarkKey(settings.url, settings.token));
  const local = await localFileOf(hit, folders);
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
