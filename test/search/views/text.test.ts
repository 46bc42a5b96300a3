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
