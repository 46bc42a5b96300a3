import { DatabaseSync } from "node:sqlite";

/** What a real FTS5 table with the given tokenizer makes of each text: its terms in order. */
export function fts5Terms(texts: readonly string[], tokenizer: string): string[][] {
  const db = new DatabaseSync(":memory:");
  db.exec(`CREATE VIRTUAL TABLE fts USING fts5(text, content='', tokenize='${tokenizer}')`);
  db.exec("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(fts, 'instance')");
  const insert = db.prepare("INSERT INTO fts(rowid, text) VALUES (?, ?)");
  db.exec("BEGIN");
  for (const [index, text] of texts.entries()) insert.run(index + 1, text);
  db.exec("COMMIT");
  const terms = texts.map((): string[] => []);
  for (const row of db.prepare("SELECT term, doc, offset FROM vocabulary").iterate()) {
    const of = terms[Number(row.doc) - 1];
    if (of !== undefined) of[Number(row.offset)] = String(row.term);
  }
  db.close();
  return terms;
}
