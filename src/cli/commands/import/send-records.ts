import type { ExportRecord, ImportAnswer, RecordOf } from "../../../backup/contract.ts";
import { AnsweredError } from "../../../client/failure.ts";
import { PLAN_LIMITS } from "../../../config.ts";
import type { RecallClient } from "../../session/recall-client.ts";

/** What every plan takes at once; the first answer says what this server does. */
const SMALLEST_LIMITS: ImportAnswer["limits"] = PLAN_LIMITS.free;
/** Vectors of a kilobyte each that go with one request. */
const MAX_VECTORS = 500;
/** What a smaller batch may be spared. */
const TOO_MUCH: readonly string[] = ["too_large", "database_timeout"];
/** Times a batch is sent that pushes of the same documents get in the way of. */
const TRIES = 3;

export type Imported = Omit<ImportAnswer, "limits">;

const NOTHING_IMPORTED: Imported = {
  written: 0,
  unchanged: 0,
  failed: [],
  vectors: 0,
  otherVectors: 0,
};

const add = (a: Imported, b: Imported): Imported => ({
  written: a.written + b.written,
  unchanged: a.unchanged + b.unchanged,
  failed: [...a.failed, ...b.failed],
  vectors: a.vectors + b.vectors,
  otherVectors: a.otherVectors + b.otherVectors,
});

interface RecordSender {
  /** Whether the batch at hand must be sent before this record joins it. */
  readonly isFull: (batch: readonly ExportRecord[], record: ExportRecord) => boolean;
  /** Sends a batch, in halves when it is too much at once. Throws AppError for what every batch would meet. */
  readonly send: (batch: readonly ExportRecord[]) => Promise<void>;
  readonly imported: () => Imported;
}

const isText = (record: ExportRecord): record is RecordOf<"document"> | RecordOf<"memory"> =>
  record.type === "document" || record.type === "memory";

const bytesOf = (record: ExportRecord): number => (isText(record) ? Buffer.byteLength(record.text) : 0);

/** A sender to one workspace. */
export function recordSender(
  client: Pick<RecallClient, "importRecords">,
  options: { readonly identity: string; readonly merge: boolean },
): RecordSender {
  let limits = SMALLEST_LIMITS;
  let imported = NOTHING_IMPORTED;
  const ask = async (records: readonly ExportRecord[], attempt = 1): Promise<ImportAnswer> => {
    try {
      return await client.importRecords({ ...options, records: [...records] });
    } catch (error) {
      const isBusy = error instanceof AnsweredError && error.code === "conflict" && attempt < TRIES;
      if (isBusy) return ask(records, attempt + 1);
      throw error;
    }
  };
  const send = async (batch: readonly ExportRecord[]): Promise<void> => {
    try {
      const { limits: told, ...counts } = await ask(batch);
      limits = told;
      imported = add(imported, counts);
    } catch (error) {
      if (!(error instanceof AnsweredError) || !TOO_MUCH.includes(error.code)) throw error;
      const [only] = batch;
      if (batch.length > 1) {
        const half = Math.ceil(batch.length / 2);
        await send(batch.slice(0, half));
        await send(batch.slice(half));
      } else if (only?.type === "document") {
        const { root, path } = only;
        const { code, message } = error;
        imported = add(imported, { ...NOTHING_IMPORTED, failed: [{ root, path, code, message }] });
      } else throw error;
    }
  };
  return {
    isFull(batch, record) {
      const bytes = batch.reduce((sum, one) => sum + bytesOf(one), bytesOf(record));
      const documents = batch.filter(isText).length;
      const isTooMuch = documents >= limits.maxBatchFiles || bytes > limits.maxBatchBytes;
      return batch.length >= MAX_VECTORS || (batch.length > 0 && isTooMuch);
    },
    send,
    imported: () => imported,
  };
}
