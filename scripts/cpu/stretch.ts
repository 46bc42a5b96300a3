import { createHash } from "node:crypto";

/** CPU of this thread so far, milliseconds: what others do on the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Time in which nothing else could run, milliseconds of CPU: the longest of some work, and how often it let others go on. */
export interface Stretches {
  readonly longestMs: number;
  readonly turns: number;
}

/**
 * Watches one piece of work that runs in this thread alone: how long it goes on at once between its turns (`setTimeout`
 * of 0, as `text/steps.ts` takes them), its calls of the database and the parts of its body.
 */
export class StretchWatch {
  private readonly timer = globalThis.setTimeout;
  private begunAt: number | undefined;
  private longestMs = 0;
  private turns = 0;

  /** From now on every turn is seen. */
  install(): void {
    const turned = (resolve: (value?: unknown) => void, ms?: number) => {
      if (ms !== 0) return this.timer(resolve, ms);
      this.turns += 1;
      this.leave();
      return this.timer(() => {
        this.enter();
        resolve();
      }, 0);
    };
    Object.assign(globalThis, { setTimeout: turned });
    // Node hands each digest to another thread; workerd makes it at once, and lets nobody in.
    crypto.subtle.digest = async (_, data) => {
      const bytes = ArrayBuffer.isView(data)
        ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
        : new Uint8Array(data);
      return new Uint8Array(createHash("sha256").update(bytes).digest()).buffer;
    };
  }

  /** What `work` waits for is not its own time. */
  async outside<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    this.leave();
    try {
      return await work();
    } finally {
      this.enter();
    }
  }

  async of(work: () => Promise<unknown>): Promise<Stretches> {
    this.longestMs = 0;
    this.turns = 0;
    this.enter();
    await work();
    this.leave();
    return { longestMs: this.longestMs, turns: this.turns };
  }

  private enter(): void {
    this.begunAt = cpuMs();
  }

  private leave(): void {
    if (this.begunAt === undefined) return;
    this.longestMs = Math.max(this.longestMs, cpuMs() - this.begunAt);
    this.begunAt = undefined;
  }
}
