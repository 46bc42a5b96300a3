import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byScore } from "../../../src/search/fusion/lists.ts";
import type { Candidate } from "../../../src/search/stages/stage.ts";
import { FINAL_STAGES, SCORE_STAGES, STAGES } from "../../../src/search/stages/table.ts";
import { AS_OF, candidate, context, DAY_MS, memory, stage } from "./candidates.ts";

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const texts = fc.constantFrom(
  "soup on mondays",
  "hello",
  "rotate the keys",
  "the keys of the vault",
  "",
  "密钥轮换",
  "export function decide(mistake: string): void {",
  'import { decide } from "./decide.ts";',
);

const facts = fc.record({
  type: fc.constantFrom("fact", "decision", "correction", "gap", "learning"),
  importance: unit,
  priority: fc.integer({ min: 1, max: 5 }),
  confidence: unit,
  timesObserved: fc.nat(30),
});

const more = fc.record({
  text: texts,
  documentNum: fc.constantFrom(1, 2, 3),
  path: fc.constantFrom(
    "notes/keys.md",
    "src/keys.ts",
    "test/keys.test.ts",
    "dist/keys.js",
    "package-lock.json",
  ),
  language: fc.constantFrom("markdown", "typescript", "json"),
  datedAt: fc
    .option(fc.integer({ min: -10, max: 900 }), { nil: undefined })
    .map((days) => (days === undefined ? undefined : AS_OF - days * DAY_MS)),
  session: fc.constantFrom(undefined, "s", "t"),
  votes: fc.array(
    fc.record({ value: fc.constantFrom(1 as const, -1 as const), at: fc.integer({ min: 0, max: AS_OF }) }),
    {
      maxLength: 4,
    },
  ),
  vector: fc
    .option(fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 3, maxLength: 3 }), { nil: undefined })
    .map((levels) => levels && Int8Array.from(levels)),
  keywordScore: fc.option(unit, { nil: undefined }),
});

const pool: fc.Arbitrary<Candidate[]> = fc
  .array(fc.tuple(unit, more, fc.option(facts, { nil: undefined })), { maxLength: 30 })
  .map((rows) =>
    rows
      .map(([score, rest, memoryFacts], at) => {
        const id = `c${String(at).padStart(2, "0")}`;
        return memoryFacts ? memory(id, score, { facts: memoryFacts, ...rest }) : candidate(id, score, rest);
      })
      .sort(byScore),
  );

const asked = context("what did we decide about the mistake", "s");

describe.each(STAGES.map(({ name }) => name))("stage %s", (name) => {
  it("invents and doubles nothing, and keeps scores within 0 and 1", () => {
    fc.assert(
      fc.property(pool, (candidates) => {
        const out = stage(name)(candidates, asked);
        const before = new Set(candidates.map(({ id }) => id));
        const after = out.map(({ id }) => id);
        expect(after.every((id) => before.has(id))).toBe(true);
        expect(new Set(after).size).toBe(after.length);
        expect(out.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
      }),
    );
  });

  it("drops only when it says why", () => {
    const drops = STAGES.find((known) => known.name === name)?.drops;
    fc.assert(
      fc.property(pool, (candidates) => {
        if (drops === undefined) expect(stage(name)(candidates, asked)).toHaveLength(candidates.length);
      }),
    );
  });
});

describe("the order", () => {
  it.each(SCORE_STAGES.map(({ name }) => name))(
    "after %s is independent of the order of what came in",
    (name) => {
      fc.assert(
        fc.property(pool, fc.infiniteStream(fc.nat()), (candidates, chance) => {
          const shuffled = candidates
            .map((one) => ({ one, at: chance.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one);
          const ids = (list: readonly Candidate[]) => [...list].sort(byScore).map(({ id }) => id);
          expect(ids(stage(name)(shuffled, asked))).toEqual(ids(stage(name)(candidates, asked)));
        }),
      );
    },
  );

  it("of the whole tail is the same every time", () => {
    fc.assert(
      fc.property(pool, (candidates) => {
        const run = () =>
          FINAL_STAGES.reduce<readonly Candidate[]>((list, { name }) => stage(name)(list, asked), candidates);
        expect(run().map(({ id }) => id)).toEqual(run().map(({ id }) => id));
      }),
    );
  });
});
