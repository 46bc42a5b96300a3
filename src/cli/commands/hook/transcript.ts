import { open } from "node:fs/promises";
import { isRecord, parseJson } from "../../../client/parse-json.ts";
import { isErrno } from "../../failures.ts";

/** What the conversation says of its last turn. */
export interface LastTurn {
  /** What the person asked for last. */
  readonly prompt: string;
  /** Something was remembered since. */
  readonly hasRemembered: boolean;
}

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
  /** Written by the agent itself, not by the person. */
  readonly isMeta?: unknown;
  readonly message?: { readonly content?: unknown };
}

function entryOf(line: string): Entry | undefined {
  // The first line of a tail is half a line.
  const parsed = parseJson(line);
  return isRecord(parsed) ? parsed : undefined;
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

/** The last turn of a conversation; undefined where none can be read. */
export async function lastTurn(file: string): Promise<LastTurn | undefined> {
  let text: string;
  try {
    text = await tailOf(file);
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM", "EISDIR", "ESPIPE")) return undefined;
    throw error;
  }
  const entries = text.split("\n").flatMap((line) => entryOf(line) ?? []);
  const at = entries.findLastIndex((entry) => saidIn(entry) !== undefined);
  const entry = entries[at];
  if (entry === undefined) return undefined;
  return { prompt: saidIn(entry) ?? "", hasRemembered: entries.slice(at + 1).some(remembers) };
}
