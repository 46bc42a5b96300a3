import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { isRecord, parseJson } from "../../../text/parse-json.ts";
import type { Agent, Turn } from "../turn.ts";
import { type Said, saidIn } from "./formats.ts";

/** So much of the end of a transcript is read, bytes: a day's work. Decisions of before were read when it was shorter. */
const MAX_BYTES = 8_000_000;

export interface Conversation {
  /** Undefined: nobody has said anything in a form that is known. */
  readonly agent: Agent | undefined;
  readonly turns: readonly Turn[];
}

const LINE_FEED = 10;

/** Line feeds before a byte: counted as they stream by, so that a place has the line that an editor shows. */
async function linesBefore(file: string, end: number): Promise<number> {
  if (end === 0) return 0;
  let lines = 0;
  for await (const chunk of createReadStream(file, { end: end - 1 })) {
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  }
  return lines;
}

/** The end of a file, and how many lines are before it. Throws what the file system throws. */
async function tailOf(
  file: string,
  maxBytes: number,
): Promise<{ readonly text: string; readonly before: number }> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, maxBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return { text: buffer.toString("utf8", 0, bytesRead), before: await linesBefore(file, size - length) };
  } finally {
    await handle.close();
  }
}

type SaidAt = Said & Pick<Turn, "line">;

/** The record of a line; none in half a line, which is the first one of a tail. */
function saidAt(text: string, line: number): readonly SaidAt[] {
  const parsed = parseJson(text);
  const said = isRecord(parsed) ? saidIn(parsed) : undefined;
  return said === undefined || said.text.trim() === "" ? [] : [{ ...said, line }];
}

/** Codex writes much down twice: events are what was typed and shown, items also hold what was put in. */
function onceEach(said: readonly SaidAt[]): readonly SaidAt[] {
  const hasEvents = said.some(({ kind, by }) => kind === "event" && by === "person");
  return hasEvents ? said.filter(({ kind }) => kind !== "item") : said;
}

/**
 * What the person and the agent said to each other, in order, from the last `maxBytes` of a transcript: nothing that tools,
 * files, pages or the agent's own system said. Throws what the file system throws.
 */
export async function readTurns(file: string, maxBytes = MAX_BYTES): Promise<Conversation> {
  const { text, before } = await tailOf(file, maxBytes);
  const said = onceEach(text.split("\n").flatMap((line, at) => saidAt(line, before + at + 1)));
  return {
    agent: said[0]?.agent,
    turns: said.map(({ by, text: words, line }) => ({ by, text: words, line })),
  };
}
