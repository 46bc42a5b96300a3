import { describe, expect, it } from "vitest";
import type { Settings } from "../../../src/search/profiles/profile.ts";
import { documentChars } from "../../../src/search/stages/memories.ts";
import type { Candidate } from "../../../src/search/stages/stage.ts";
import { AS_OF, candidate, context, DAY_MS, daysOld, memory, scoreAfter, stage } from "./candidates.ts";

interface Case {
  readonly what: string;
  readonly stage: string;
  readonly of: Candidate;
  readonly gives: number;
  readonly settings?: Settings;
  readonly query?: string;
  readonly session?: string;
}

const up = (at: number) => ({ value: 1, at }) as const;
const down = (at: number) => ({ value: -1, at }) as const;

const CASES: readonly Case[] = [
  {
    what: "14 days old: + 0.0368",
    stage: "recencyBoost",
    of: candidate("a", 0.5, daysOld(14)),
    gives: 0.5368,
  },
  { what: "of this hour: + 0.1", stage: "recencyBoost", of: candidate("a", 0.5, daysOld(0)), gives: 0.6 },
  {
    what: "dated tomorrow: as of this hour",
    stage: "recencyBoost",
    of: candidate("a", 0.5, daysOld(-1)),
    gives: 0.6,
  },
  { what: "undated: unchanged", stage: "recencyBoost", of: candidate("a", 0.5), gives: 0.5 },
  {
    what: "of quality 0.8: + 0.06",
    stage: "quality",
    of: memory("a", 0.5, { facts: { quality: 0.8 } }),
    gives: 0.56,
  },
  { what: "without votes: unchanged", stage: "quality", of: memory("a", 0.5), gives: 0.5 },
  {
    what: "importance 0.5: × 0.85",
    stage: "importance",
    of: memory("a", 0.8, { facts: { importance: 0.5 } }),
    gives: 0.68,
  },
  {
    what: "importance 0: × 0.7",
    stage: "importance",
    of: memory("a", 0.8, { facts: { importance: 0 } }),
    gives: 0.56,
  },
  { what: "a file: unchanged", stage: "importance", of: candidate("a", 0.8), gives: 0.8 },
  {
    what: "1,000 characters: × 0.6667",
    stage: "lengthNorm",
    of: memory("a", 0.9, { text: "x".repeat(1_000) }),
    gives: 0.6,
  },
  {
    what: "500 characters: unchanged",
    stage: "lengthNorm",
    of: memory("a", 0.9, { text: "x".repeat(500) }),
    gives: 0.9,
  },
  {
    what: "a passage of 500 characters, of a memory of 1,000: × 0.6667",
    stage: "lengthNorm",
    of: memory("a", 0.9, { text: "x".repeat(500), documentBytes: 1_000, documentChunks: 2 }),
    gives: 0.6,
  },
  {
    what: "a long file: unchanged",
    stage: "lengthNorm",
    of: candidate("a", 0.9, { text: "x".repeat(9_000) }),
    gives: 0.9,
  },
  { what: "60 days old: × 0.6839", stage: "timeDecay", of: memory("a", 1, daysOld(60)), gives: 0.6839 },
  { what: "120 days old: × 0.5677", stage: "timeDecay", of: memory("a", 1, daysOld(120)), gives: 0.5677 },
  { what: "240 days old: × 0.5092", stage: "timeDecay", of: memory("a", 1, daysOld(240)), gives: 0.5092 },
  { what: "an old file: unchanged", stage: "timeDecay", of: candidate("a", 1, daysOld(240)), gives: 1 },
  { what: "30 days old: × 0.5", stage: "temporalDecay", of: candidate("a", 0.8, daysOld(30)), gives: 0.4 },
  { what: "evergreen: unchanged", stage: "temporalDecay", of: candidate("a", 0.8), gives: 0.8 },
  {
    what: "priority 3: − 0.10",
    stage: "priority",
    of: memory("a", 0.5, { facts: { priority: 3 } }),
    gives: 0.4,
  },
  {
    what: "priority 1: unchanged",
    stage: "priority",
    of: memory("a", 0.5, { facts: { priority: 1 } }),
    gives: 0.5,
  },
  {
    what: "observed 5 times: + 0.05",
    stage: "observations",
    of: memory("a", 0.5, { facts: { timesObserved: 5 } }),
    gives: 0.55,
  },
  {
    what: "observed 40 times: + 0.1",
    stage: "observations",
    of: memory("a", 0.5, { facts: { timesObserved: 40 } }),
    gives: 0.6,
  },
  { what: "confidence 0.8: + 0.12", stage: "confidence", of: memory("a", 0.5), gives: 0.62 },
  {
    what: "a decision: + 0.05",
    stage: "typeBoost",
    of: memory("a", 0.5, { facts: { type: "decision" } }),
    gives: 0.55,
  },
  { what: "a fact: unchanged", stage: "typeBoost", of: memory("a", 0.5), gives: 0.5 },
  {
    what: "asked what was decided: × 1.15",
    stage: "queryTypeBoost",
    of: memory("a", 0.4, { facts: { type: "decision" } }),
    query: "What did we decide?",
    gives: 0.46,
  },
  {
    what: "asked for a mistake: a gap × 1.15",
    stage: "queryTypeBoost",
    of: memory("a", 0.4, { facts: { type: "gap" } }),
    query: "which mistake",
    gives: 0.46,
  },
  {
    what: "asked for something else: unchanged",
    stage: "queryTypeBoost",
    of: memory("a", 0.4, { facts: { type: "gap" } }),
    query: "terror films",
    gives: 0.4,
  },
  {
    what: "2 fresh votes up: + 0.10",
    stage: "feedback",
    of: candidate("a", 0.5, { votes: [up(AS_OF), up(AS_OF)] }),
    gives: 0.6,
  },
  {
    what: "a vote of 180 days counts half",
    stage: "feedback",
    of: candidate("a", 0.5, { votes: [down(AS_OF - 180 * DAY_MS)] }),
    gives: 0.475,
  },
  {
    what: "a vote given after the search's own clock counts as a fresh one",
    stage: "feedback",
    of: candidate("a", 0.5, { votes: [up(AS_OF + 360 * DAY_MS)] }),
    gives: 0.55,
  },
  {
    what: "20 votes: 0.25 at most",
    stage: "feedback",
    of: candidate("a", 0.5, { votes: Array.from({ length: 20 }, () => up(AS_OF)) }),
    gives: 0.75,
  },
  {
    what: "of the asking session: + 0.2",
    stage: "session",
    of: candidate("a", 0.5, { session: "s" }),
    session: "s",
    gives: 0.7,
  },
  {
    what: "of another session: unchanged",
    stage: "session",
    of: candidate("a", 0.5, { session: "t" }),
    session: "s",
    gives: 0.5,
  },
  { what: "of no session, asked in none: unchanged", stage: "session", of: candidate("a", 0.5), gives: 0.5 },
  { what: "cut at 1", stage: "recencyBoost", of: candidate("a", 0.95, daysOld(0)), gives: 1 },
  { what: "cut at 0", stage: "priority", of: memory("a", 0.1, { facts: { priority: 5 } }), gives: 0 },
  {
    what: "another half-life",
    stage: "temporalDecay",
    of: candidate("a", 0.8, daysOld(10)),
    settings: { halfLifeDays: 10 },
    gives: 0.4,
  },
];

