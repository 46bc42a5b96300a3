import { AppError } from "../../errors.ts";
import { runRecall } from "./run-recall.ts";

const DEFAULT_KEPT = 7;
const MAX_KEPT = 1_000;
/** The start is busy enough. */
const FIRST_MS = 60_000;
/** A machine that sleeps at night is asked again soon after it wakes. */
const LOOK_MS = 3_600_000;
/** Who writes just then makes a backup fail, and is soon done. */
const RETRY_MS = 300_000;

/** Daily backups that stay in a home, by RECALL_BACKUPS; 0: none are made. Throws AppError for what is no number. */
export function backupsKept(env: Readonly<Record<string, string | undefined>>): number {
  const wish = env.RECALL_BACKUPS || String(DEFAULT_KEPT);
  const kept = Number(wish);
  if (/^\d+$/.test(wish) && kept <= MAX_KEPT) return kept;
  throw new AppError(
    "misconfigured",
    `RECALL_BACKUPS is the number of daily backups that are kept, 0 for none, at most ${MAX_KEPT}`,
  );
}

interface KeptBackups {
  readonly root: string;
  readonly home: string;
  readonly keep: number;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly complain: (line: string) => void;
  /** Milliseconds until the first look. @default a minute */
  readonly firstMs?: number;
}

/** Backs a server's home up once a day, while something changes, until the signal; says what fails, once while it lasts. */
export function keepBackups({ keep, signal, complain, firstMs = FIRST_MS, ...place }: KeptBackups): void {
  if (keep === 0 || signal.aborted) return;
  let told = "";
  const look = async (): Promise<void> => {
    const wish = ["backup", "--if-due", "--keep", String(keep)];
    const { code, stderr } = await runRecall(wish, { ...place, signal });
    if (signal.aborted) return;
    const problem = code === 0 ? "" : stderr.trim();
    if (problem !== "" && problem !== told)
      complain(`The daily backup was not made, and is tried again in five minutes: ${problem}`);
    told = problem;
    wait(problem === "" ? LOOK_MS : RETRY_MS);
  };
  let timer: NodeJS.Timeout;
  const wait = (ms: number): void => {
    timer = setTimeout(() => void look(), ms);
  };
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  wait(firstMs);
}
