import type { Peer } from "../peer.ts";

interface Query {
  select(columns: readonly string[]): Query;
  limit(count: number): Query;
  toArray(): Promise<readonly { readonly path: string }[]>;
}
interface Table {
  createIndex(column: string, options: { readonly config: unknown }): Promise<void>;
  search(query: object, type: "fts"): Query;
}
interface Connection {
  createTable(name: string, rows: readonly object[]): Promise<Table>;
  openTable(name: string): Promise<Table>;
  close(): void;
}
interface Module {
  connect(folder: string): Promise<Connection>;
  readonly Index: { fts(): unknown };
  readonly MatchQuery: new (query: string, column: string) => object;
}

const TABLE = "docs";
const PACKAGE = "@lancedb/lancedb";

/** LanceDB's full text over one column, as its guide has it: BM25, stemmed, without English stop words (docs.lancedb.com). */
export const peer: Peer = {
  name: "LanceDB FTS",
  packages: ["@lancedb/lancedb@0.39.0", "apache-arrow@18.1.0"],
  settings: "one column, the whole file; Index.fts() with its defaults",
  index: async ({ home, load }, documents) => {
    const { connect, Index } = await load<Module>(PACKAGE);
    const database = await connect(home);
    const rows = documents.map(({ path, text }) => ({ path, text }));
    const table = await database.createTable(TABLE, rows);
    await table.createIndex("text", { config: Index.fts() });
    database.close();
  },
  open: async ({ home, load }) => {
    const { connect, MatchQuery } = await load<Module>(PACKAGE);
    const database = await connect(home);
    const table = await database.openTable(TABLE);
    return {
      // A text by itself is parsed, and one with quotes asks for positions, which its index has not by default.
      search: async (query, limit) => {
        const found = table.search(new MatchQuery(query, "text"), "fts").select(["path", "_score"]);
        return (await found.limit(limit).toArray()).map(({ path }) => path);
      },
      close: async () => database.close(),
    };
  },
};
