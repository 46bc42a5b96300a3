import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { AppError } from "../errors.ts";
import type { InstalledOutage, OutageDetails } from "../models/http/installed-outages.ts";
import type { ProcessAnswer, ProcessData, ProcessRequest } from "./model-process.ts";
import { createPause, guardStanding } from "./pause.ts";
import type { ModelJob } from "./scheduler.ts";

interface HostOptions {
  /** The process's program: `model-process.ts`, or what it was built into. */
  readonly program: string;
  readonly data: ProcessData;
  /** Is told each new problem once, in words for the user. */
  readonly tell: (problem: string) => void;
  /** After so long without work the process ends, which gives its memory back, milliseconds. */
  readonly idleMs: number;
  /** A process that died is started again after so long, twice as long each time, milliseconds. @default 1,000 to 60,000 */
  readonly backoffMs?: { readonly first: number; readonly most: number };
  readonly now?: () => number;
}

interface Waiting extends Pick<ModelJob, "isUrgent"> {
  done(rows: readonly Float32Array[]): void;
  fail(error: AppError): void;
}

/** Models in a process of their own, for whoever asks in this one. */
export interface ModelHost {
  /**
   * One row of numbers for each text. Throws AppError `unavailable`: the model cannot be used, the process died meanwhile or
   * is not started again yet, or the signal aborted.
   */
  ask(job: Omit<ModelJob, "id">, signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** Somebody is served who waits for no model: what is only being indexed stands still a moment, where the system can do that. */
  holdBack(): void;
  /** The process's id; undefined: none runs. */
  pid(): number | undefined;
  /** Ends the process, also within a batch. What waits fails. */
  stop(): Promise<void>;
}

const GIVEN_UP = "Nobody waits for it any more";
const BACKOFF_MS = { first: 1_000, most: 60_000 };

const unavailable = (message: string, outage?: InstalledOutage): AppError =>
  new AppError("unavailable", message, outage && { details: { outage } satisfies OutageDetails });

/** Who waits for what. `onIdle` is called when nobody has for so long; that keeps this process alive no longer. */
function waitingList(idleMs: number, onIdle: () => void) {
  const waiting = new Map<number, Waiting>();
  let idle: NodeJS.Timeout | undefined;
  return {
    add(id: number, one: Waiting): void {
      clearTimeout(idle);
      waiting.set(id, one);
    },
    /** Takes one off the list; undefined: nobody waits for it any more. */
    take(id: number): Waiting | undefined {
      const one = waiting.get(id);
      if (waiting.delete(id) && waiting.size === 0) idle = setTimeout(onIdle, idleMs).unref();
      return one;
    },
    /** All of it, at least one job, is passages that nobody waits for. */
    isOnlyPassages: (): boolean =>
      waiting.size > 0 && [...waiting.values()].every(({ isUrgent }) => !isUrgent),
    failAll(why: AppError): void {
      clearTimeout(idle);
      for (const { fail } of waiting.values()) fail(why);
      waiting.clear();
    },
  };
}

/** When a process that died may be started again: twice as late after each death, until one answers. */
function restarts(now: () => number, { first, most }: NonNullable<HostOptions["backoffMs"]>) {
  let deaths = 0;
  let allowedMs = 0;
  return {
    isAllowed: (): boolean => now() >= allowedMs,
    onDeath(): void {
      allowedMs = now() + Math.min(most, first * 2 ** deaths++);
    },
    onAnswer(): void {
      deaths = 0;
    },
  };
}

interface Answering {
  readonly waiting: ReturnType<typeof waitingList>;
  readonly starts: ReturnType<typeof restarts>;
  readonly tellOnce: (problem: string) => void;
}

/** Gives the process's answer to whoever waits for it. */
function passOn(answer: ProcessAnswer, { waiting, starts, tellOnce }: Answering): void {
  const asked = waiting.take(answer.id);
  if (asked === undefined) return;
  if ("problem" in answer) {
    tellOnce(answer.problem);
    asked.fail(unavailable(answer.problem, "installed_model_unusable"));
    return;
  }
  starts.onAnswer();
  asked.done(rowsOf(answer.numbers, answer.width));
}

/** Starts the process at the first job, and again at the next one after it was idle or died. */
export function startHost({ idleMs, tell, now = Date.now, ...options }: HostOptions): ModelHost {
  const waiting = waitingList(idleMs, () => void stop());
  const tellOnce = onceEach(tell);
  const starts = restarts(now, options.backoffMs ?? BACKOFF_MS);
  const pause = createPause({
    stop: () => running?.child.kill("SIGSTOP"),
    go: () => running?.child.kill("SIGCONT"),
  });
  let running: Running | undefined;
  let nextId = 0;

  async function stop(): Promise<void> {
    const ended = running?.child;
    running = undefined;
    waiting.failAll(unavailable("The server stops"));
    if (ended !== undefined) await end(ended);
  }

  function onDeath(died: ChildProcess, why: string): void {
    if (running?.child !== died) return;
    running = undefined;
    starts.onDeath();
    const problem = `The process of the installed models ended (${why}); it is started again.`;
    tellOnce(problem);
    waiting.failAll(unavailable(problem, "installed_models_ended"));
  }

  function process(): ChildProcess {
    if (running !== undefined) return running.child;
    if (!starts.isAllowed())
      throw unavailable(
        "The process of the installed models ended; it is started again soon.",
        "installed_models_ended",
      );
    const started = startProcess(
      options,
      (answer) => passOn(answer, { waiting, starts, tellOnce }),
      (why) => onDeath(started, why),
    );
    running = { child: started, guard: guardOf(started) };
    return started;
  }

  const giveUp = (asked: ChildProcess, id: number): void => {
    const given = waiting.take(id);
    if (given === undefined) return;
    send(asked, { cancel: id });
    given.fail(unavailable(GIVEN_UP));
  };

  return {
    async ask(job, signal) {
      if (signal?.aborted === true) throw unavailable(GIVEN_UP);
      const asked = process();
      const id = nextId++;
      if (job.isUrgent) pause.end();
      signal?.addEventListener("abort", () => giveUp(asked, id), { once: true });
      return new Promise((done, fail) => {
        waiting.add(id, { isUrgent: job.isUrgent, done, fail });
        send(asked, { job: { ...job, id } });
      });
    },
    holdBack() {
      if (running?.guard?.pid !== undefined && waiting.isOnlyPassages()) pause.begin();
    },
    pid: () => running?.child.pid,
    stop,
  };
}

interface Running {
  readonly child: ChildProcess;
  /** Undefined: the child cannot be made to stand still. */
  readonly guard: ChildProcess | undefined;
}

/** The guard of a process that was started, which ends with it. */
function guardOf(child: ChildProcess): ChildProcess | undefined {
  const guard = child.pid === undefined ? undefined : guardStanding(child.pid);
  child.once("exit", () => guard?.kill("SIGKILL"));
  return guard;
}

/** What a process that has just died was sent fails with its end. */
const send = (to: ChildProcess, request: ProcessRequest): void => {
  to.send(request, () => undefined);
};

/** Starts the process; `onEnd` is told why it ended. */
function startProcess(
  { program, data }: Pick<HostOptions, "program" | "data">,
  onAnswer: (answer: ProcessAnswer) => void,
  onEnd: (why: string) => void,
): ChildProcess {
  const started = fork(program, [JSON.stringify(data)], {
    serialization: "advanced",
    // Flags of this process, such as a debugger's port, are not the other's.
    execArgv: [],
    // What the runtime prints besides its errors, which are thrown, is nobody's answer.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  started.on("message", (answer) => onAnswer(answer as ProcessAnswer));
  started.on("error", (error) => onEnd(error.message));
  started.on("exit", (code, signal) => onEnd(signal ?? `exit code ${code}`));
  return started;
}

async function end(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null || running.pid === undefined) return;
  const ended = once(running, "exit");
  // It keeps nothing that a sudden end could damage, and within a batch it hears nothing else.
  running.kill("SIGKILL");
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
