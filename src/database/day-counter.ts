/** What an isolate has used and not noted yet. */
export interface Counted {
  readonly rowsRead: number;
  readonly rowsWritten: number;
  /** Of Workers AI, estimated where the model does not say its tokens. */
  readonly neurons: number;
  readonly vectorQueries: number;
  /** Each query's dimensions. */
  readonly queriedDimensions: number;
  readonly queueOperations: number;
}

/** So many rows are worth a row that notes them. What waits below is lost with the isolate. */
export const NOTED_AT = { rowsWritten: 100, rowsRead: 50_000 } as const;

const NOTHING: Counted = {
  rowsRead: 0,
  rowsWritten: 0,
  neurons: 0,
  vectorQueries: 0,
  queriedDimensions: 0,
  queueOperations: 0,
};

/** Adds up in memory what an isolate uses, until a batch takes it along. */
export interface DayCounter {
  add(use: Partial<Counted>): void;
  /** What waits; it is the caller's to note, or to `add` again. */
  take(): Counted;
  /** Enough waits to be noted by itself. */
  isDue(): boolean;
}

export function createDayCounter(): DayCounter {
  let waiting = NOTHING;
  return {
    add(use) {
      waiting = sumOf(waiting, use);
    },
    take() {
      const taken = waiting;
      waiting = NOTHING;
      return taken;
    },
    isDue: () => waiting.rowsWritten >= NOTED_AT.rowsWritten || waiting.rowsRead >= NOTED_AT.rowsRead,
  };
}

const sumOf = (counted: Counted, more: Partial<Counted>): Counted => ({
  rowsRead: counted.rowsRead + (more.rowsRead ?? 0),
  rowsWritten: counted.rowsWritten + (more.rowsWritten ?? 0),
  neurons: counted.neurons + (more.neurons ?? 0),
  vectorQueries: counted.vectorQueries + (more.vectorQueries ?? 0),
  queriedDimensions: counted.queriedDimensions + (more.queriedDimensions ?? 0),
  queueOperations: counted.queueOperations + (more.queueOperations ?? 0),
});
