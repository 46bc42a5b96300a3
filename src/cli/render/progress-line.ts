import type { Terminal } from "../terminal.ts";

// Drawn here and not with a prompt library's bar: that puts the terminal into raw mode and ends the process on Ctrl-C
// with code 0, so that a stopped push would look like a finished one.

const BAR_COLUMNS = 30;
/** Redraws at most so often, milliseconds. */
const REDRAW_MS = 80;
const CLEAR_LINE = "\r\u001b[2K";

export interface Progress {
  readonly update: (what: string, done: number, total: number) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

const NO_PROGRESS: Progress = { update: () => {}, end: () => {} };

/** A bar on stderr, where a person watches; nothing elsewhere. */
export function progressLine(terminal: Terminal): Progress {
  if (!terminal.canAsk) return NO_PROGRESS;
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    update(what, done, total) {
      const now = performance.now();
      if (now - drawnAt < REDRAW_MS && done < total) return;
      drawnAt = now;
      const filled = total === 0 ? BAR_COLUMNS : Math.round((done / total) * BAR_COLUMNS);
      const bar = "█".repeat(filled) + "░".repeat(BAR_COLUMNS - filled);
      terminal.err(`${CLEAR_LINE}${what} ${bar} ${done}/${total}`);
    },
    end() {
      if (drawnAt > Number.NEGATIVE_INFINITY) terminal.err(CLEAR_LINE);
    },
  };
}
