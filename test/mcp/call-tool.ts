import type { Caller } from "../../src/mcp/caller.ts";
import { TOOLS } from "../../src/mcp/tools/table.ts";

/** A service: what it answers to whom. */
export type Serve = (context: unknown, asked: unknown, more?: unknown) => unknown;

/** What each way in leaves with a tool. */
export const WAYS = {
  searching: "searching",
  reading: "reading",
  writing: "writing",
  deleting: "deleting",
  voting: "voting",
};

/** Calls a tool over one service that gives an answer, and notes what it was asked. */
export async function called(
  name: string,
  args: object,
  service: string,
  answer: unknown,
  more: object = {},
) {
  const asked: unknown[][] = [];
  const serve: Serve = async (...given) => {
    asked.push(given);
    return typeof answer === "function" ? answer(...given) : answer;
  };
  const progress: number[][] = [];
  const caller = {
    services: { [service]: serve },
    searching: () => WAYS.searching,
    reading: async () => WAYS.reading,
    readingConfined: "reading" in more ? more.reading : async () => WAYS.reading,
    writing: async () => WAYS.writing,
    deleting: async () => WAYS.deleting,
    signal: new AbortController().signal,
    progress: async (...told: number[]) => void progress.push(told),
    ...more,
  } as unknown as Caller;
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no ${name}`);
  const { structured = {}, text } = await tool.call(args, caller);
  return { structured, text, lines: text.split("\n"), asked, progress };
}
