import type { PROFILES } from "../contract/search.ts";

export type ProfileName = (typeof PROFILES)[number];

/** A named way of ranking, as data. */
export interface Profile {
  readonly arms: readonly ("keyword" | "vector")[];
  /** How the arms' lists become one; "auto": RRF for a neural embedder, convex for the embedded one. */
  readonly fusion: "auto" | "single";
  readonly rerank: boolean;
  /** Hits when the caller names no limit. */
  readonly limit: number;
}

export const PROFILE_TABLE = {
  edge: { arms: ["keyword", "vector"], fusion: "auto", rerank: true, limit: 6 },
  keyword: { arms: ["keyword"], fusion: "single", rerank: false, limit: 6 },
  vector: { arms: ["vector"], fusion: "single", rerank: false, limit: 6 },
} as const satisfies Record<ProfileName, Profile>;
