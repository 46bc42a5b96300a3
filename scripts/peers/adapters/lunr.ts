import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Peer, type PeerDocument, plainWords } from "../peer.ts";

interface Builder {
  ref(name: string): void;
  field(name: string): void;
  add(document: PeerDocument): void;
}
interface Index {
  search(query: string): readonly { readonly ref: string }[];
}
interface Lunr {
  (build: (this: Builder) => void): Index;
  readonly Index: { load(json: unknown): Index };
}
interface Module {
  readonly default: Lunr;
}

const FILE = "index.json";

/** Lunr as in its guide: BM25, English stemmer and stop words, OR (lunrjs.com/guides). Its operators are taken out of queries. */
export const peer: Peer = {
  name: "Lunr",
  packages: ["lunr@2.3.9"],
  settings: "fields title and text, its defaults",
  index: async ({ home, load }, documents) => {
    const { default: build } = await load<Module>("lunr");
    const index = build(function () {
      this.ref("path");
      this.field("title");
      this.field("text");
      for (const document of documents) this.add(document);
    });
    await writeFile(join(home, FILE), JSON.stringify(index));
  },
  open: async ({ home, load }) => {
    const { default: build } = await load<Module>("lunr");
    const index = build.Index.load(JSON.parse(await readFile(join(home, FILE), "utf8")));
    return {
      search: async (query, limit) =>
        index
          .search(plainWords(query).join(" "))
          .slice(0, limit)
          .map(({ ref }) => ref),
      close: async () => undefined,
    };
  },
};
