import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { statement, type Values, valuesOf } from "../../../src/database/statement.ts";
import { analyseQuery, matchWords } from "../../../src/search/query/analyse.ts";
import { formsMatchSql, formsMatchValues, languageForms } from "../../../src/search/query/language-forms.ts";
import { matchText } from "../../../src/search/query/match-text.ts";
import { LANGUAGES, type Language } from "../../../src/text/languages/language.ts";
import { indexableText } from "../../../src/text/words/tokenise.ts";

const PASSAGES: readonly (readonly [language: Language | undefined, text: string])[] = [
  [undefined, "The keys of the archive are with the doorkeepers."],
  ["german", "Die Schlüssel des Archivs liegen bei den Hausmeistern."],
  ["german", "Ein Schlüssel für die Werkstatt fehlt."],
  ["ukrainian", "Ключі від архіву лежать у сторожів, їхній розклад висить біля дверей."],
  ["french", "Les clés des archives sont chez les gardiens."],
];

const QUERIES = [
  "Schlüssel Archiv Hausmeister",
  "Werkstattschlüssel",
  "ключ архів розклад їхній",
  "clé gardien archive",
  "keys archive",
];

const db = new DatabaseSync(":memory:");
db.exec("CREATE VIRTUAL TABLE fts USING fts5(text, content='', tokenize='porter unicode61')");
db.exec("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(fts, 'row')");
for (const [at, [language, text]] of PASSAGES.entries())
  db.prepare("INSERT INTO fts(rowid, text) VALUES (?, ?)").run(at, indexableText(text, language));
afterAll(() => db.close());

const get = (sql: string, values: Values) => {
  const asked = statement(sql);
  return db.prepare(asked.sql).all(...(valuesOf(asked, values) as string[]));
};
const addedTo = (query: ReturnType<typeof analyseQuery>): string =>
  String(get(`SELECT ${formsMatchSql("vocabulary")} AS added`, formsMatchValues(query))[0]?.added);
const ranked = (match: string) =>
  get("SELECT rowid, rank FROM fts WHERE fts MATCH :match ORDER BY rank, rowid", { match });

describe("a query's words in other languages", () => {
  it.each(QUERIES)("rank passages as if all of them were asked for: %s", (text) => {
    const query = analyseQuery(text, { tried: LANGUAGES });
    const own = matchText(matchWords(query)) ?? "";
    const all = languageForms(query).flatMap(({ words }) => [...new Set(words.map(({ match }) => match))]);
    const added = addedTo(query);
    const parts = added.split(" OR ").filter((term) => term !== "" && !all.includes(term));
    expect(ranked(own + added)).toEqual(ranked([own, ...all, ...parts].join(" OR ")));
    expect(ranked(own + added)).not.toEqual([]);
  });

  it("are asked for where the index has them", () => {
    expect(
      addedTo(analyseQuery("Schlüssel Hausmeister", { tried: LANGUAGES }))
        .split(" OR ")
        .slice(1),
    ).toHaveLength(2);
    expect(addedTo(analyseQuery("bicycles", { tried: LANGUAGES }))).toBe("");
  });

  it("are asked for as one word where the index writes two of them so", () => {
    expect(addedTo(analyseQuery("door keepers archive"))).toBe(' OR "doorkeepers"');
    expect(addedTo(analyseQuery("window keepers archive"))).toBe("");
  });

  it("stand for the two words that one is made of, where the index has both", () => {
    const added = addedTo(analyseQuery("Werkstattschlüssel", { tried: LANGUAGES }))
      .split(" OR ")
      .slice(1);
    expect(added.map((term) => term.slice(1, 6))).toEqual(["werks", "schlu"]);
  });
});
