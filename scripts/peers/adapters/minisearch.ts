import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isStopWord } from "../../../src/text/words/stop-words.ts";
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
/** Stop words are left out as its README shows, which has no list of its own. */
const OPTIONS = {
  idField: "path",
  fields: ["title", "text"],
  processTerm: (term: string) => {
    const word = term.toLowerCase();
    return isStopWord(word, "english") ? null : word;
  },
  searchOptions: { boost: { title: 2 } },
};

/**
 * MiniSearch as its README has it: OR, BM25+, titles count twice (lucaong.github.io/minisearch), without `fuzzy` and `prefix`,
 * which are for search as one types: with them nDCG@10 on documentation fell from .59 to .49 and .31.
 */
export const peer: Peer = {
  name: "MiniSearch",
  packages: ["minisearch@7.2.0"],
  settings: "fields title (boost 2) and text, without English stop words",
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
