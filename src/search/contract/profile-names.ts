/** Ways of ranking. Apart from the schemas, because the CLI reads the list at every start. */
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

export type ProfileName = (typeof PROFILES)[number];
