import { join } from "node:path";
import type { Peer } from "../peer.ts";

interface Store {
  update(): Promise<unknown>;
  searchLex(query: string, options: { readonly limit: number }): Promise<readonly Found[]>;
  close(): Promise<void>;
}
interface Found {
  readonly displayPath: string;
}
interface Module {
  createStore(options: object): Promise<Store>;
}

const COLLECTION = "judged";
const dbPath = (home: string): string => join(home, "index.sqlite");

/**
 * What `qmd search` does, through its SDK: FTS5 with porter, every word must be there (github.com/tobi/qmd). Its own way for
 * questions is `qmd query`, which has a language model write the keywords and needs models.
 */
export const peer: Peer = {
  name: "qmd search",
  packages: ["@tobilu/qmd@2.8.3"],
  // Its optional packages are 660 MB of llama.cpp, which keyword search does not load.
  npmFlags: ["--omit=optional"],
  settings: "keyword search only (searchLex), its defaults",
  index: async ({ folder, home, load }) => {
    const { createStore } = await load<Module>("@tobilu/qmd");
    const collections = { [COLLECTION]: { path: folder, pattern: "**/*" } };
    const store = await createStore({ dbPath: dbPath(home), config: { collections } });
    await store.update();
    await store.close();
  },
  open: async ({ home, load }) => {
    const { createStore } = await load<Module>("@tobilu/qmd");
    const store = await createStore({ dbPath: dbPath(home) });
    return {
      search: async (query, limit) =>
        (await store.searchLex(query, { limit })).map(({ displayPath }) =>
          displayPath.slice(`${COLLECTION}/`.length),
        ),
      close: () => store.close(),
    };
  },
};
