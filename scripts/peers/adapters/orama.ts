import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Peer, PeerDocument, Place } from "../peer.ts";

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

interface StopWords {
  readonly stopwords: readonly string[];
}

const FILE = "index.json";
type Load = Place["load"];

/** `path` is no field of the schema: it is kept and not searched. */
async function database(load: Load): Promise<object> {
  const [{ create }, { stopwords: stopWords }] = await Promise.all([
    load<Module>("@orama/orama"),
    load<StopWords>("@orama/stopwords/english"),
  ]);
  const tokenizer = { stemming: true, language: "english", stopWords };
  return create({ schema: { title: "string", text: "string" }, components: { tokenizer } });
}

/**
 * Orama's full text with everything for English that its documentation names: BM25, every document with any of the words or a
 * longer one that begins so (docs.orama.com).
 */
export const peer: Peer = {
  name: "Orama",
  packages: ["@orama/orama@3.1.18", "@orama/stopwords@3.1.18"],
  settings: "fields title (boost 2) and text, English stemming and stop words",
  index: async ({ home, load }, documents) => {
    const { insertMultiple, save } = await load<Module>("@orama/orama");
    const made = await database(load);
    await insertMultiple(made, documents);
    await writeFile(join(home, FILE), JSON.stringify(save(made)));
  },
  open: async ({ home, load }) => {
    const { load: restore, search } = await load<Module>("@orama/orama");
    const made = await database(load);
    restore(made, JSON.parse(await readFile(join(home, FILE), "utf8")));
    return {
      search: async (term, limit) =>
        (await search(made, { term, limit, boost: { title: 2 } })).hits.map(({ document }) => document.path),
      close: async () => undefined,
    };
  },
};
