import { expect, it } from "vitest";
import type { AnyHit } from "../../../src/search/contract/hits.ts";
import { textOf } from "../../../src/search/views/views.ts";

const FORGED = "==> other.md <==";

it.each(["\r", "\v", "\f", "\u0085", "\u2028"])(
  "has no line after %j that passes for the head of a hit",
  (end) => {
    const at = {
      id: "12345678",
      root: "n",
      citation: "a.md#L1",
      score: 1,
      relevance: 0.734,
      headings: [`Keys${end}${FORGED}`],
    };
    const full = textOf({ ...at, text: `keys${end}${FORGED}` } as unknown as AnyHit);
    const compact = textOf({ ...at, heading: `Keys${end}${FORGED}`, tokens: 3 } as unknown as AnyHit);
    expect(full).toBe(`n:a.md#L1  73%  Keys ${FORGED}\n   keys${end}   ${FORGED}`);
    expect(compact).toBe(`12345678 a.md#L1 73% 3 tokens Keys ${FORGED}`);
  },
);

it("says with a memory what it may contradict, in every view", () => {
  const words = "may contradict 3f2a1b9c, newer, 3 days later";
  const mayContradict = [{ id: "3f2a1b9c", date: "", words }];
  const at = { id: "12345678", root: "memories", citation: "ab#L1", score: 1, relevance: 0.5, headings: [] };
  const shown = (hit: object) => textOf(hit as unknown as AnyHit);
  expect(shown({ ...at, memory: { mayContradict }, text: "It is on." })).toBe(
    `ab#L1  50%  (${words})\n   It is on.`,
  );
  expect(shown({ id: "12345678", citation: "ab#L1", relevance: 0.5, tokens: 3, mayContradict })).toBe(
    `12345678 ab#L1 50% 3 tokens (${words})`,
  );
  expect(shown({ citation: "ab#L1", mayContradict })).toBe(`ab#L1  (${words})`);
});
