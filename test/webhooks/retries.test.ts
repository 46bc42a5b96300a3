import { describe, expect, it } from "vitest";
import { waitMs } from "../../src/webhooks/retries.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("the wait before the next try", () => {
  it("grows from seconds to a day, and ends after nine tries more", () => {
    const waits = Array.from({ length: 10 }, (_, at) => waitMs(at + 1, { random: 0 }));
    expect(waits).toEqual([
      ...[5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
      undefined,
    ]);
  });

  it("is up to a fifth longer by chance, and never more than a day", () => {
    expect([waitMs(1, { random: 0.5 }), waitMs(1, { random: 1 }), waitMs(9, { random: 1 })]).toEqual([
      ...[5_500, 6_000, 24 * HOUR],
    ]);
  });

  it("is what a receiver asks for, where that is longer, up to a day", () => {
    const asked = (askedMs: number) => waitMs(2, { random: 0, askedMs });
    expect([asked(1_000), asked(HOUR), asked(48 * HOUR)]).toEqual([5 * MINUTE, HOUR, 24 * HOUR]);
  });

  it("is not made longer than its last one by a receiver that asks each time", () => {
    expect(waitMs(10, { random: 0, askedMs: HOUR })).toBeUndefined();
  });
});
