const PROSE: ReadonlySet<string> = new Set([
  ...["markdown", "text", "html", "notebook"],
  ...["pdf", "word", "slides", "epub", "mail", "subtitles"],
]);
const DATA: ReadonlySet<string> = new Set(["sheet", "csv", "tsv", "json", "jsonl", "yaml", "toml", "xml"]);

/** What documents of a language are for, by its lower-case name: prose is read, data is looked up, all else is code. */
export function languageKind(language: string): "prose" | "data" | "code" {
  if (PROSE.has(language)) return "prose";
  return DATA.has(language) ? "data" : "code";
}
