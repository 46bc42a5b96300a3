import { isAbsolute } from "node:path";
import { isRecord, parseJson } from "../../../text/parse-json.ts";

/** What an agent hands to a hook on standard input, as far as it is used here. */
export interface HookInput {
  /** What the person said: the prompt, or a plain text as it came. */
  readonly prompt: string;
  readonly session?: string;
  readonly cwd?: string;
  readonly transcript?: string;
  /** The agent goes on because a hook asked it to: it is not asked again. */
  readonly isAskedAlready: boolean;
  /** It came as JSON: what is answered may be JSON too. */
  readonly isJson: boolean;
}

/** Session ids that the server takes. */
const SESSION = /^[^\p{Cc}]{1,128}$/u;

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  // A prompt may begin with a brace.
  const parsed = parseJson(text);
  return isRecord(parsed) ? parsed : undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const folderOf = (value: unknown): string | undefined => {
  const folder = textOf(value);
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
};

/** Reads Claude Code's JSON, or that of an agent with the same fields; anything else is the prompt itself. */
export function readHookInput(text: string): HookInput {
  const json = objectIn(text);
  if (json === undefined || (textOf(json.hook_event_name) ?? textOf(json.prompt)) === undefined)
    return { prompt: text, isAskedAlready: false, isJson: false };
  const session = textOf(json.session_id);
  const cwd = folderOf(json.cwd);
  const transcript = folderOf(json.transcript_path);
  return {
    prompt: textOf(json.prompt) ?? "",
    ...(session?.isWellFormed() && SESSION.test(session) && { session }),
    ...(cwd !== undefined && { cwd }),
    ...(transcript !== undefined && { transcript }),
    isAskedAlready: json.stop_hook_active === true,
    isJson: true,
  };
}
