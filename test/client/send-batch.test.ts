import { expect, it } from "vitest";
import { AnsweredError } from "../../src/client/failure.ts";
import { batchSender } from "../../src/client/push/send-batch.ts";
import type { Refused } from "../../src/documents/contract.ts";
import { AppError, type ErrorCode } from "../../src/errors.ts";

const filesOf = (paths: readonly string[]) => paths.map((path) => ({ path }));

const FILES = filesOf(["a.md", "b.md", "c.md", "d.md"]);

/** Sends the files to a server that answers each upload by its paths; null is a success. */
async function sendTo(answer: (paths: readonly string[]) => Error | null, files = FILES) {
  const uploads: (readonly string[])[] = [];
  const failed: Refused[] = [];
  const send = batchSender<{ readonly path: string }>({
    upload: async (sent) => {
      const paths = sent.map(({ path }) => path);
      uploads.push(paths);
      const failure = answer(paths);
      if (failure !== null) throw failure;
    },
    onRefused: (refused) => failed.push(...refused),
  });
  const outcome = await send(files).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { uploads, outcome, failed };
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
  expect(other.failed).toEqual([{ path: "b.md", code: "conflict", message: "no" }]);
});

it("halves a batch down to the one file at fault", async () => {
  const { uploads, failed } = await sendTo((paths) =>
    paths.includes("c.md") ? answered(413, "too_large") : null,
  );
  expect(uploads).toEqual([
    ["a.md", "b.md", "c.md", "d.md"],
    ["a.md", "b.md"],
    ["c.md", "d.md"],
    ["c.md"],
    ["d.md"],
  ]);
  expect(failed).toEqual([{ path: "c.md", code: "too_large", message: "no" }]);
});

it("says of a file whose index is too large for one write what helps", async () => {
  const dense = answered(413, "too_large", { documents: ["a.md"] });
  const { failed } = await sendTo(() => dense, filesOf(["a.md"]));
  expect(failed).toMatchObject([{ path: "a.md", message: expect.stringContaining("split it") }]);
});

it("ends at the twentieth file that the server fails over, and not where a success comes between", async () => {
  const many = filesOf(Array.from({ length: 64 }, (_, at) => `n${at}.md`));
  const all = await sendTo(() => answered(503, "unavailable"), many);
  expect(all.outcome).toMatchObject({ code: "unavailable" });
  expect(all.failed).toHaveLength(19);
  const half = await sendTo(
    (paths) => (paths.some((path) => /[02468]\.md/.test(path)) ? answered(503, "unavailable") : null),
    many,
  );
  expect(half.outcome).toBeUndefined();
  expect(half.failed).toHaveLength(32);
  const refused = await sendTo(() => answered(400, "invalid_input"), many);
  expect(refused.failed).toHaveLength(64);
});

it("throws what is no answer of the server", async () => {
  const lost = new AppError("unavailable", "lost");
  const { outcome, uploads } = await sendTo(() => lost);
  expect([outcome, uploads.length]).toEqual([lost, 1]);
});

it.each<[string, AnsweredError, string]>([
  ["a conflict for another reason", answered(409, "conflict", { reason: "other" }), "no"],
  ["that reason of another failure", answered(404, "not_found", { reason: "push_superseded" }), "no"],
  ["a text that is too large", answered(413, "too_large", { bytes: 3 }), "no"],
  ["a text that is too large, without a word", answered(413, "too_large", null), "no"],
  ["documents that another failure names", answered(400, "invalid_input", { documents: ["a.md"] }), "no"],
  [
    "a document that is too dense",
    answered(413, "too_large", { documents: [] }),
    "it is too dense to be indexed in one write: split it",
  ],
])("reports of one file %s as the server says it", async (_, failure, message) => {
  const { failed, outcome } = await sendTo(() => failure, filesOf(["a.md"]));
  expect([outcome, failed]).toEqual([undefined, [{ path: "a.md", code: failure.code, message }]]);
});

it.each([
  [499, 64],
  [500, 19],
])("takes HTTP %d of every file for as many refusals: %d", async (status, refused) => {
  const many = filesOf(Array.from({ length: 64 }, (_, at) => `n${at}.md`));
  expect((await sendTo(() => answered(status, "internal"), many)).failed).toHaveLength(refused);
});

it("sends the larger half first, and throws where there is nothing to halve", async () => {
  const { uploads } = await sendTo(
    (paths) => (paths.length > 2 ? answered(413, "too_large") : null),
    FILES.slice(0, 3),
  );
  expect(uploads.slice(1)).toEqual([["a.md", "b.md"], ["c.md"]]);
  const refusal = answered(413, "too_large");
  expect((await sendTo(() => refusal, [])).outcome).toBe(refusal);
});
