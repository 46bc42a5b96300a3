import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Peer, PeerDocument } from "../peer.ts";

interface Index {
  addAll(documents: readonly PeerDocument[]): void;
  search(query: string): readonly { readonly id: string }[];
}
interface Module {
  readonly default: {
    new (options: object): Index;
    loadJSON(json: string, options: object): Index;
  };
}

const FILE = "index.json";
const OPTIONS = { idField: "path", fields: ["title", "text"] };

/** MiniSearch as in its README's basic usage: OR, BM25+, no prefixes, nothing fuzzy (lucaong.github.io/minisearch). */
export const peer: Peer = {
  name: "MiniSearch",
  packages: ["minisearch@7.2.0"],
  settings: "fields title and text, its defaults",
  index: async ({ home, load }, documents) => {
    const { default: MiniSearch } = await load<Module>("minisearch");
    const index = new MiniSearch(OPTIONS);
    index.addAll(documents);
    await writeFile(join(home, FILE), JSON.stringify(index));
  },
  open: async ({ home, load }) => {
    const { default: MiniSearch } = await load<Module>("minisearch");
    const index = MiniSearch.loadJSON(await readFile(join(home, FILE), "utf8"), OPTIONS);
    return {
      search: async (query, limit) =>
        index
          .search(query)
          .slice(0, limit)
          .map(({ id }) => id),
      close: async () => undefined,
    };
  },
};
