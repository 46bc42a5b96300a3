import { expect, it } from "vitest";
import {
  renderMemory,
  renderRecent,
  renderStatistics,
  renderTimeline,
} from "../../../../src/cli/commands/memories/render.ts";
import { oneLine, renderMemories } from "../../../../src/cli/render/memory-rows.ts";
import type { Memory, MemoryAnswer } from "../../../../src/memories/contract/memories.ts";
import type {
  ListedMemory,
  MemoryStatistics,
  RecentAnswer,
} from "../../../../src/memories/contract/memory-lists.ts";

const listed = (changes: Partial<ListedMemory> = {}): ListedMemory =>
  ({
    id: "0123456789abcdef",
    type: "fact",
    text: "We deploy",
    cut: false,
    firstObserved: "2026-01-01T00:00:00.000Z",
    lastObserved: "2026-11-20T12:00:00.000Z",
    ...changes,
  }) as ListedMemory;

it("lists memories by eight characters of the id, last day, type and text, types padded to one width", () => {
  const list = [
    listed({ text: "one\n  two\tthree " }),
    listed({ id: "fedcba9876543210", type: "decision", cut: true }),
  ];
  expect(renderMemories(list, 80)).toEqual([
    "01234567  2026-11-20  fact      one two three",
    "fedcba98  2026-11-20  decision  We deploy…",
  ]);
  expect(renderMemories(list, 36)[1]).toBe("fedcba98  2026-11-20  decision  We …");
  expect(renderMemories([], 80)).toEqual(["No memories."]);
  expect(oneLine(" \u001b[2J\r\n x ")).toBe("␛[2J x");
});

it("marks the one memory of a timeline that was asked for, and cuts beside the mark", () => {
  const [older, around, newer] = ["1", "2", "3"].map((id) => listed({ id: id.repeat(8), text: "words" }));
  if (older === undefined || around === undefined || newer === undefined) throw new Error("three");
  const lines = renderTimeline({ before: [older], around, after: [newer] }, 33);
  expect(lines).toEqual(
    [
      "  11111111  2026-11-20  fact  words",
      "> 22222222  2026-11-20  fact  words",
      "  33333333  2026-11-20  fact  words",
    ].map((line) => `${line.slice(0, 32)}…`),
  );
  expect(renderTimeline({ before: [], around, after: [] }, 80)).toEqual([
    "> 22222222  2026-11-20  fact  words",
  ]);
});

type Item = RecentAnswer["items"][number];

const item = (changes: Partial<Item>): Item => ({
  kind: "memory",
  root: "memories",
  path: "0123456789abcdef",
  title: null,
  type: "decision",
  session: null,
  date: "2026-11-20T12:00:00.000Z",
  text: "We deploy",
  cut: true,
  ...changes,
});

it("lists what is new: memories with id and text, files with path and title, which nothing cuts", () => {
  const file = { kind: "file", root: "notes", path: "a.md", type: null, text: "the text" } as const;
  const items = [item({}), item({ ...file, title: "Keys" }), item({ ...file, title: null })];
  expect(renderRecent({ of: "session", items }, 80)).toEqual([
    "Of this session:",
    "01234567  2026-11-20  decision  We deploy…",
    "          2026-11-20  file      a.md: Keys",
    "          2026-11-20  file      a.md",
  ]);
  expect(renderRecent({ of: "workspace", items }, 80)[0]).toBe("Of the whole workspace:");
  expect(renderRecent({ of: "workspace", items: [] }, 80)).toEqual(["Nothing yet."]);
});

const statistics = (changes: Partial<MemoryStatistics> = {}): MemoryStatistics => ({
  memories: 1_200,
  observations: 1_300,
  superseded: 3,
  forgotten: 4,
  contradictions: 1,
  toReview: 2,
  byType: [
    { name: "fact", memories: 1_100 },
    { name: "decision", memories: 100 },
  ],
  bySource: [{ name: "chat", memories: 5 }],
  bySession: [{ name: "s1", memories: 6 }],
  withoutSource: 0,
  withoutSession: 0,
  sources: 70,
  sessions: 80,
  byAge: { day: 1, week: 2, month: 3, quarter: 4, year: 5, older: 6 },
  oldest: "2025-01-02T00:00:00.000Z",
  newest: "2026-11-20T00:00:00.000Z",
  ...changes,
});

it("counts memories by type, source, session and age", () => {
  expect(renderStatistics(statistics(), 200)).toEqual([
    "1,200 memories, observed 1,300 times, last observed from 2025-01-02 to 2026-11-20",
    "3 superseded, 4 forgotten that undo can bring back",
    "by type: fact 1,100, decision 100",
    "by source (70): chat 5",
    "by session (80): s1 6",
    "by age: a day 1, a week 2, a month 3, a quarter 4, a year 5, older 6",
  ]);
  const few = { memories: 1, observations: 1, byType: [], bySource: [], bySession: [], oldest: null };
  expect(renderStatistics(statistics(few), 200)).toEqual([
    "1 memory, observed 1 time",
    "3 superseded, 4 forgotten that undo can bring back",
    "by age: a day 1, a week 2, a month 3, a quarter 4, a year 5, older 6",
  ]);
});

