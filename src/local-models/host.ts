import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { AppError } from "../errors.ts";
import type { ModelJob } from "./scheduler.ts";
import type { ThreadAnswer, ThreadData, ThreadRequest } from "./thread.ts";

interface HostOptions {
  /** The thread's program: `thread.ts`, or what it was built into. */
  readonly program: string;
  readonly data: ThreadData;
  /** Is told each new problem once, in words for the user. */
  readonly tell: (problem: string) => void;
  /** A thread that died is started again after so long, twice as long each time, milliseconds. @default 1,000 to 60,000 */
  readonly backoffMs?: { readonly first: number; readonly most: number };
  readonly now?: () => number;
}

interface Waiting {
  done(rows: readonly Float32Array[]): void;
  fail(error: AppError): void;
}

/** Models in a thread of their own, for whoever asks in this process. */
export interface ModelHost {
  /**
   * One row of numbers for each text. Throws AppError `unavailable`: the model cannot be used, the thread died meanwhile or is
   * not started again yet, or the signal aborted.
   */
  ask(job: Omit<ModelJob, "id">, signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** Ends the thread when the batch under way has ended: ONNX Runtime aborts the process when it is ended within one. */
  stop(): Promise<void>;
}

const GIVEN_UP = "Nobody waits for it any more";
const BACKOFF_MS = { first: 1_000, most: 60_000 };

const unavailable = (message: string): AppError => new AppError("unavailable", message);

/** Starts the thread at the first job, and again when it died. */
export function startHost({
  program,
  data,
  tell,
  backoffMs = BACKOFF_MS,
  now = Date.now,
}: HostOptions): ModelHost {
  const waiting = new Map<number, Waiting>();
  const tellOnce = onceEach(tell);
  let worker: Worker | undefined;
  let nextId = 0;
  let deaths = 0;
  let restAtMs = 0;

  const failAll = (why: string): void => {
    for (const { fail } of waiting.values()) fail(unavailable(why));
    waiting.clear();
  };

  function onDeath(thread: Worker, why: string): void {
    if (worker !== thread) return;
    worker = undefined;
    restAtMs = now() + Math.min(backoffMs.most, backoffMs.first * 2 ** deaths++);
    const problem = `The thread of the installed models ended (${why}); it is started again.`;
    tellOnce(problem);
    failAll(problem);
  }

  function onAnswer(answer: ThreadAnswer): void {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    // What nobody waits for any more is no problem.
    if (asked === undefined) return;
    if ("problem" in answer) {
      tellOnce(answer.problem);
      asked.fail(unavailable(answer.problem));
      return;
    }
    deaths = 0;
    asked.done(rowsOf(answer.numbers, answer.width));
  }

  function thread(): Worker {
    if (worker !== undefined) return worker;
    if (now() < restAtMs)
      throw unavailable("The thread of the installed models ended; it is started again soon.");
    const started = startThread(program, data, onAnswer, (why) => onDeath(started, why));
    worker = started;
    return started;
  }

  const giveUp = (asked: Worker, id: number): void => {
    const given = waiting.get(id);
    if (given === undefined) return;
    waiting.delete(id);
    asked.postMessage({ cancel: id } satisfies ThreadRequest);
    given.fail(unavailable(GIVEN_UP));
  };

  return {
    async ask(job, signal) {
      if (signal?.aborted === true) throw unavailable(GIVEN_UP);
      const asked = thread();
      const id = nextId++;
      signal?.addEventListener("abort", () => giveUp(asked, id), { once: true });
      return new Promise((done, fail) => {
        waiting.set(id, { done, fail });
        asked.postMessage({ job: { ...job, id } } satisfies ThreadRequest);
      });
    },
    async stop() {
      const running = worker;
      worker = undefined;
      failAll("The server stops");
      if (running !== undefined) await endThread(running);
    },
  };
}

/** Starts the thread; `onEnd` is told why it ended. */
function startThread(
  program: string,
  data: ThreadData,
  onAnswer: (answer: ThreadAnswer) => void,
  onEnd: (why: string) => void,
): Worker {
  const started = new Worker(program, { workerData: data });
  let why = "without a reason";
  started.on("message", onAnswer);
  started.on("error", (error) => {
    why = error instanceof Error ? error.message : String(error);
  });
  started.on("exit", () => onEnd(why));
  return started;
}

async function endThread(running: Worker): Promise<void> {
  const ended = once(running, "exit");
  running.postMessage({ stop: true } satisfies ThreadRequest);
  await ended;
}

/** Tells what was not told before. */
function onceEach(tell: (problem: string) => void): (problem: string) => void {
  const told = new Set<string>();
  return (problem) => {
    if (!told.has(problem)) tell(problem);
    told.add(problem);
  };
}

const rowsOf = (numbers: Float32Array, width: number): readonly Float32Array[] =>
  width === 0
    ? []
    : Array.from({ length: numbers.length / width }, (_, at) =>
        numbers.subarray(at * width, (at + 1) * width),
      );
