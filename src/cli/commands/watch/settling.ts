/** Waits for quiet after a burst of changes. */
export interface Settling {
  note(): void;
  /** Resolves when something has changed and settled since the last time, or when the signal fires. */
  settled(signal: AbortSignal): Promise<void>;
}

export interface SettlingTimes {
  /** Quiet that ends a burst, milliseconds. */
  readonly quietMs: number;
  /** A burst that does not end counts as settled after this time, milliseconds: a log file grows all day. */
  readonly atMostMs: number;
}

/** Thousands of changes in a burst are one; what changes while nobody waits is kept for who waits next. */
export function settling({ quietMs, atMostMs }: SettlingTimes): Settling {
  let firstMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  let wake: (() => void) | undefined;
  const fire = (): void => {
    firstMs = undefined;
    isDue = true;
    wake?.();
  };
  return {
    note() {
      const nowMs = performance.now();
      firstMs ??= nowMs;
      clearTimeout(timer);
      timer = setTimeout(fire, Math.min(quietMs, Math.max(0, firstMs + atMostMs - nowMs)));
    },
    async settled(signal) {
      if (!isDue && !signal.aborted)
        await new Promise<void>((resolve) => {
          const end = (): void => {
            signal.removeEventListener("abort", end);
            resolve();
          };
          wake = end;
          signal.addEventListener("abort", end);
        });
      wake = undefined;
      isDue = false;
      if (signal.aborted) clearTimeout(timer);
    },
  };
}
