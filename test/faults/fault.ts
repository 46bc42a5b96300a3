import type { Intercept } from "./port-calls.ts";

/** How one call goes wrong: it never happens; it happens and its answer is lost; the process dies in front of it. */
export const MODES = ["throw", "lose", "kill"] as const;
export type Mode = (typeof MODES)[number];

/** One fault point. */
export interface Fault {
  readonly mode: Mode;
  /** Of the calls of the operation, from 1. */
  readonly at: number;
}

/** What a trial did: the calls that were made, and whether the fault was met. */
export interface Meeting {
  readonly intercept: Intercept;
  readonly calls: readonly string[];
  /** The call that went wrong; undefined: it never came to it. */
  readonly met: () => string | undefined;
  /** Settles when the process dies; nothing of it goes on. */
  readonly killed: Promise<"killed">;
}

const NEVER = new Promise<never>(() => undefined);

/** Errors as each service throws them when it is not reached. */
function outage(name: string): Error {
  if (name.startsWith("DB.")) return new Error("D1_ERROR: Network connection lost.");
  if (name.startsWith("VECTORIZE.")) return new Error("VECTOR_ERROR (code = 40000): unexpected error");
  if (name.startsWith("AI.")) return new Error("InferenceUpstreamError: 5000: internal error");
  return new Error(`${name}: network connection lost`);
}

/** Lets every call through but the fault's; with none, only records. */
export function faulty(fault: Fault | undefined): Meeting {
  const calls: string[] = [];
  let met: string | undefined;
  let die: (word: "killed") => void = () => undefined;
  const killed = new Promise<"killed">((resolve) => {
    die = resolve;
  });
  let isDead = false;
  const intercept: Intercept = async ({ index, name }, run) => {
    if (isDead) return NEVER;
    calls.push(name);
    if (fault?.at !== index) {
      const answer = await run();
      return isDead ? NEVER : answer;
    }
    met = name;
    if (fault.mode === "kill") {
      isDead = true;
      die("killed");
      return NEVER;
    }
    if (fault.mode === "lose") await run();
    throw outage(name);
  };
  return { intercept, calls, met: () => met, killed };
}