const memory = (changes: Partial<Memory> = {}): Memory => ({
  id: "0123456789abcdef",
  state: "live",
  text: "We deploy\non Thursdays\n",
  type: "decision",
  importance: 0.7,
  priority: 3,
  confidence: 0.6,
  session: null,
  source: null,
  tags: [],
  entities: [],
  metadata: {},
  timesObserved: 1,
  votes: { up: 2, down: 1 },
  quality: 0.6,
  firstObserved: "2026-01-01T00:00:00.000Z",
  lastObserved: "2026-11-20T12:00:00.000Z",
  supersedes: null,
  supersededBy: null,
  dedupe: "done",
  version: 1,
  ...changes,
});

const shown = (answer: Partial<MemoryAnswer>, columns = 200): readonly string[] =>
  renderMemory(
    { memory: memory(), mergedInto: null, mayContradict: [], observations: [], nextCursor: null, ...answer },
    columns,
  )
    .join("\n")
    .split("\n");

it("shows a memory whole: its id, type and weights, then its text", () => {
  expect(shown({})).toEqual([
    "0123456789abcdef  decision",
    "observed on 2026-11-20; importance 0.7, priority 3, confidence 0.6",
    "2 votes for it, 1 against, quality 0.60",
    "",
    "We deploy",
    "on Thursdays",
  ]);
});

it("names what it is linked with, its past state and how often it was observed", () => {
  const linked = memory({
    ...{ state: "superseded", timesObserved: 3, session: "s1", source: "chat", tags: ["a", "b"] },
    ...{ entities: ["Ann", "Bo"], metadata: { ticket: 7 }, supersedes: "1".repeat(16), supersededBy: "2" },
  });
  expect(shown({ memory: linked, mergedInto: linked.id }).slice(0, 5)).toEqual([
    "The memory asked for was merged into this one:",
    "0123456789abcdef  decision, superseded",
    "observed 3 times, 2026-01-01 to 2026-11-20; importance 0.7, priority 3, confidence 0.6",
    "2 votes for it, 1 against, quality 0.60",
    "session s1; source chat; tags a, b; about Ann, Bo; " +
      'metadata {"ticket":7}; supersedes 1111111111111111; superseded by 2',
  ]);
});

it("lists older texts and what came before and after it, but not itself, each on a line that fits", () => {
  const older = { type: "fact", confidence: 1, session: null, source: null };
  const observations = [{ ...older, text: "We\ndeploy\u0007", at: "2026-01-02T00:00:00.000Z" }];
  const history = [memory({ id: "fedcba9876543210", state: "superseded", text: "Before" }), memory()];
  expect(shown({ observations, history }).slice(6)).toEqual([
    "",
    "Said before:",
    "  2026-01-02  We deploy␇",
    "",
    "History:",
    "  fedcba98  2026-11-20  superseded  Before",
  ]);
  expect(shown({ history: [memory()] })).toHaveLength(6);
  expect(shown({ memory: memory({ votes: { up: 0, down: 0 } }) })).toHaveLength(5);
  expect(shown({ history }, 30).at(-1)).toBe("  fedcba98  2026-11-20  super…");
});

it("marks of what is new only a memory's text that was cut", () => {
  const items = [
    item({ cut: false }),
    item({ kind: "file", path: "a.md", type: null, title: null, cut: true }),
  ];
  expect(renderRecent({ of: "workspace", items }, 80)).toEqual([
    "Of the whole workspace:",
    "01234567  2026-11-20  decision  We deploy",
    "          2026-11-20  file      a.md",
  ]);
});

it("shows in a timeline and in what is new what a memory may contradict below its line", () => {
  const words = "may contradict fedcba98, newer, 3 days later";
  const mayContradict = [{ id: "fedcba9876543210", date: "2026-11-23T12:00:00.000Z", words }];
  expect(renderRecent({ of: "workspace", items: [item({ mayContradict })] }, 80)).toEqual([
    "Of the whole workspace:",
    expect.stringContaining("We deploy"),
    `          ${words}`,
  ]);
  const [one, two] = [listed({}), listed({ mayContradict })];
  expect(renderTimeline({ before: [two], around: two, after: [one] }, 80)).toEqual([
    expect.stringMatching(/^ {2}\S/),
    `            ${words}`,
    expect.stringMatching(/^> \S/),
    `            ${words}`,
    expect.stringMatching(/^ {2}\S/),
  ]);
});

it("shows what a memory may contradict below its text", () => {
  const words = "may contradict fedcba98, newer, 3 days later";
  const rival = {
    id: "fedcba9876543210",
    date: "2026-11-23T12:00:00.000Z",
    words,
    text: "We deploy\non Mondays",
  };
  expect(shown({ mayContradict: [rival] }).slice(-2)).toEqual(["", `  ${words}: We deploy on Mondays`]);
});
