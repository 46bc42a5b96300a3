import { AppError, type ErrorCode } from "../errors.ts";
import type { Answers, Batch, Session } from "./session.ts";

/** How long a batch waits for those of other searches of its request, milliseconds: they ask at nearly the same time. */
const WAIT_MS = 2;
/**
 * Searches of one batch: the models of the first are asked while the database answers the last. Of twenty, 7 took .94 of the time
 * that all together did, 5 and 10 .97 (npm run bench, November 2026).
 */
const MAX_TOGETHER = 7;

interface Waiting {
  readonly batch: Batch;
  readonly rows: { rowsRead: number };
  readonly answer: (answers: Promise<Answers<Batch>>) => void;
}

/** Statements of a batch; a list counts each. */
const sizeOf = (batch: Batch): number => Object.values(batch).flat().length;

/** The statements of all under names of their own. */
const joinedOf = (waiting: readonly Waiting[]): Batch =>
  Object.fromEntries(
    waiting.flatMap(({ batch }, at) =>
      Object.entries(batch).map(([name, statements]) => [`${at} ${name}`, statements] as const),
    ),
  );

/** Codes of a database that did not answer: so many questions in place of one would not help it. */
const NO_ANSWER: readonly ErrorCode[] = [
  "unavailable",
  "capacity",
  "timeout",
  "database_timeout",
  "database_quota",
];

async function againAlone<Answer>(error: unknown, alone: () => Promise<Answer>): Promise<Answer> {
  if (error instanceof AppError && NO_ANSWER.includes(error.code)) throw error;
  return alone();
}

/**
 * Sessions of one request whose batches go to the database as one, up to seven of them, where they are asked at nearly the same time: one round
 * trip. A batch that is refused with the others is sent once more by itself, so that nobody fails for another; where the
 * database did not answer, none is. Rows read count for each by its share of the statements.
 */
export function sharedBatches(session: Session, meter: { readonly rowsRead: number }) {
  let waiting: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    const all = waiting;
    waiting = [];
    const [only, ...others] = all;
    if (only !== undefined && others.length === 0) {
      only.answer(counted(all, only.batch, () => session.batch(only.batch)));
      return;
    }
    const joined = joinedOf(all);
    const sent = counted(all, joined, () => session.batch(joined));
    for (const [at, { batch, answer }] of all.entries()) {
      const own = sent.then((answers) =>
        Object.fromEntries(Object.keys(batch).map((name) => [name, answers[`${at} ${name}`] ?? []])),
      );
      answer(own.catch((error: unknown) => againAlone(error, () => session.batch(batch))));
    }
  }

  async function counted<Answer>(
    all: readonly Waiting[],
    joined: Batch,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const before = meter.rowsRead;
    const answer = await send();
    const each = (meter.rowsRead - before) / Math.max(1, sizeOf(joined));
    for (const { batch, rows } of all) rows.rowsRead += Math.round(each * sizeOf(batch));
    return answer;
  }

  /** A session for one of the searches, which adds the rows that it reads to `rows`. */
  return (rows: { rowsRead: number }): Session => {
    const shared: Session = Object.create(session, {
      batch: {
        value: (batch: Batch) =>
          new Promise<Answers<Batch>>((answer) => {
            waiting.push({ batch, rows, answer });
            if (waiting.length === 1) timer = setTimeout(() => void flush(), WAIT_MS);
            if (waiting.length >= MAX_TOGETHER) {
              clearTimeout(timer);
              void flush();
            }
          }),
      },
      toPrimary: {
        value: () => {
          session.toPrimary();
          return shared;
        },
      },
    }) as Session;
    return shared;
  };
}
