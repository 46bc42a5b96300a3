import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Peer, Place } from "../peer.ts";

interface Index {
  add(id: string, text: string): void;
  search(query: string, options: { readonly limit: number; readonly suggest: true }): readonly string[];
  export(keep: (key: string, data: string) => void): unknown;
  import(key: string, data: string): void;
}
interface Module {
  readonly Index: new (options: object) => Index;
  readonly Encoder: new (...options: readonly object[]) => object;
  readonly Charset: { readonly Normalize: object };
}
interface Language {
  readonly default: object;
}

const FILE = "index.json";

/** The preset for ranking, with the English stemmer and stop words. */
async function newIndex(load: Place["load"]): Promise<Index> {
  const { Index, Encoder, Charset } = await load<Module>("flexsearch");
  const { default: english } = await load<Language>("flexsearch/lang/en");
  const encoder = new Encoder(Charset.Normalize, english);
  return new Index({ preset: "score", tokenize: "strict", encoder });
}

/** FlexSearch, whose ranking is by the words' places and not by BM25 (github.com/nextapps-de/flexsearch). */
export const peer: Peer = {
  name: "FlexSearch",
  packages: ["flexsearch@0.8.212"],
  settings: "preset score, English encoder, suggest: a text may lack words of the query",
  index: async ({ home, load }, documents) => {
    const index = await newIndex(load);
    for (const { path, text } of documents) index.add(path, text);
    const parts: [string, string][] = [];
    await index.export((key, data) => {
      parts.push([key, data]);
    });
    await writeFile(join(home, FILE), JSON.stringify(parts));
  },
  open: async ({ home, load }) => {
    const index = await newIndex(load);
    const parts: readonly (readonly [string, string])[] = JSON.parse(
      await readFile(join(home, FILE), "utf8"),
    );
    for (const [key, data] of parts) index.import(key, data);
    return {
      search: async (query, limit) => index.search(query, { limit, suggest: true }),
      close: async () => undefined,
    };
  },
};
