import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Peer, PeerDocument } from "../peer.ts";

interface Module {
  create(options: object): object;
  insertMultiple(database: object, documents: readonly PeerDocument[]): unknown;
  save(database: object): unknown;
  load(database: object, raw: unknown): void;
  search(database: object, parameters: object): Found | Promise<Found>;
}
interface Found {
  readonly hits: readonly { readonly document: { readonly path: string } }[];
}

const FILE = "index.json";
/** `path` is no field of the schema: it is kept and not searched. Stemming is off unless it is asked for. */
const OPTIONS = {
  schema: { title: "string", text: "string" },
  components: { tokenizer: { stemming: true, language: "english" } },
};

/** Orama's full text: BM25, every document with any of the words (docs.orama.com). */
export const peer: Peer = {
  name: "Orama",
  packages: ["@orama/orama@3.1.18"],
  settings: "fields title and text, English stemming, else its defaults",
  index: async ({ home, load }, documents) => {
    const { create, insertMultiple, save } = await load<Module>("@orama/orama");
    const database = create(OPTIONS);
    await insertMultiple(database, documents);
    await writeFile(join(home, FILE), JSON.stringify(save(database)));
  },
  open: async ({ home, load }) => {
    const { create, load: restore, search } = await load<Module>("@orama/orama");
    const database = create(OPTIONS);
    restore(database, JSON.parse(await readFile(join(home, FILE), "utf8")));
    return {
      search: async (term, limit) =>
        (await search(database, { term, limit })).hits.map(({ document }) => document.path),
      close: async () => undefined,
    };
  },
};
