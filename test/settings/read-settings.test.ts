import { describe, expect, it } from "vitest";
import { DAY_MS, DEFAULTS, HOUR_MS, LANE, MEMORY_ROOT, PLAN_LIMITS, UNDO_MS } from "../../src/config.ts";
import type { Env } from "../../src/env.ts";
import { AppError } from "../../src/errors.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import type { Models } from "../../src/models/models.ts";
import { readSettings } from "../../src/settings.ts";

const LOCAL: Models = { embedder: hashEmbedder, reranker: undefined, vectors: undefined };
const CLOUD: Models = { ...LOCAL };
const SECRET = "s".repeat(32);

const settings = (variables: Readonly<Record<string, string>> = {}) =>
  readSettings(
    { PLATFORM: "cloudflare", SIGNING_SECRET: SECRET, ...variables } as unknown as Env,
    { local: () => LOCAL, cloudflare: () => CLOUD },
    () => 7,
  );

describe("the settings of a Worker", () => {
  it("have defaults", () => {
    expect(settings()).toMatchObject({
      plan: "paid",
      modelBudget: undefined,
      secrets: [SECRET],
      corsOrigins: [],
      allowedHosts: [],
      recallLog: { queries: "text", days: 90 },
    });
    expect(settings().now()).toBe(7);
  });

  it.each([
    ["PLAN", "free", { plan: "free" }],
    ["PLAN", "paid", { plan: "paid" }],
    ["TOKEN_UNITS_PER_MINUTE", "", { unitsPerMinute: { token: 600, workspace: 3_000 } }],
    ["TOKEN_UNITS_PER_MINUTE", "0", { unitsPerMinute: { token: 0, workspace: 3_000 } }],
    ["WORKSPACE_UNITS_PER_MINUTE", "7", { unitsPerMinute: { token: 600, workspace: 7 } }],
    [
      "MAX_BYTES",
      "",
      { quotas: { bytes: 1e9, documents: 200_000, memories: 100_000, tokens: 1_000, modelCalls: 0 } },
    ],
    [
      "MAX_BYTES",
      "0",
      { quotas: { bytes: 0, documents: 200_000, memories: 100_000, tokens: 1_000, modelCalls: 0 } },
    ],
    [
      "MAX_TOKENS",
      "9",
      { quotas: { bytes: 1e9, documents: 200_000, memories: 100_000, tokens: 9, modelCalls: 0 } },
    ],
    ["MODEL_BUDGET_PER_DAY", "", { modelBudget: undefined }],
    ["MODEL_BUDGET_PER_DAY", "0", { modelBudget: 0 }],
    ["MODEL_BUDGET_PER_DAY", "999999999999", { modelBudget: 999_999_999_999 }],
    [
      "CORS_ORIGINS",
      " https://a.example ,, https://b.example",
      { corsOrigins: ["https://a.example", "https://b.example"] },
    ],
    ["ALLOWED_HOSTS", "a.example, [::1]", { allowedHosts: ["a.example", "[::1]"] }],
    ["LOG_QUERIES", "hash", { recallLog: { queries: "hash", days: 90 } }],
    ["LOG_QUERIES", "off", { recallLog: { queries: "off", days: 90 } }],
    ["LOG_DAYS", "", { recallLog: { queries: "text", days: 90 } }],
    ["LOG_DAYS", "1", { recallLog: { queries: "text", days: 1 } }],
    ["LOG_DAYS", "3650", { recallLog: { queries: "text", days: 3_650 } }],
    ["SIGNING_SECRET_PREVIOUS", "", { secrets: [SECRET] }],
    ["SIGNING_SECRET_PREVIOUS", "p".repeat(32), { secrets: [SECRET, "p".repeat(32)] }],
  ])("read %s=%s", (name, value, expected) => {
    expect(settings({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    ["PLATFORM", "toaster", "PLATFORM is one of: local, cloudflare"],
    ["PLAN", "cheap", "PLAN is paid or free"],
    ["PLAN", "", "PLAN is paid or free"],
    ["WORKSPACE_UNITS_PER_MINUTE", "many", /^WORKSPACE_UNITS_PER_MINUTE is a whole number/],
    ["MAX_DOCUMENTS", "-1", /^MAX_DOCUMENTS is a whole number .* 0 is no limit$/],
    ["MAX_MEMORIES", "1000000000000", /^MAX_MEMORIES is a whole number of at most 12 digits/],
    ["MODEL_BUDGET_PER_DAY", "-1", /^MODEL_BUDGET_PER_DAY is a whole number/],
    ["MODEL_BUDGET_PER_DAY", "1.5", /^MODEL_BUDGET_PER_DAY is a whole number/],
    ["MODEL_BUDGET_PER_DAY", "1000000000000", /of at most 12 digits$/],
    ["ALLOWED_HOSTS", "https://a.example", /^ALLOWED_HOSTS are lower-case host names/],
    ["ALLOWED_HOSTS", "a.example:80", /^ALLOWED_HOSTS are/],
    ["ALLOWED_HOSTS", "A.example", /^ALLOWED_HOSTS are/],
    ["ALLOWED_HOSTS", "a.example, b_c", /^ALLOWED_HOSTS are/],
    ["LOG_QUERIES", "all", "LOG_QUERIES is text, hash or off"],
    ["LOG_DAYS", "0", "LOG_DAYS is a number of days from 1 to 3650"],
    ["LOG_DAYS", "3651", /^LOG_DAYS is/],
    ["LOG_DAYS", "7d", /^LOG_DAYS is/],
    ["SIGNING_SECRET", "s".repeat(31), "SIGNING_SECRET has at least 32 characters"],
    ["SIGNING_SECRET", "", "SIGNING_SECRET has at least 32 characters"],
    ["SIGNING_SECRET_PREVIOUS", "p".repeat(31), "SIGNING_SECRET has at least 32 characters"],
  ])("refuse %s=%s", (name, value, message) => {
    const attempt = () => settings({ [name]: value });
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(expect.objectContaining({ code: "misconfigured", status: 500 }));
  });

  it("bring the models of their platform, and on a laptop the names of the own machine", () => {
    expect(settings().models).toBe(CLOUD);
    expect(settings({ PLATFORM: "local" }).models).toBe(LOCAL);
    expect(settings({ PLATFORM: "local", ALLOWED_HOSTS: "a.example" }).allowedHosts).toEqual([
      ...["localhost", "127.0.0.1", "[::1]", "a.example"],
    ]);
  });
});

it("an error knows its status, its details and its cause", () => {
  const cause = new Error("below");
  const error = new AppError("too_large", "too much", { details: { most: 1 }, cause });
  expect(error).toMatchObject({ name: "RecallError", code: "too_large", status: 413, message: "too much" });
  expect([error.details, error.cause]).toEqual([{ most: 1 }, cause]);
  expect("cause" in new AppError("conflict", "twice")).toBe(false);
});

describe("the numbers that documents, platforms and rooms build on", () => {
  it("are those of a search", () => {
    expect(DEFAULTS).toMatchObject({
      ...{ maxQueryChars: 2_000, maxLimit: 100, armPool: 100, rerankPool: 30 },
      ...{ searchBudgetMs: 8_000, rerankTimeoutMs: 5_000, vectorTimeoutMs: 4_000, expandTimeoutMs: 3_000 },
      ...{ rerankQueryTokens: 128, rerankPassageTokens: 352, answerTtlSeconds: 300 },
      ...{ exactFilterChunks: 2_000, embeddedWeight: 0.15, neuralWeight: 0.45, queryEmbeddingsInMemory: 200 },
    });
    const { rerankQueryTokens, rerankPassageTokens, rerankPool, armPool, maxLimit } = DEFAULTS;
    expect(rerankQueryTokens + rerankPassageTokens).toBeLessThan(512);
    expect(rerankPool < armPool && armPool >= maxLimit).toBe(true);
  });

  it("are those of texts", () => {
    expect(DEFAULTS).toMatchObject({
      ...{ maxPathChars: 512, maxGlobChars: 256, maxFileBytes: 2_000_000, maxManifestFiles: 10_000 },
      ...{ maxUploadStatements: 16, maxJsonBytes: 1_800_000, maxWorkspaces: 1_000 },
    });
  });

  it("are those of work in the background", () => {
    expect(DEFAULTS).toMatchObject({
      ...{ leaseMs: 120_000, leaseMarginMs: 20_000, sweepCallTimeoutMs: 15_000, generateTimeoutMs: 30_000 },
      ...{ maxAttempts: 8, retryBaseMs: 2_000, retryCapMs: HOUR_MS, runBudgetMs: 60_000 },
      ...{ visibilityMarginMs: 60_000, maxQueryResultBytes: 150_000_000 },
    });
    const { sweepCallTimeoutMs, leaseMs, leaseMarginMs } = DEFAULTS;
    expect(5 * sweepCallTimeoutMs).toBeLessThanOrEqual(leaseMs - leaseMarginMs);
  });

  it("are those of what is kept", () => {
    expect([HOUR_MS, DAY_MS, UNDO_MS]).toEqual([3_600_000, 86_400_000, 86_400_000]);
    expect(DEFAULTS).toMatchObject({
      ...{ recallDays: 90, idempotencyMs: DAY_MS, idempotencyLeaseMs: 60_000, maxReplayedChars: 65_536 },
    });
    expect(LANE).toEqual({ days: 30, searches: 2_000, hits: 5 });
    expect(MEMORY_ROOT).toBe("memories");
  });

  it("are those of the plans", () => {
    expect(PLAN_LIMITS.paid).toEqual({
      ...{ maxBatchBytes: 1_000_000, maxBatchFiles: 200, maxPendingScan: 2_000 },
      ...{ sweepRows: 500, sweepSlices: 20, sweepLookups: 20, run: { tasks: 10, slices: 10 } },
      ...{ memories: { memories: 100, alone: 20 }, maxDatabaseBytes: 10_000_000_000 },
    });
    expect(PLAN_LIMITS.free).toEqual({
      ...{ maxBatchBytes: 12_000, maxBatchFiles: 10, maxPendingScan: 200 },
      ...{ sweepRows: 30, sweepSlices: 1, sweepLookups: 5, run: { tasks: 1, slices: 1 } },
      ...{ memories: { memories: 20, alone: 0 }, maxDatabaseBytes: 500_000_000 },
    });
  });
});
