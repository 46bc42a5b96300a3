import type { Memory, MemoryAnswer } from "../../../memories/contract/memories.ts";
import type { MemoryStatistics, RecentAnswer, Timeline } from "../../../memories/contract/memory-lists.ts";
import { oneLine, rowOf, rows, SHORT_ID, shortId } from "../../render/memory-rows.ts";
import { cutTo, wrapLines } from "../../terminal/columns.ts";
import { count, day, number } from "../../terminal/numbers.ts";
import type { ShowLine } from "../../terminal/isolates.ts";
import { safeLine, safeText } from "../../terminal/terminal-safe.ts";

/** Memories around one, in order of time, that one marked. */
export function renderTimeline(
  { before, around, after }: Timeline,
  columns: number,
  showLine?: ShowLine,
): readonly string[] {
  const all = rows([...before, around, ...after].map(rowOf), columns - 2, showLine);
  const mark = (at: number, line: number): string => (at === before.length && line === 0 ? ">" : " ");
  return all.flatMap((lines, at) => lines.map((text, line) => `${mark(at, line)} ${text}`));
}

/** What is newest, and of whom. */
export function renderRecent(
  { of, items }: RecentAnswer,
  columns: number,
  showLine?: ShowLine,
): readonly string[] {
  if (items.length === 0) return ["Nothing yet."];
  const list = items.map(({ kind, path, type, date, text, cut, title, mayContradict }) => ({
    id: kind === "memory" ? path : "",
    date,
    type: type ?? kind,
    text: kind === "memory" ? text : `${path}${title === null ? "" : `: ${title}`}`,
    cut: kind === "memory" && cut,
    mayContradict,
  }));
  const lines = rows(
    list.map((row) => ({ ...row, id: row.id.padEnd(SHORT_ID) })),
    columns,
    showLine,
  ).flat();
  return [of === "session" ? "Of this session:" : "Of the whole workspace:", ...lines];
}

const named = (label: string, list: readonly { name: string; memories: number }[]): readonly string[] =>
  list.length === 0
    ? []
    : [`${label}: ${list.map(({ name, memories }) => `${name} ${number(memories)}`).join(", ")}`];

/** A workspace's memories in a few lines. */
export function renderStatistics(statistics: MemoryStatistics, columns: number): readonly string[] {
  const { memories, observations, superseded, forgotten, byAge, oldest, newest } = statistics;
  const span =
    oldest === null || newest === null ? "" : `, last observed from ${day(oldest)} to ${day(newest)}`;
  const lines = [
    `${count(memories, "memory", "memories")}, observed ${count(observations, "time")}${span}`,
    `${number(superseded)} superseded, ${number(forgotten)} forgotten that undo can bring back`,
    ...named("by type", statistics.byType),
    ...named(`by source (${number(statistics.sources)})`, statistics.bySource),
    ...named(`by session (${number(statistics.sessions)})`, statistics.bySession),
    `by age: a day ${byAge.day}, a week ${byAge.week}, a month ${byAge.month}, a quarter ${byAge.quarter}, a year ${byAge.year}, older ${byAge.older}`,
  ];
  return wrapLines(lines.map(safeLine), columns);
}

const votesOf = ({ votes: { up, down }, quality }: Memory): readonly string[] =>
  up + down === 0 ? [] : [`${count(up, "vote")} for it, ${down} against, quality ${quality.toFixed(2)}`];

function facts(memory: Memory): readonly string[] {
  const { timesObserved, firstObserved, lastObserved, importance, priority, confidence } = memory;
  const when =
    timesObserved === 1
      ? `observed on ${day(lastObserved)}`
      : `observed ${count(timesObserved, "time")}, ${day(firstObserved)} to ${day(lastObserved)}`;
  const links = [
    memory.session !== null && `session ${memory.session}`,
    memory.source !== null && `source ${memory.source}`,
    memory.tags.length > 0 && `tags ${memory.tags.join(", ")}`,
    memory.entities.length > 0 && `about ${memory.entities.join(", ")}`,
    Object.keys(memory.metadata).length > 0 && `metadata ${JSON.stringify(memory.metadata)}`,
    memory.supersedes !== null && `supersedes ${memory.supersedes}`,
    memory.supersededBy !== null && `superseded by ${memory.supersededBy}`,
  ].filter((link) => typeof link === "string");
  return [
    `${memory.id}  ${memory.type}${memory.state === "live" ? "" : `, ${memory.state}`}`,
    `${when}; importance ${importance}, priority ${priority}, confidence ${confidence}`,
    ...votesOf(memory),
    ...(links.length > 0 ? [links.join("; ")] : []),
  ];
}

/** A memory whole: what it says of itself, its text, older texts and what came before and after it. */
export function renderMemory(
  answer: MemoryAnswer,
  columns: number,
  showLine: ShowLine = (line) => line,
): readonly string[] {
  const { memory, mergedInto, mayContradict, observations, history = [] } = answer;
  const head = [
    ...(mergedInto === null ? [] : ["The memory asked for was merged into this one:"]),
    ...facts(memory),
  ];
  const rivals = mayContradict.map(({ words, text }) => `  ${words}: ${oneLine(text)}`);
  const older = observations.map(({ at, text }) => `  ${day(at)}  ${oneLine(text)}`);
  const chain = history
    .filter(({ id }) => id !== memory.id)
    .map(
      ({ id, state, lastObserved, text }) =>
        `  ${shortId(id)}  ${day(lastObserved)}  ${state}  ${oneLine(text)}`,
    );
  const cut = (lines: readonly string[]) => lines.map((line) => cutTo(safeLine(line), columns));
  const parts = [
    wrapLines(head.map(safeLine), columns).join("\n"),
    safeText(memory.text).trimEnd().split("\n").map(showLine).join("\n"),
    ...(rivals.length > 0 ? [cut(rivals).join("\n")] : []),
    ...(older.length > 0 ? [["Said before:", ...cut(older)].join("\n")] : []),
    ...(chain.length > 0 ? [["History:", ...cut(chain)].join("\n")] : []),
  ];
  return [parts.join("\n\n")];
}
