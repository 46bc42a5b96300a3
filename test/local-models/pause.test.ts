import { expect, it } from "vitest";
import { createPause } from "../../src/local-models/pause.ts";

/** A pause by a clock of its own, and for how long something stood still by it. */
function clockwork() {
  let nowMs = 0;
  let stoppedMs: number | undefined;
  let stoodMs = 0;
  let later: { atMs: number; run: () => void } | undefined;
  const pause = createPause({
    now: () => nowMs,
    stop: () => {
      stoppedMs = nowMs;
    },
    go: () => {
      stoodMs += nowMs - (stoppedMs ?? nowMs);
      stoppedMs = undefined;
    },
    after: (ms, run) => {
      const one = { atMs: nowMs + ms, run };
      later = one;
      return () => {
        if (later === one) later = undefined;
      };
    },
  });
  const pass = (ms: number): void => {
    const untilMs = nowMs + ms;
    while (later !== undefined && later.atMs <= untilMs) {
      const { atMs, run } = later;
      later = undefined;
      nowMs = atMs;
      run();
    }
    nowMs = untilMs;
  };
  return { pause, pass, stands: () => stoppedMs !== undefined, stoodMs: () => stoodMs };
}

it("stands still for 250 ms after the last notice, and goes on at once when told", () => {
  const { pause, pass, stands, stoodMs } = clockwork();
  pause.begin();
  pass(100);
  pause.begin();
  pass(249);
  expect(stands()).toBe(true);
  pass(1);
  expect([stands(), stoodMs()]).toEqual([false, 350]);
  pause.begin();
  pass(10);
  pause.end();
  expect([stands(), stoodMs()]).toEqual([false, 360]);
  pause.end();
  pass(1_000);
  expect([stands(), stoodMs()]).toEqual([false, 360]);
});

it.each([1, 40, 100, 260])("runs at least half of a minute when there is a notice every %i ms", (everyMs) => {
  const { pause, pass, stoodMs } = clockwork();
  for (let ms = 0; ms < 60_000; ms += everyMs) {
    pause.begin();
    pass(everyMs);
  }
  pause.end();
  // And two seconds that it has in advance.
  expect(stoodMs()).toBeLessThanOrEqual(60_000 / 2 + 2_000);
  expect(stoodMs()).toBeGreaterThan(20_000);
});
