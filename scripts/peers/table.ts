import type { Peer } from "./peer.ts";

/** Files of `adapters/` in the order of the tables. */
export const PEERS = [
  "edge-recall",
  "sqlite-fts5",
  "ripgrep",
  "minisearch",
  "orama",
  "lunr",
  "flexsearch",
  "lancedb",
  "qmd",
] as const;
export type PeerId = (typeof PEERS)[number];

export const OWN: PeerId = "edge-recall";
/** What the others' times are compared with: every machine has it. */
export const YARDSTICK: PeerId = "sqlite-fts5";

/** One tool's adapter, and no other's: a process loads what it measures and nothing beside. */
export async function loadPeer(id: PeerId): Promise<Peer> {
  const { peer }: { readonly peer: Peer } = await import(`./adapters/${id}.ts`);
  return peer;
}
