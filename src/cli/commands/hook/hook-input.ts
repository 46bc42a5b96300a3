import { isAbsolute } from "node:path";
import { isRecord, parseJson } from "../../../text/parse-json.ts";
import type { Turn } from "../../capture/turn.ts";

/** What an agent hands to a hook on standard input, as far as it is used here. */
export interface HookInput {
  /** What the person said: the prompt, or a plain text as it came. */
  readonly prompt: string;
  /** The moment, as the agent names it: what it takes for an answer depends on it. */
  readonly event?: string;
  readonly session?: string;
  readonly cwd?: string;
  readonly transcript?: string;
  /** The conversation itself, from a plugin that has no file of it. */
  readonly turns?: readonly Turn[];
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

const turnsOf = (value: unknown): readonly Turn[] | undefined =>
  Array.isArray(value)
    ? value.filter(isRecord).flatMap(({ by, text }) => {
        const said = textOf(text);
        return said === undefined || (by !== "person" && by !== "agent") ? [] : [{ by, text: said, line: 0 }];
      })
    : undefined;

/** Without the fields that are undefined. */
const defined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

/**
 * Reads the JSON of Claude Code, Codex and Gemini CLI, that of Cursor, which names the session and the folder otherwise, and
 * that of our own plugin; anything else is the prompt itself.
 */
export function readHookInput(text: string): HookInput {
  const json = objectIn(text);
  const event = textOf(json?.hook_event_name);
  if (json === undefined || (event ?? textOf(json.prompt)) === undefined)
    return { prompt: text, isAskedAlready: false, isJson: false };
  const session = textOf(json.session_id) ?? textOf(json.conversation_id);
  const [root] = Array.isArray(json.workspace_roots) ? json.workspace_roots : [];
  return {
    prompt: textOf(json.prompt) ?? "",
    ...defined({
      event,
      session: session?.isWellFormed() && SESSION.test(session) ? session : undefined,
      cwd: folderOf(json.cwd) ?? folderOf(root),
      transcript: folderOf(json.transcript_path),
      turns: turnsOf(json.turns),
    }),
    isAskedAlready: json.stop_hook_active === true,
    isJson: true,
  };
}
