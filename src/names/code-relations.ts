import { slugOf } from "../text/slug.ts";
import { isStopWord } from "../text/words/stop-words.ts";
import { MAX_CHUNK_CHARS } from "./prose/scan-chunk.ts";
import { CODE_WORDS } from "./prose/word-lists.ts";
import type { FoundName, FoundRelation, NamedDocument } from "./types.ts";

/** What a file of code says of its names: which it imports, defines, calls and tests. */
export interface CodeSaying {
  /** Names that the relations need beside those found anyway. */
  readonly names: readonly FoundName[];
  readonly relations: readonly FoundRelation[];
}

/** A local module is a file, which is a name of its own for certain. */
const WEIGHT = { file: 1, module: 0.6, symbol: 1 } as const;
const DEFINED =
  /^([ \t]*)(?:(?:export|default|declare|async|public|private|protected|static|abstract|final|pub|open|data|sealed)[ \t]+){0,4}(?:(?:function\*?|class|interface|type|enum|struct|trait|impl|def|fn|func|protocol|module|record)[ \t]+|(?:const|let|var)[ \t]+(?=[\p{L}_$][\p{L}\p{N}_$]*[ \t]*=[ \t]*(?:async[ \t]*)?(?:\(|function)))([\p{L}_$][\p{L}\p{N}_$]{1,80})/u;
// Every repetition is bounded, so that no text takes longer than a few hundred times its length.
const JS_IMPORT = /\b(?:import|export)\b([^"';]{0,400}?)\bfrom[ \t]{0,4}["']([^"'\n]{1,120})["']/gu;
const PYTHON_IMPORT =
  /^[ \t]{0,40}from[ \t]{1,4}([\w.]{1,80})[ \t]{1,4}import[ \t]{1,4}(?:\(([\w ,\n\t]{1,400})\)|([\w ,\t]{1,400}))/gmu;
const PLAIN_IMPORT =
  /^[ \t]{0,40}import[ \t]{1,4}([\w.]{2,80})(?:[ \t]{1,4}as[ \t]{1,4}\w{1,80})?[ \t]{0,4};?$/gmu;
const CALL = /(?<![\p{L}\p{N}_$.])([\p{L}_$][\p{L}\p{N}_$]{2,80})[ \t]{0,4}(?=\()/gu;
/** Modules that are no file of one's own, as far as files of Python import most from them. */
const PYTHON_PACKAGES = new Set(
  `__future__ abc argparse asyncio base64 collections concurrent contextlib copy csv dataclasses datetime decimal django
  enum fastapi flask functools hashlib http importlib inspect io itertools json logging math multiprocessing numpy
  operator os pandas pathlib pydantic pytest queue random re requests shutil socket sqlalchemy sqlite3 string subprocess
  sys tempfile threading time tqdm traceback types typing typing_extensions unittest urllib uuid warnings`.split(
    /\s+/,
  ),
);
const TEST_FILE = /(?:^|\/)(?:test_[^/]+|[^/]+_(?:test|spec)\.\w+|[^/]+\.(?:long\.)?(?:test|spec)\.\w+)$/i;
const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]+/u;

/** What each chunk of a document of code says, in their order. */
export function codeRelations({ path, chunks: whole }: NamedDocument): CodeSaying[] {
  const chunks = whole.map(({ text }) => ({ text: text.slice(0, MAX_CHUNK_CHARS) }));
  const file: FoundName = { name: path, slug: slugOf(path), type: "path", evidence: WEIGHT.file };
  const imports = chunks.flatMap(({ text }) => importsOf(text, path));
  const imported = new Map(imports.flatMap((one) => one.symbols.map((symbol) => [symbol, one] as const)));
  const defined = new Set(chunks.flatMap(({ text }) => text.split("\n").flatMap(definedIn)));
  const isTest = TEST_FILE.test(path);
  return chunks.map(({ text }, at) => {
    const own = importsOf(text, path);
    const calls = callsOf(text, file.name, (symbol) => imported.get(symbol)?.isLocal ?? defined.has(symbol));
    const tested = isTest
      ? calls.flatMap(({ to }) => (imported.get(to)?.isLocal ? [{ from: file.name, type: "tests", to }] : []))
      : [];
    const defines = text
      .split("\n")
      .flatMap(definedIn)
      .map((to) => ({ from: file.name, type: "defines", to }));
    const said = [
      ...tested,
      ...own.map(({ module }) => ({ from: file.name, type: "imports", to: module })),
      ...calls.filter(({ from, to }) => !isTest && from !== to),
      ...defines,
    ];
    const needed = [
      ...own.map(({ module, isLocal }) =>
        named(module, isLocal && module.includes("/") ? "path" : "package", WEIGHT.module),
      ),
      ...[...tested, ...calls].map(({ to }) => named(to, "code", WEIGHT.symbol)),
    ];
    return {
      names: unique(at === 0 ? [file, ...needed] : needed),
      relations: said.map(({ from, type, to }) => ({ from: slugOf(from), type, to: slugOf(to) })),
    };
  });
}

const named = (name: string, type: FoundName["type"], evidence: number): FoundName => ({
  ...{ name, slug: slugOf(name), type, evidence },
});

const unique = (names: readonly FoundName[]): FoundName[] => [
  ...new Map(names.filter(({ slug }) => slug !== "").map((name) => [name.slug, name])).values(),
];

const definedIn = (line: string): string[] => {
  const name = DEFINED.exec(line)?.[2];
  return name === undefined || CODE_WORDS.has(name) ? [] : [name];
};

interface Import {
  readonly module: string;
  /** A file of the same folder tree, not a package. */
  readonly isLocal: boolean;
  readonly symbols: readonly string[];
}

function importsOf(text: string, path: string): Import[] {
  const js = Array.from(text.matchAll(JS_IMPORT), ([, names = "", module = ""]): Import => {
    const isLocal = module.startsWith(".");
    return {
      module: isLocal ? resolved(module, path) : packageOf(module),
      isLocal,
      symbols: symbolsOf(names),
    };
  });
  const isPython = path.endsWith(".py");
  if (!isPython) return js;
  const python = Array.from(text.matchAll(PYTHON_IMPORT), ([, module = "", inside, line]): Import => {
    const name = module.replace(/^\.+/, "");
    const isLocal = !PYTHON_PACKAGES.has(name.split(".", 1)[0] ?? "");
    return { module: name === "" ? module : name, isLocal, symbols: symbolsOf(inside ?? line ?? "") };
  });
  const plain = Array.from(text.matchAll(PLAIN_IMPORT), ([, module = ""]): Import => {
    return { module, isLocal: false, symbols: [] };
  });
  return [...python, ...plain].filter(({ module }) => IDENTIFIER.test(module));
}

/** What is imported, by the name that the file calls it. */
const symbolsOf = (names: string): string[] =>
  names
    .replace(/[{}]/g, " ")
    .split(",")
    .map((one) => one.trim().split(/\s+/).at(-1) ?? "")
    .filter((name) => IDENTIFIER.test(name) && name !== "*");

const packageOf = (module: string): string =>
  module.startsWith("node:") ? module : (/^(?:@[\w.-]+\/)?[\w.-]+/.exec(module)?.[0] ?? module);

/** A relative module as a path of the root; one without an ending has that of the file that imports it. */
function resolved(module: string, path: string): string {
  const parts = path.split("/").slice(0, -1);
  for (const part of module.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  const last = parts.at(-1) ?? "";
  return /\.\w+$/.test(last) ? parts.join("/") : `${parts.join("/")}${/\.\w+$/.exec(path)?.[0] ?? ""}`;
}

/** Calls of known symbols, each once for whoever calls: the definition that it stands in, else the file. */
function callsOf(text: string, file: string, isKnown: (symbol: string) => boolean) {
  const found = new Map<string, { from: string; type: string; to: string }>();
  let caller: { readonly name: string; readonly indent: number } | undefined;
  for (const line of text.split("\n")) {
    const [head, indent = "", name] = DEFINED.exec(line) ?? [];
    if (name !== undefined && indent.length <= (caller?.indent ?? 0))
      caller = { name, indent: indent.length };
    const rest = head === undefined ? line : line.slice(head.length);
    for (const [, to = ""] of rest.matchAll(CALL)) {
      if (!isKnown(to) || CODE_WORDS.has(to) || isStopWord(to, "english")) continue;
      const from = caller?.name ?? file;
      found.set(`${from} ${to}`, { from, type: "calls", to });
    }
  }
  return [...found.values()];
}
