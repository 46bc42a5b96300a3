import { describe, expect, it } from "vitest";
import type { ExportRecord } from "../../../../src/backup/contract.ts";
import { recordSender } from "../../../../src/cli/commands/import/send-records.ts";
import type { RecallClient } from "../../../../src/cli/session/recall-client.ts";
import { AnsweredError } from "../../../../src/client/failure.ts";
import { AppError, type ErrorCode } from "../../../../src/errors.ts";

const document = (path: string, text = "x") => ({ type: "document", root: "n", path, text }) as ExportRecord;
const memory = (text = "x") => ({ type: "memory", id: "m", text }) as ExportRecord;
const vector = { type: "embedding" } as ExportRecord;

const NOTHING = { written: 0, unchanged: 0, failed: [], vectors: 0, otherVectors: 0 };
const LIMITS = { maxBatchBytes: 200_000, maxBatchFiles: 40 };

/** A sender to a server that answers so, or fails, one request after the other; from then on it writes all. */
function sender(...answers: readonly (object | Error)[]) {
  const sent: string[] = [];
  const requests: unknown[] = [];
  const left = [...answers];
  const client = {
    importRecords: async (request: { readonly records: readonly { readonly path?: string }[] }) => {
      requests.push(request);
      sent.push(request.records.map(({ path = "-" }) => path).join(""));
      const answer = left.shift() ?? { ...NOTHING, written: request.records.length, limits: LIMITS };
      if (answer instanceof Error) throw answer;
      return answer;
    },
  } as unknown as Pick<RecallClient, "importRecords">;
  return { sent, requests, ...recordSender(client, { identity: "m|1", merge: true }) };
}

const answered = (code: ErrorCode) => new AnsweredError(409, new AppError(code, `It is ${code}`));
const documents = (paths: string) => [...paths].map((path) => document(path));
const many = (length: number, record: ExportRecord) => Array.from({ length }, () => record);

describe("a batch of records", () => {
  it.each<readonly [string, readonly ExportRecord[], ExportRecord, boolean]>([
    ["ten texts", [...many(5, memory()), ...many(5, document("a"))], vector, true],
    ["nine texts", many(9, document("a")), document("b"), false],
    ["as many bytes as it may have", [document("a", "ä".repeat(3_000))], memory("x".repeat(6_000)), false],
    ["a byte more", [document("a", "ä".repeat(3_000))], memory("x".repeat(6_001)), true],
    ["nothing, before a text that is too long", [], document("a", "x".repeat(12_001)), false],
    ["499 vectors", many(499, vector), vector, false],
    ["500 vectors", many(500, vector), vector, true],
  ])("with %s is full or not", (_, batch, record, isFull) => {
    expect(sender().isFull(batch, record)).toBe(isFull);
  });

  it("may hold what the server said last that it takes", async () => {
    const { isFull, send } = sender();
    await send([document("a")]);
    expect(isFull(many(39, document("a")), vector)).toBe(false);
    expect(isFull(many(40, document("a")), vector)).toBe(true);
    expect(isFull([document("a", "x".repeat(100_000))], document("b", "x".repeat(100_000)))).toBe(false);
    expect(isFull([document("a", "x".repeat(100_000))], document("b", "x".repeat(100_001)))).toBe(true);
  });
});

describe("sending records", () => {
  it("names what made the vectors and how they are put beside others, and adds up what came of them", async () => {
    const failed = [{ root: "n", path: "b", code: "conflict", message: "It is there" }];
    const first = { written: 1, unchanged: 2, failed, vectors: 4, otherVectors: 5, limits: LIMITS };
    const second = { written: 10, unchanged: 20, failed, vectors: 40, otherVectors: 50, limits: LIMITS };
    const { send, requests, imported } = sender(first, second);
    expect(imported()).toEqual(NOTHING);
    await send(documents("a"));
    await send(documents("b"));
    expect(requests[0]).toEqual({ identity: "m|1", merge: true, records: documents("a") });
    expect(imported()).toEqual({
      written: 11,
      unchanged: 22,
      failed: [...failed, ...failed],
      vectors: 44,
      otherVectors: 55,
    });
  });

  it("goes on in halves where it is too much at once, in the same order", async () => {
    const { send, sent, imported } = sender(answered("too_large"), answered("database_timeout"));
    await send(documents("abcde"));
    expect(sent).toEqual(["abcde", "abc", "ab", "c", "de"]);
    expect(imported().written).toBe(5);
  });

  it("leaves out a document that is too much by itself, and tells why", async () => {
    const { send, imported } = sender(answered("too_large"));
    await send(documents("a"));
    expect(imported()).toEqual({
      ...NOTHING,
      failed: [{ root: "n", path: "a", code: "too_large", message: "It is too_large" }],
    });
  });

  it.each([
    ["a memory that is too much", () => answered("too_large"), memory()],
    ["a failure that every batch meets", () => answered("forbidden"), document("a")],
    ["no answer", () => new AppError("too_large", "The request is too large"), document("a")],
    ["a conflict that no server told", () => new AppError("conflict", "No"), document("a")],
  ])("ends at %s, at once", async (_, failure, record) => {
    const { send, sent } = sender(failure());
    await expect(send([record])).rejects.toBeInstanceOf(AppError);
    expect(sent).toHaveLength(1);
  });

  it("tries a batch three times that pushes get in the way of", async () => {
    const busy = () => answered("conflict");
    const third = sender(busy(), busy());
    await third.send(documents("a"));
    expect([third.sent.length, third.imported().written]).toEqual([3, 1]);
    const never = sender(busy(), busy(), busy());
    await expect(never.send(documents("a"))).rejects.toMatchObject({ code: "conflict" });
    expect(never.sent).toHaveLength(3);
  });
});
