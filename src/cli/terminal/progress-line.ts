import { SECOND_MS } from "../../config.ts";
import { columnsOf, cutTo } from "./columns.ts";
import { number } from "./numbers.ts";
import type { Terminal } from "./terminal.ts";

// Drawn here and not with a prompt library's bar: that puts the terminal into raw mode and ends the process on Ctrl-C
// with code 0, so that a stopped push would look like a finished one.

const BAR_COLUMNS = 24;
/** Redraws at most so often, milliseconds. */
const REDRAW_MS = 80;
/** A rate over a shorter time says nothing; and what ends sooner needs no word, milliseconds. */
const FIRST_RATE_MS = 1_000;
const DEFAULT_COLUMNS = 80;
const CLEAR_LINE = "\r\u001b[2K";
/** A line that fills the last column moves the cursor to the next. */
const SPARE_COLUMNS = 1;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const HOUR_MIN = 60;
/** Above this a fraction of a unit a second says nothing. */
const WHOLE_RATE = 10;

export interface Progress {
  /** Another `what` begins anew. Without `total` there is no bar, and nothing is said of what is left. */
  readonly update: (what: string, done: number, total?: number) => void;
  readonly end: () => void;
}

const NO_PROGRESS: Progress = { update: () => undefined, end: () => undefined };

/** 8 s, 3 min, 2 h 5 min: as exactly as one wants to know it. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole <= 2 * MINUTE_S) return `${whole} s`;
  if (whole < HOUR_S) return `${Math.round(whole / MINUTE_S)} min`;
  const minutes = Math.round(whole / MINUTE_S);
  return `${Math.floor(minutes / HOUR_MIN)} h ${minutes % HOUR_MIN} min`;
}

interface ProgressState {
  readonly what: string;
  readonly done: number;
  /** Undefined: nobody knows. */
  readonly total: number | undefined;
  /** Done at the time from which the rate is counted: what was done before cost nothing. */
  readonly before: number;
  /** Since then, milliseconds. */
  readonly elapsedMs: number;
}

/** `, 35/s, 12 s left`; empty in the first second. */
function pace({ done, total, before, elapsedMs }: ProgressState): string {
  const rate = ((done - before) * SECOND_MS) / elapsedMs;
  if (elapsedMs < FIRST_RATE_MS || rate <= 0) return "";
  const shown = rate < WHOLE_RATE ? rate.toFixed(1) : number(Math.round(rate));
  const left = total === undefined ? "" : `, ${duration((total - done) / rate)} left`;
  return `, ${shown}/s${left}`;
}

/** `sending ████░░ 120/1,204, 35/s, 31 s left` in at most so many columns. */
export function progressText(state: ProgressState, columns: number): string {
  const { what, done, total } = state;
  if (total === undefined) return cutTo(`${what} ${number(done)}${pace(state)}`, columns);
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * BAR_COLUMNS);
  const bar = "█".repeat(filled) + "░".repeat(BAR_COLUMNS - filled);
  const counts = `${number(done)}/${number(total)}${pace(state)}`;
  const line = `${what} ${bar} ${counts}`;
  return columnsOf(line) <= columns ? line : cutTo(`${what} ${counts}`, columns);
}

type Watched = Pick<Terminal, "canAsk" | "columns" | "err">;

const widthOf = ({ columns }: Watched): number =>
  (Number.isFinite(columns) ? columns : DEFAULT_COLUMNS) - SPARE_COLUMNS;

/** A bar on stderr with rate and remaining time, where a person watches; nothing elsewhere. */
export function progressLine(terminal: Watched, now: () => number = () => performance.now()): Progress {
  if (!terminal.canAsk) return NO_PROGRESS;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let begun = { what: "", before: 0, atMs: 0 };
  return {
    update(what, done, total) {
      const nowMs = now();
      const isNew = what !== begun.what;
      if (isNew) begun = { what, before: done, atMs: nowMs };
      if (!isNew && nowMs - drawnAt < REDRAW_MS && done !== total) return;
      drawnAt = nowMs;
      const state = { what, done, total, before: begun.before, elapsedMs: nowMs - begun.atMs };
      terminal.err(CLEAR_LINE + progressText(state, widthOf(terminal)));
    },
    end() {
      if (drawnAt > Number.NEGATIVE_INFINITY) terminal.err(CLEAR_LINE);
    },
  };
}

/**
 * Waits for one answer. After a second a line says what for and for how long, where a person watches, until the work says
 * that it has something to show.
 */
export async function patiently<T>(
  terminal: Watched,
  what: string,
  work: (end: () => void) => Promise<T>,
): Promise<T> {
  if (!terminal.canAsk) return work(() => undefined);
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    terminal.err(`${CLEAR_LINE}${cutTo(`${what} … ${duration(seconds)}`, widthOf(terminal))}`);
  }, SECOND_MS);
  const end = (): void => {
    clearInterval(timer);
    if (seconds > 0) terminal.err(CLEAR_LINE);
    seconds = 0;
  };
  try {
    return await work(end);
  } finally {
    end();
  }
}
