import { type ChildProcess, spawn } from "node:child_process";

/** A notice has the process stand still for so long; it outlasts the next notice of a request that lasts, milliseconds. */
const PAUSE_MS = 250;
/** So long it may stand still in a row; each millisecond that it runs gives one back: under requests without end it runs half the time. */
const MOST_MS = 2_000;

interface PauseOptions {
  readonly stop: () => void;
  readonly go: () => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  /** Runs something later; answers what prevents it. */
  readonly after?: (ms: number, run: () => void) => () => void;
}

function laterBy(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Has something stand still while others are served, and never for more than half of the time. */
export function createPause({ stop, go, now = () => performance.now(), after = laterBy }: PauseOptions) {
  let isPaused = false;
  let leftMs = MOST_MS;
  let settledMs = now();
  let prevent = (): void => undefined;

  function settle(): void {
    const nowMs = now();
    const passedMs = nowMs - settledMs;
    leftMs = Math.min(MOST_MS, leftMs + (isPaused ? -passedMs : passedMs));
    settledMs = nowMs;
  }

  function end(): void {
    settle();
    prevent();
    if (isPaused) go();
    isPaused = false;
  }

  return {
    /** Somebody is served: it stands still for a quarter of a second from now, unless it has done so too much. */
    begin(): void {
      settle();
      if (!isPaused && leftMs < PAUSE_MS) return;
      prevent();
      if (!isPaused) stop();
      isPaused = true;
      prevent = after(Math.max(0, Math.min(PAUSE_MS, leftMs)), end);
    },
    /** It goes on at once. */
    end,
  };
}

/** Waits for the end of its input, which a parent's death is, too. A signal from the terminal goes to it as to all others. */
const GUARD = "trap '' INT HUP TERM; read -r _; kill -CONT \"$0\"";

/**
 * Starts a shell that has a process go on when this one dies while the other stands still: it would do so for ever, with a
 * model in memory. Undefined where a process cannot be made to stand still. The caller ends it with the process.
 */
export function guardStanding(pid: number): ChildProcess | undefined {
  if (process.platform === "win32") return undefined;
  const guard = spawn("/bin/sh", ["-c", GUARD, String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    env: {},
  });
  // Without a shell nothing stands still; a pipe that it left is no failure either.
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  return guard;
}
