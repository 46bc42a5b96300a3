import { join } from "node:path";
import { type Peer, plainWords } from "../peer.ts";

const FILE = "index.sqlite";
/** Loaded where it is used: Node warns of it as soon as it is loaded. */
const sqlite = () => import("node:sqlite");

/** SQLite's full text as most use it: the words of the query joined by OR, ranked by its own bm25 (sqlite.org/fts5.html). */
export const peer: Peer = {
  name: "SQLite FTS5",
  packages: [],
  settings: "tokenize='porter unicode61', words joined by OR, ORDER BY rank",
  version: async () => {
    const { DatabaseSync } = await sqlite();
    const database = new DatabaseSync(":memory:");
    const { version } = database.prepare("SELECT sqlite_version() AS version").get() ?? {};
    database.close();
    return `${version} in Node ${process.versions.node}`;
  },
  index: async ({ home }, documents) => {
    const { DatabaseSync } = await sqlite();
    const database = new DatabaseSync(join(home, FILE));
    database.exec(
      "CREATE VIRTUAL TABLE docs USING fts5(path UNINDEXED, title, text, tokenize='porter unicode61'); BEGIN",
    );
    const insert = database.prepare("INSERT INTO docs (path, title, text) VALUES (?, ?, ?)");
    for (const { path, title, text } of documents) insert.run(path, title, text);
    database.exec("COMMIT");
    database.close();
  },
  open: async ({ home }) => {
    const { DatabaseSync } = await sqlite();
    const database = new DatabaseSync(join(home, FILE), { readOnly: true });
    const find = database.prepare("SELECT path FROM docs WHERE docs MATCH ? ORDER BY rank LIMIT ?");
    return {
      search: async (query, limit) => {
        const words = plainWords(query).map((word) => `"${word}"`);
        return words.length === 0 ? [] : find.all(words.join(" OR "), limit).map(({ path }) => String(path));
      },
      close: async () => database.close(),
    };
  },
};
