import { expect, it } from "vitest";
import {
  contextTokens,
  estimateModelWork,
  namesTokens,
} from "../../../../src/cli/commands/push/context-estimate.ts";
import { type DryRun, renderDryRun, renderPush } from "../../../../src/cli/commands/push/render.ts";
import { emptyReport, NOTHING, sum } from "../../../../src/cli/push/report.ts";

const NOTHING_LEFT_OUT = { secrets: [], rows: [] };

const run = (changes: Partial<DryRun> = {}): DryRun => ({
  report: { ...emptyReport("notes"), files: 4, unchanged: 1 },
  would: ["a.md", "b\u001b.md"],
  estimate: {
    files: 2,
    bytes: 1_500,
    chunks: 3,
    tokens: 1_234,
    dollars: 0.02,
    neurons: 2_000,
    freeDays: 0.2,
  },
  ...changes,
});

const lines = (changes: Partial<DryRun> = {}) => renderDryRun(run(changes), NOTHING_LEFT_OUT);

it("lists what would go, counts the rest, and names size and price", () => {
  expect(lines()).toEqual([
    "  a.md",
    "  b␛.md",
    "notes: 4 files, would send 2 (1.5 KB), 1 unchanged, 1 not to be pushed",
    "About 3 passages and 1,234 tokens: $0.02 with bge-base, 2,000 neurons (0.20 free days).",
  ]);
  expect(lines({ report: { ...run().report, unchanged: 2 } })[2]).toBe(
    "notes: 4 files, would send 2 (1.5 KB), 2 unchanged",
  );
});

it("names the server's own embedder where its price is not known", () => {
  const unpriced = { files: 1, bytes: 1, chunks: 1, tokens: 1 };
  expect(lines({ estimate: unpriced })[3]).toBe("About 1 passage and 1 token for the server's model.");
  expect(lines({ estimate: { ...unpriced, embedder: "own\u001b" } })[3]).toBe(
    "About 1 passage and 1 token for own␛.",
  );
});

it("names the rows that are written, and on the free plan how long they take", () => {
  const rows = { least: 120_000, most: 200_000, dollars: 0.2, freeDays: 2 };
  const estimate = { ...run().estimate, rows };
  const told = "About 120,000 to 200,000 rows written: up to $0.20 (2.00 free days).";
  expect(lines({ estimate }).slice(4)).toEqual([told]);
  const few = { least: 12, most: 20, dollars: 0.000_02, freeDays: 0.0002 };
  expect(lines({ estimate: { ...estimate, rows: few } })[4]).toBe(
    "About 12 to 20 rows written: less than $0.01 (0.00 free days).",
  );
  const days = (rowDays: number, neuronDays: number) =>
    lines({ estimate, freePlan: { rowDays, neuronDays } }).at(-1);
  expect(days(2.1, 0.5)).toBe("On the free plan it is indexed in about 3 days: rows bound it.");
  expect(days(0.1, 1.2)).toBe("On the free plan it is indexed in about 2 days: neurons bound it.");
  expect(days(0.1, 1)).toBe("On the free plan it is indexed within a day: neurons bound it.");
});

it("names another embedder whose price is known", () => {
  const estimate = { ...run().estimate, embedder: "@cf/baai/bge-m3" };
  expect(lines({ estimate })[3]).toContain("$0.02 with @cf/baai/bge-m3, 2,000 neurons");
});

it.each([
  [0.01, "$0.01"],
  [0.0099, "less than $0.01"],
  [12.345, "$12.35"],
])("tells %d dollars as %s", (dollars, told) => {
  expect(lines({ estimate: { ...run().estimate, dollars } })[3]).toContain(`: ${told} with bge-base`);
});

it("tells what contexts and names take, each of its own model", () => {
  const contexts = {
    chunks: 1,
    tokensIn: 1,
    tokensOut: 45,
    model: "m",
    dollars: 0.5,
    neurons: 1,
    freeDays: 1.5,
  };
  const names = { chunks: 2, tokensIn: 1_000, tokensOut: 2_000 };
  expect(lines({ contexts, names }).slice(4)).toEqual([
    "Contexts for 1 passage: about 1 token in and 45 out, $0.50, 1 neuron (1.50 free days) with m.",
    "Names of 2 passages: about 1,000 tokens in and 2,000 out, at a price not known here with the server's text model.",
  ]);
});