describe("a scoring stage", () => {
  it.each(CASES)("$stage, $what", ({ stage: name, of, gives, ...more }) => {
    expect(scoreAfter(name, of, more)).toBeCloseTo(gives, 4);
  });

  it("keeps the order of those that it cuts at 1, also after the next stage", () => {
    const best = candidate("z", 0.99, daysOld(0));
    const second = candidate("a", 0.96, daysOld(0));
    const boosted = stage("recencyBoost")([best, second], context());
    expect(boosted.map(({ id, score }) => [id, score])).toEqual([
      ["z", 1],
      ["a", 1],
    ]);
    expect(stage("temporalDecay")(boosted, context()).map(({ id }) => id)).toEqual(["z", "a"]);
  });

  it("puts the best first again, ties by id", () => {
    const fresh = candidate("b", 0.5, daysOld(0));
    const old = candidate("a", 0.55, daysOld(400));
    expect(stage("recencyBoost")([old, fresh], context()).map(({ id }) => id)).toEqual(["b", "a"]);
    const same = [candidate("z", 0.5), candidate("c", 0.5)];
    expect(stage("recencyBoost")(same, context()).map(({ id }) => id)).toEqual(["c", "z"]);
  });

  it("takes a document to be as long as its bytes are in characters", () => {
    const of = (text: string, documentChunks: number, documentBytes: number) =>
      documentChars({ text, documentChunks, documentBytes });
    expect(of("plain", 1, 90)).toBe(5);
    expect(of("plain", 3, 90)).toBe(90);
    expect(of("ключи", 3, 90)).toBe(45);
    expect(of("", 3, 90)).toBe(0);
  });
});
