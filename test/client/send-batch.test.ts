import { expect, it } from "vitest";
import type { TextFile } from "../../../src/cli/folder/read-text.ts";
import { NOTHING, sum } from "../../../src/cli/push/report.ts";
import { batchSender, sendBatch } from "../../../src/cli/push/send-batch.ts";
import { AnsweredError } from "../../../src/client/failure.ts";
import { AppError, type ErrorCode } from "../../../src/errors.ts";

const textFile = (path: string): TextFile => ({
  kind: "text",
  path,
  file: path,
  text: path,
  hash: "0".repeat(32),
  bytes: path.length,
  mtimeMs: 0,
});

const FILES = ["a.md", "b.md", "c.md", "d.md"].map(textFile);

/** Sends the files to a server that answers each upload by its paths; null is a success. */
async function sendTo(answer: (paths: readonly string[]) => AnsweredError | null) {
  const uploads: (readonly string[])[] = [];
  let done = NOTHING;
  const client = {
    upload: async (_: string, { documents }: { documents: readonly { path: string }[] }) => {
      const paths = documents.map(({ path }) => path);
      uploads.push(paths);
      const failure = answer(paths);
      if (failure !== null) throw failure;
      return { indexed: paths.length, unchanged: 0, chunks: 0, toEmbed: 0, failed: [], version: 1 };
    },
  };
  const target = { origin: "o", push: 1 };
  const sender = batchSender(client, "r", target, (part) => {
    done = sum(done, part);
  });
  const outcome = await sendBatch(sender, FILES).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { uploads, outcome, done: () => done };
}

const answered = (status: number, code: ErrorCode, details?: unknown): AnsweredError =>
  new AnsweredError(status, new AppError(code, "no", { details }));

it.each([
  [401, "unauthorized"],
  [403, "forbidden"],
  [429, "rate_limited"],
  [429, "quota"],
] as const)("ends at once with what every other upload would meet too: %d %s", async (status, code) => {
  const { uploads, outcome } = await sendTo(() => answered(status, code));
  expect(outcome).toMatchObject({ answeredStatus: status, code });
  expect(uploads).toHaveLength(1);
});

it("ends at once when a later push goes on, and not at another conflict", async () => {
  const superseded = await sendTo(() => answered(409, "conflict", { reason: "push_superseded" }));
  expect(superseded.outcome).toMatchObject({ code: "conflict" });
  expect(superseded.uploads).toHaveLength(1);
  const other = await sendTo((paths) => (paths.includes("b.md") ? answered(409, "conflict") : null));
  expect(other.outcome).toBeUndefined();
  expect(other.done()).toMatchObject({ uploaded: 3, failed: [{ path: "b.md", code: "conflict" }] });
});

it("halves a batch down to the one file at fault", async () => {
  const { uploads, done } = await sendTo((paths) =>
    paths.includes("c.md") ? answered(413, "too_large") : null,
  );
  expect(uploads).toEqual([
    ["a.md", "b.md", "c.md", "d.md"],
    ["a.md", "b.md"],
    ["c.md", "d.md"],
    ["c.md"],
    ["d.md"],
  ]);
  expect(done()).toMatchObject({ uploaded: 3, failed: [{ path: "c.md", code: "too_large" }] });
});

it("throws what is no answer of the server", async () => {
  const lost = new AppError("unavailable", "lost");
  const { outcome, uploads } = await sendTo(() => {
    throw lost;
  });
  expect([outcome, uploads.length]).toEqual([lost, 1]);
});
