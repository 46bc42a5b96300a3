import { open } from "node:fs/promises";
import { modelText } from "../../../text/model-text.ts";
import { isRecord, parseJson } from "../../../text/parse-json.ts";
import { ifErrno } from "../../failures.ts";
import { safeLine, shellWord } from "../../terminal/terminal-safe.ts";
import type { HookInput } from "./hook-input.ts";
import { type Suggestion, worthKeeping } from "./worth-keeping.ts";

/** A turn is in the last of these bytes, or too long to be looked for. */
const TAIL_BYTES = 1_000_000;

interface Block {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly name?: unknown;
  readonly input?: { readonly command?: unknown };
}

interface Entry {
  readonly type?: unknown;
  readonly isMeta?: unknown;
  readonly message?: { readonly content?: unknown };
}

/** The entry of a line; none in the first line of a tail, which is half a line. */
function entryOf(line: string): readonly Entry[] {
  const parsed = parseJson(line);
  return isRecord(parsed) ? [parsed] : [];
}

const blocksOf = ({ message }: Entry): readonly Block[] =>
  Array.isArray(message?.content)
    ? message.content.filter((block): block is Block => typeof block === "object" && block !== null)
    : [];

/** What the person said in an entry; undefined: the entry is not theirs. Results of tools are recorded as theirs too. */
function saidIn(entry: Entry): string | undefined {
  if (entry.type !== "user" || entry.isMeta === true) return undefined;
  const content = entry.message?.content;
  if (typeof content === "string") return content;
  const texts = blocksOf(entry).flatMap(({ type, text }) =>
    type === "text" && typeof text === "string" ? [text] : [],
  );
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** A tool of that name, whatever server it is of, or the command in a shell. */
const remembers = (entry: Entry): boolean =>
  blocksOf(entry).some(
    ({ type, name, input }) =>
      type === "tool_use" &&
      (/(?:^|__)remember$/.test(String(name)) ||
        /\brecall\b.*\bremember\b/.test(String(input?.command ?? ""))),
  );

async function tailOf(file: string): Promise<string> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The last turn of a conversation, and whether something was remembered in it; undefined where none can be read. */
async function lastTurn(file: string) {
  const text = await tailOf(file).catch(
    ifErrno("", "ENOENT", "ENOTDIR", "EACCES", "EPERM", "EISDIR", "ESPIPE"),
  );
  const entries = text.split("\n").flatMap(entryOf);
  const at = entries.findLastIndex((entry) => saidIn(entry) !== undefined);
  const entry = entries[at];
  if (entry === undefined) return undefined;
  return { prompt: saidIn(entry) ?? "", hasRemembered: entries.slice(at + 1).some(remembers) };
}

function rememberCommand({ text, type }: Suggestion, session: string | undefined): string {
  const inSession = session === undefined ? "" : ` --session ${shellWord(session)}`;
  return `recall remember --type ${type}${inSession} -- ${shellWord(safeLine(modelText(text).text))}`;
}

async function suggestionsFor({ isJson, prompt, transcript }: HookInput): Promise<readonly Suggestion[]> {
  if (!isJson || transcript === undefined) return worthKeeping(prompt);
  const turn = await lastTurn(transcript);
  return turn === undefined || turn.hasRemembered ? [] : worthKeeping(turn.prompt);
}

/** An offer to remember what the person said last; undefined: there is nothing, or the agent was asked already. */
export async function offerFor(input: HookInput) {
  if (input.isAskedAlready) return undefined;
  const suggestions = await suggestionsFor(input);
  if (suggestions.length === 0) return undefined;
  const reason = [
    "Before you stop: the user said what later sessions may want to know.",
    "Keep what lasts beyond this task, in words that stand alone, unless it is known already:",
    ...suggestions.map((one) => `  ${rememberCommand(one, input.session)}`),
    "Then end your turn, whether or not you kept anything.",
  ].join("\n");
  return { suggestions, reason };
}
