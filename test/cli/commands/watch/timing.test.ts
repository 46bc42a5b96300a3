import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { settling } from "../../../../src/cli/folder/folder-events.ts";
import { backOffMs, isPassing } from "../../../../src/cli/commands/watch/watch-folder.ts";
import { AppError } from "../../../../src/errors.ts";

const never = new AbortController().signal;

it("makes one of a burst of changes, and keeps for the next wait what came while nobody waited", async () => {
  const changes = settling({ quietMs: 40, atMostMs: 10_000 });
  let settled = 0;
  for (let at = 0; at < 1_000; at++) changes.note();
  await changes.settled(never);
  changes.note();
  await delay(80);
  const waited = changes.settled(never).then(() => settled++);
  await waited;
  void changes.settled(never).then(() => settled++);
  await delay(80);
  expect(settled).toBe(1);
});

/** Lets time go by in which no timer fires. */
function hold(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

it("counts the quiet from the last change of a burst", async () => {
  const changes = settling({ quietMs: 100, atMostMs: 10_000 });
  changes.note();
  hold(60);
  changes.note();
  const lastMs = performance.now();
  await changes.settled(never);
  expect(performance.now() - lastMs).toBeGreaterThan(95);
});

it("takes what comes after a burst for a new one, which waits as long for quiet", async () => {
  const changes = settling({ quietMs: 60, atMostMs: 80 });
  changes.note();
  await changes.settled(never);
  hold(40);
  changes.note();
  const lastMs = performance.now();
  await changes.settled(never);
  expect(performance.now() - lastMs).toBeGreaterThan(55);
});

it("does not wait for ever for changes that never end", async () => {
  const changes = settling({ quietMs: 500, atMostMs: 100 });
  const noisy = setInterval(changes.note, 5);
  await changes.settled(never);
  clearInterval(noisy);
});

it("ends a wait when the signal fires, also one that fired before", async () => {
  const stop = new AbortController();
  const changes = settling({ quietMs: 60_000, atMostMs: 60_000 });
  changes.note();
  const waited = changes.settled(stop.signal);
  stop.abort();
  await waited;
  await changes.settled(stop.signal);
});

it("waits ever longer after failures in a row, a minute at most, and not as long as another machine", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, random) => {
        const ms = backOffMs(failures, random);
        expect(ms).toBeGreaterThanOrEqual(Math.min(60_000, 2_000 * 2 ** (failures - 1)) / 2);
        expect(ms).toBeLessThanOrEqual(60_000);
      },
    ),
  );
  expect(backOffMs(1, 1)).toBe(2_000);
  expect(backOffMs(1, 0)).toBe(1_000);
  expect([2, 5, 6, 9].map((failures) => backOffMs(failures, 1))).toEqual([4_000, 32_000, 60_000, 60_000]);
});

it("tries again after what may pass, and after nothing else", () => {
  for (const code of [
    "unavailable",
    "timeout",
    "internal",
    "rate_limited",
    "quota",
    "capacity",
    "conflict",
  ] as const)
    expect(isPassing(new AppError(code, "")), code).toBe(true);
  for (const code of [
    "unauthorized",
    "forbidden",
    "root_exists",
    "invalid_input",
    "not_found",
    "model_budget",
  ] as const)
    expect(isPassing(new AppError(code, "")), code).toBe(false);
  expect(isPassing(Object.assign(new Error("ENOENT"), { code: "ENOENT", syscall: "scandir" }))).toBe(true);
  expect(isPassing(new TypeError("a bug"))).toBe(false);
});
