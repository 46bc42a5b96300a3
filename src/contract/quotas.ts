/** What a workspace may hold, and use in a day. */
export const QUOTAS = ["bytes", "documents", "memories", "tokens", "modelCalls"] as const;
export type Quota = (typeof QUOTAS)[number];

/** By quota; 0: as much as the database takes. */
export type Quotas = Readonly<Record<Quota, number>>;

/** The quotas that what a write adds counts for. */
export const STORED_QUOTAS = ["bytes", "documents", "memories"] as const satisfies readonly Quota[];

/** A workspace's own quotas, as its row holds them in JSON, over the deployment's. */
export const quotasOf = (own: string, usual: Quotas): Quotas => ({
  ...usual,
  ...(JSON.parse(own) as Partial<Quotas>),
});

/** What each counts, in words. */
export const QUOTA_WORDS: Readonly<Record<Quota, string>> = {
  bytes: "bytes of text",
  documents: "documents",
  memories: "memories",
  tokens: "tokens",
  modelCalls: "model calls a day",
};
