import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Peer } from "../peer.ts";

interface Index {
  add(id: string, text: string): void;
  search(query: string, options: { readonly limit: number; readonly suggest: true }): readonly string[];
  export(keep: (key: string, data: string) => void): unknown;
  import(key: string, data: string): void;
}
interface Module {
  readonly Index: new (options: object) => Index;
}

const FILE = "index.json";
/** The preset for text that its README recommends, and what lets a text lack words of the query. */
const OPTIONS = { preset: "score", tokenize: "strict" };

/** FlexSearch, whose ranking is by the words' places and not by BM25 (github.com/nextapps-de/flexsearch). */
export const peer: Peer = {
  name: "FlexSearch",
  packages: ["flexsearch@0.8.212"],
  settings: "preset score, strict, suggest",
  index: async ({ home, load }, documents) => {
    const { Index } = await load<Module>("flexsearch");
    const index = new Index(OPTIONS);
    for (const { path, text } of documents) index.add(path, text);
    const parts: [string, string][] = [];
    await index.export((key, data) => {
      parts.push([key, data]);
    });
    await writeFile(join(home, FILE), JSON.stringify(parts));
  },
  open: async ({ home, load }) => {
    const { Index } = await load<Module>("flexsearch");
    const index = new Index(OPTIONS);
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
