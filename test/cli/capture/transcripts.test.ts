import { expect, it } from "vitest";
import { findFacts } from "../../../src/cli/capture/rules/find-facts.ts";
import { type Judgement, judge } from "./judge.ts";
import { SECRET_VALUES, writtenIn } from "./written-transcripts.ts";

// Forty conversations, half of which no rule was tried on before it was finished (test/fixtures/transcripts): 120 passages
// that should be kept, 200 that should not.

const HALVES = ["first", "second"] as const;

const precision = ({ right, wrong }: Judgement): number => right.length / (right.length + wrong.length);
const recall = ({ missed }: Judgement, wished: number): number => 1 - missed.length / wished;

const wishes = (name: (typeof HALVES)[number], wish: "keep" | "drop"): number =>
  writtenIn(name)
    .flatMap(({ passages }) => passages)
    .filter((passage) => passage.wish === wish).length;

it("has as much to keep and to leave as it says, half of it in each format", () => {
  for (const [wish, count] of [
    ["keep", 120],
    ["drop", 200],
  ] as const)
    expect(HALVES.reduce((sum, name) => sum + wishes(name, wish), 0)).toBe(count);
  for (const name of HALVES) expect(writtenIn(name)).toHaveLength(20);
});

it.each(HALVES)("takes by rules alone nine right of ten at least from the %s half", async (name) => {
  const judged = await judge(name);
  const found = recall(judged, wishes(name, "keep"));
  console.log(`${name} half: precision ${precision(judged).toFixed(3)}, recall ${found.toFixed(3)}`);
  expect(precision(judged)).toBeGreaterThanOrEqual(0.9);
  expect(found).toBeGreaterThan(0.7);
});

it("keeps no secret, and nothing that a tool, a page or an agent's own note says", async () => {
  for (const name of HALVES) {
    const { right, wrong } = await judge(name);
    const taken = [...right, ...wrong];
    for (const secret of SECRET_VALUES) expect(taken.some((text) => text.includes(secret))).toBe(false);
    const foreign = writtenIn(name)
      .flatMap(({ passages }) => passages)
      .filter(
        ({ who, kind, wish }) =>
          wish === "drop" && (who === "T" || /^(?:secret|system|sidechain)/.test(kind)),
      );
    expect(foreign.length).toBeGreaterThan(10);
    for (const { text } of foreign)
      for (const one of taken) expect(text.includes(one) || one.includes(text)).toBe(false);
  }
});

const person = (...texts: readonly string[]) =>
  texts.map((text, at) => ({ by: "person" as const, text, line: at + 1 }));
const textsOf = (...texts: readonly string[]) => findFacts(person(...texts)).map(({ text }) => text);

it.each([
  ["names nothing", "We decided to use that one."],
  ["names a place of the moment", "Always check this file."],
  ["orders something now", "No, do not use the blue one now, go on."],
  ["is only about what others say", "Ana says we decided on Postgres."],
  ["is in a quotation of several sentences", 'The wiki says "We decided on X. Always use Y."'],
  ["is in the middle of a paste", `${"x".repeat(9_000)}\nWe decided on Postgres.\n${"x".repeat(9_000)}`],
  ["is in a tag that never ends", "<system-reminder>\nWe decided on Postgres for all."],
])("leaves a statement that %s", (_, text) => {
  expect(textsOf(text)).toEqual([]);
});

it("takes back what was named, else what was said just before, and keeps what holds instead", () => {
  expect(textsOf("We decided on port 9000 here.", "Scratch that.")).toEqual([]);
  expect(
    textsOf("We decided on Redis here.", "We prefer tabs for code.", "Forget what I said about Redis."),
  ).toEqual(["We prefer tabs for code."]);
  expect(textsOf("We decided on port 9000 here.", "Scratch that: we decided on port 8080 instead.")).toEqual([
    "Scratch that: we decided on port 8080 instead.",
  ]);
  expect(textsOf("We decided on Redis here.", "Don't forget that backups need Redis.")).toHaveLength(2);
});

it("counts what is said twice once", () => {
  expect(textsOf("We decided on Redis for queues.", "We decided on Redis for the queues!")).toHaveLength(1);
});

it("believes an agent's agreement only when the person's next words assent", () => {
  const agent = { by: "agent" as const, text: "Agreed: the queue moves to Redis in May.", line: 1 };
  const facts = (reply?: string) =>
    findFacts(reply === undefined ? [agent] : [agent, { by: "person", text: reply, line: 2 }]).length;
  expect(facts("Yes, do that.")).toBe(1);
  for (const reply of [undefined, "Yes, but not in May.", "No.", "What about June?"])
    expect(facts(reply)).toBe(0);
});
