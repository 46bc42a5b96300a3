/**
 * What Cloudflare asks for what this service uses, in dollars, without tax. Each price names the page it stands on; all
 * were read on 2026-11-23 in stored copies of those pages, whose own dates are given where they have one.
 */

/** What a plan includes. */
export interface Included {
  readonly amount: number;
  /** "stored": at any one time. "invocation": each one, and more of it is not for sale. */
  readonly per: "day" | "month" | "stored" | "invocation";
}

export interface Price {
  /** Of each million units beyond what is included; on the free plan there is no beyond. */
  readonly dollarsPerMillion: number;
  readonly included: { readonly free: Included; readonly paid: Included };
  readonly source: string;
  /** Of the page, as far as its copy says: `YYYY-MM-DD`. */
  readonly pageOf?: string;
}

const D1 = "https://developers.cloudflare.com/d1/platform/pricing/";
const WORKERS = "https://developers.cloudflare.com/workers/platform/pricing/";
const WORKERS_AI = "https://developers.cloudflare.com/workers-ai/platform/pricing/";
const VECTORIZE = "https://developers.cloudflare.com/vectorize/platform/pricing/";

/** Workers Paid, a month. */
export const PLAN_DOLLARS = { free: 0, paid: 5 } as const;

/** All amounts are of the account: what its other Workers use comes out of the same. Days and months are UTC. */
export const PRICES = {
  rowsRead: {
    dollarsPerMillion: 0.001,
    included: { free: { amount: 5_000_000, per: "day" }, paid: { amount: 25_000_000_000, per: "month" } },
    source: D1,
  },
  rowsWritten: {
    dollarsPerMillion: 1,
    included: { free: { amount: 100_000, per: "day" }, paid: { amount: 50_000_000, per: "month" } },
    source: D1,
  },
  /** $0.75 a GB and month. */
  databaseBytes: {
    dollarsPerMillion: 0.000_75,
    included: {
      free: { amount: 5_000_000_000, per: "stored" },
      paid: { amount: 5_000_000_000, per: "stored" },
    },
    source: D1,
  },
  requests: {
    dollarsPerMillion: 0.3,
    included: { free: { amount: 100_000, per: "day" }, paid: { amount: 10_000_000, per: "month" } },
    source: WORKERS,
  },
  cpuMs: {
    dollarsPerMillion: 0.02,
    included: { free: { amount: 10, per: "invocation" }, paid: { amount: 30_000_000, per: "month" } },
    source: WORKERS,
  },
  /** $0.011 a thousand; the day's 10,000 are free on both plans. */
  neurons: {
    dollarsPerMillion: 11,
    included: { free: { amount: 10_000, per: "day" }, paid: { amount: 10_000, per: "day" } },
    source: WORKERS_AI,
    pageOf: "2026-08-28",
  },
  /** (queries + stored vectors) × dimensions, the stored ones once a month. */
  queriedDimensions: {
    dollarsPerMillion: 0.01,
    included: { free: { amount: 30_000_000, per: "month" }, paid: { amount: 50_000_000, per: "month" } },
    source: VECTORIZE,
  },
  /** $0.05 a hundred million. */
  storedDimensions: {
    dollarsPerMillion: 0.000_5,
    included: { free: { amount: 5_000_000, per: "stored" }, paid: { amount: 10_000_000, per: "stored" } },
    source: VECTORIZE,
  },
  /** Each 64 KB written, read or deleted: three for a message. */
  queueOperations: {
    dollarsPerMillion: 0.4,
    included: { free: { amount: 10_000, per: "day" }, paid: { amount: 1_000_000, per: "month" } },
    source: "https://developers.cloudflare.com/queues/platform/pricing/",
  },
} as const satisfies Readonly<Record<string, Price>>;

export type PricedResource = keyof typeof PRICES;

/**
 * Neurons of a million tokens read and written, which is what is billed
 * (https://developers.cloudflare.com/workers-ai/platform/pricing/, 2026-08-28).
 */
export const MODEL_NEURONS: Readonly<Record<string, { readonly in: number; readonly out: number }>> = {
  "@cf/baai/bge-small-en-v1.5": { in: 1_841, out: 0 },
  "@cf/baai/bge-base-en-v1.5": { in: 6_058, out: 0 },
  "@cf/baai/bge-large-en-v1.5": { in: 18_582, out: 0 },
  "@cf/baai/bge-m3": { in: 1_075, out: 0 },
  "@cf/qwen/qwen3-embedding-0.6b": { in: 1_075, out: 0 },
  "@cf/baai/bge-reranker-base": { in: 283, out: 0 },
  "@cf/zai-org/glm-4.7-flash": { in: 5_500, out: 36_400 },
  "@cf/meta/llama-3.2-1b-instruct": { in: 2_457, out: 18_252 },
  "@cf/meta/llama-3.2-3b-instruct": { in: 4_625, out: 30_475 },
  "@cf/google/gemma-4-26b-a4b-it": { in: 9_091, out: 27_273 },
  "@cf/nvidia/nemotron-3-120b-a12b": { in: 45_455, out: 136_364 },
};

/** Operations of a message that is delivered once: written, read, deleted. */
export const OPERATIONS_A_MESSAGE = { sent: 1, received: 2 } as const;