it("says why the server was not asked, what is or would be deleted, and what failed", () => {
  const failed = [{ path: "c.md", code: "too_large", message: "split it" }];
  const report = { ...run().report, gone: 2, failed };
  expect(lines({ report, notAsked: "no\u0007 answer" }).slice(4)).toEqual([
    "The server was not asked (no␇ answer): all counted as new.",
    "2 documents gone from the folder, still indexed: --mirror deletes them.",
    "1 file not pushed:",
    "  c.md: split it",
  ]);
  expect(lines({ report, wouldDelete: ["x.md", "y.md"] }).slice(4, 7)).toEqual([
    "Would delete 2 documents:",
    "  x.md",
    "  y.md",
  ]);
  expect(lines({ wouldDelete: [] })).toHaveLength(4);
});

it("tells a push of its chunks and deletions, and nothing of documents that a refusal kept", () => {
  const report = { ...emptyReport("notes"), files: 3, uploaded: 2, unchanged: 1, bytes: 999, deleted: 1_000 };
  expect(
    renderPush({ report: { ...report, chunks: 1, toEmbed: 2_000 } }, NOTHING_LEFT_OUT, "http://localhost"),
  ).toEqual([
    "notes: 3 files, 2 sent (999 bytes), 1 unchanged, 1,000 deleted",
    "1 passage written, 2,000 to embed.",
  ]);
});

it("adds up what uploads came to: every count, all failures, the later version", () => {
  const counts = { requests: 1, uploaded: 2, indexed: 3, chunks: 4, toEmbed: 5, bytes: 6 };
  const [one, other] = ["a", "b"].map((path) => ({ path, code: "quota", message: "" }));
  if (one === undefined || other === undefined) throw new Error("two");
  const first = sum(NOTHING, { ...counts, failed: [one], version: 9 });
  expect(sum(first, { ...counts, failed: [other], version: 8 })).toEqual({
    ...{ requests: 2, uploaded: 4, indexed: 6, chunks: 8, toEmbed: 10, bytes: 12 },
    ...{ failed: [one, other], version: 9 },
  });
  expect(sum(first, { requests: 1 })).toEqual({ ...first, requests: 2 });
});

const MODEL = "@cf/zai-org/glm-4.7-flash";

it("prices a model's work by what it reads and writes, whole neurons, and the free day", () => {
  const million = { chunks: 1, tokensIn: 500_000, tokensOut: 500_000 };
  expect(estimateModelWork([million, million], MODEL)).toEqual({
    ...{ chunks: 2, tokensIn: 1_000_000, tokensOut: 1_000_000, model: MODEL },
    ...{ dollars: expect.closeTo(0.4609, 10), neurons: 41_900, freeDays: 4.19 },
  });
  const read = [{ chunks: 1, tokensIn: 1_000_000, tokensOut: 0 }];
  expect(estimateModelWork(read, "@cf/meta/llama-3.2-1b-instruct").dollars).toBeCloseTo(0.027, 4);
  expect(estimateModelWork(read, "@cf/meta/llama-3.2-3b-instruct").dollars).toBeCloseTo(0.051, 3);
  const none = { chunks: 0, tokensIn: 0, tokensOut: 0 };
  expect(estimateModelWork([], undefined)).toEqual({ ...none, model: undefined });
  expect(estimateModelWork([], "toString")).toEqual({ ...none, model: "toString" });
});

it("asks of every chunk for names, and for contexts only where there are several", () => {
  const none = { chunks: 0, tokensIn: 0, tokensOut: 0 };
  expect(contextTokens("a.md", "One line.\n")).toEqual(none);
  expect(namesTokens("a.md", "One line.\n")).toMatchObject({ chunks: 1, tokensOut: 160 });
  const guide = "# Otter\n\nThe otter is a pump.\n\n## Care\n\nClean it each spring.\n";
  expect(contextTokens("a.md", guide)).toMatchObject({ chunks: 2, tokensOut: 90 });
  expect(namesTokens("a.md", guide)).toMatchObject({ chunks: 2, tokensOut: 320 });
});
