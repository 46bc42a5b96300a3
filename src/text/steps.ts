/** Work in steps, each of which yields how many characters it looked at. */
export type Steps<Result> = Generator<number, Result, void>;

/** Characters of one step of work in a loop: often enough for a turn, seldom enough to cost nothing. */
export const CHARS_A_STEP = 4_000;

/**
 * Characters between two turns: some 8 ms of the slowest work on texts, finding names, on one machine, and 20 on a busy one.
 * A turn itself takes 20 µs in workerd (1,000 of them 18 ms, November 2026).
 */
const CHARS_A_TURN = 8_000;

/**
 * Lets whoever waits for the thread go on. A task of its own: what is only awaited, a local database's answer among it, goes
 * on before anything else does. Timers do let other requests in:
 * https://developers.cloudflare.com/workers/runtime-apis/web-standards/#timers
 */
export const letOthersGoOn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Parts of long work, between two turns each, that the isolate has begun. */
let partsBegun = 0;

/**
 * Other long work goes first for at most so many turns, some 2 s of it: what began first ends first, and nobody waits for
 * work without an end.
 */
const MAX_PASSED_OVER = 250;

/**
 * Lets others go on before the next part of long work. Of several only one has a part each time that all others are let in:
 * what comes for a moment waits for one part, not for one of each.
 */
async function untilNextPart(): Promise<void> {
  for (let passedOver = 0; passedOver < MAX_PASSED_OVER; passedOver++) {
    const before = partsBegun;
    await letOthersGoOn();
    if (before === partsBegun) break;
  }
  partsBegun += 1;
}

/**
 * Lets others go on now and then during long work: the requests of an isolate share one thread, and a request that never
 * waits keeps the searches of all others from being answered. Give it the characters worked on since the last call.
 */
export function takingTurns(): (chars: number) => Promise<void> {
  let chars = 0;
  return async (more) => {
    chars += more;
    if (chars < CHARS_A_TURN) return;
    chars = 0;
    await untilNextPart();
  };
}

/** The result of work in steps, with turns for others between them. */
export async function inTurns<Result>(steps: Steps<Result>, turn = takingTurns()): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await turn(step.value);
  }
}

/** The result of work in steps, all of them at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
