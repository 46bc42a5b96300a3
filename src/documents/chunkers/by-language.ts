import { codeChunker } from "./code/code.ts";
import { CODE_LANGUAGES } from "./code/declarations.ts";
import { KEYED_FORMATS, keyedChunker } from "./keyed.ts";
import { outlineHtml } from "./markdown/html.ts";
import { outlineMarkdown } from "./markdown/markdown.ts";
import type { Chunker } from "./markdown/outline.ts";
import { outlineNotebook } from "./notebook.ts";
import { tableChunker } from "./table.ts";
import { outlineText } from "./text.ts";

export interface LanguageRow {
  readonly chunker: Chunker;
  /** File name endings after the last dot, lower case; whole file names for files without one. */
  readonly names: readonly string[];
  /** Programs of a `#!` line. */
  readonly interpreters?: readonly string[];
}

const code = (name: keyof typeof CODE_LANGUAGES) => codeChunker(CODE_LANGUAGES[name]);

/** Every language by its lower-case name. A language more is a row more, and a file if no chunker suits it. */
export const LANGUAGES: Readonly<Record<string, LanguageRow>> = {
  markdown: {
    chunker: outlineMarkdown,
    names: ["md", "mdx", "markdown", "mdown", "mkd", "qmd", "rmd", "mdc"],
  },
  text: { chunker: outlineText, names: ["txt", "text", "log", "rst", "adoc", "org", "tex"] },
  html: { chunker: outlineHtml, names: ["html", "htm", "xhtml", "vue", "svelte", "astro"] },
  // Converted from formats that are no text; without its mark such a text is plain.
  pdf: { chunker: outlineText, names: ["pdf"] },
  word: { chunker: outlineText, names: ["docx", "odt"] },
  slides: { chunker: outlineText, names: ["pptx", "odp"] },
  sheet: { chunker: outlineText, names: ["xlsx", "ods"] },
  epub: { chunker: outlineText, names: ["epub"] },
  mail: { chunker: outlineText, names: ["eml", "mbox"] },
  subtitles: { chunker: outlineText, names: ["srt", "vtt"] },
  notebook: { chunker: outlineNotebook, names: ["ipynb"] },
  csv: { chunker: tableChunker(","), names: ["csv"] },
  tsv: { chunker: tableChunker("\t"), names: ["tsv", "tab"] },
  json: {
    chunker: keyedChunker(KEYED_FORMATS.json),
    names: ["json", "json5", "jsonc", "webmanifest", "geojson"],
  },
  jsonl: { chunker: outlineText, names: ["jsonl", "ndjson"] },
  yaml: { chunker: keyedChunker(KEYED_FORMATS.yaml), names: ["yaml", "yml"] },
  toml: { chunker: keyedChunker(KEYED_FORMATS.toml), names: ["toml", "ini", "cfg", "conf", "editorconfig"] },
  xml: { chunker: outlineText, names: ["xml", "svg", "xsd", "xsl", "rss", "plist"] },
  css: { chunker: outlineText, names: ["css", "scss", "sass", "less"] },
  typescript: {
    chunker: code("typescript"),
    names: ["ts", "tsx", "mts", "cts"],
    interpreters: ["deno", "bun", "tsx", "ts-node"],
  },
  javascript: { chunker: code("javascript"), names: ["js", "jsx", "mjs", "cjs"], interpreters: ["node"] },
  python: {
    chunker: code("python"),
    names: ["py", "pyi", "pyw"],
    interpreters: ["python", "python2", "python3", "uv"],
  },
  go: { chunker: code("go"), names: ["go"] },
  rust: { chunker: code("rust"), names: ["rs"] },
  java: { chunker: code("java"), names: ["java", "dart", "groovy", "gradle"] },
  c: { chunker: code("c"), names: ["c", "h"] },
  cpp: { chunker: code("cpp"), names: ["cc", "cpp", "cxx", "hh", "hpp", "hxx", "ino", "cu", "m", "mm"] },
  csharp: { chunker: code("csharp"), names: ["cs"] },
  ruby: {
    chunker: code("ruby"),
    names: ["rb", "rake", "gemspec", "rakefile", "gemfile"],
    interpreters: ["ruby"],
  },
  shell: {
    chunker: code("shell"),
    names: ["sh", "bash", "zsh", "ksh", "bashrc", "zshrc", "profile"],
    interpreters: ["sh", "bash", "zsh", "ksh", "dash"],
  },
  sql: { chunker: code("sql"), names: ["sql", "psql", "ddl"] },
  kotlin: { chunker: code("kotlin"), names: ["kt", "kts"] },
  scala: { chunker: code("scala"), names: ["scala", "sc"] },
  swift: { chunker: code("swift"), names: ["swift"] },
  php: { chunker: code("php"), names: ["php", "phtml"], interpreters: ["php"] },
};

const languagesBy = (column: "names" | "interpreters") =>
  new Map(
    Object.entries(LANGUAGES).flatMap(([language, row]) =>
      (row[column] ?? []).map((name) => [name, language]),
    ),
  );
const BY_NAME = languagesBy("names");
const BY_INTERPRETER = languagesBy("interpreters");

const SHEBANG = /^#!\s{0,8}(?:\S{0,200}\/)?env\s+(?:-S\s+)?([\w.+-]+)|^#!\s{0,8}\S{0,200}?([\w.+-]+)(?=\s|$)/;
const MAX_SHEBANG_CHARS = 300;
const VERSION = /[\d.]+$/;

/** Lower-case name of the language of a file: by its ending, else by its `#!` line, else "text". */
export function languageOf(path: string, text: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const known = BY_NAME.get(name.slice(name.lastIndexOf(".") + 1));
  if (known !== undefined) return known;
  if (!text.startsWith("#!")) return "text";
  const [, byEnv, direct] = SHEBANG.exec(text.slice(0, MAX_SHEBANG_CHARS).split("\n", 1)[0] ?? "") ?? [];
  const program = (byEnv ?? direct ?? "").toLowerCase();
  return BY_INTERPRETER.get(program) ?? BY_INTERPRETER.get(program.replace(VERSION, "")) ?? "text";
}
