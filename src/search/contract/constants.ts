// Apart from the schemas, because the CLI reads them at every start.

export const PROFILES = [
  "edge",
  "openclaw",
  "lancedb",
  "code-memory",
  "dual",
  "latest",
  "keyword",
  "vector",
] as const;

/** Candidates that an arm fetches, at most, where a request asks for pools that grow with its limit. */
export const MAX_ORIGINAL_POOL = 200;

export type ProfileName = (typeof PROFILES)[number];

/** Tokens: fewer would hold little but the best hit's citation. */
export const MIN_BUDGET = 50;

/** Tokens of passages that an answer in words is written from: fewer would not hold one. */
export const MIN_ASK_BUDGET = 200;

/** Tokens; more than any model reads at once. */
export const MAX_BUDGET = 1_000_000;

/** Roots named to whoever named one that is not there; so many: there may be more. */
export const MAX_KNOWN_ROOTS = 20;
