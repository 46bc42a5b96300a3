import { slugOf } from "../text/slug.ts";
import type { Steps } from "../text/steps.ts";
import { isStopWord } from "../text/words/stop-words.ts";
import { DEFINITION, packageOf } from "./code-names.ts";
import { MAX_CHUNK_CHARS } from "./prose/scan-chunk.ts";
import { CODE_WORDS } from "./prose/word-lists.ts";
import type { EntityType, FoundName, NamedDocument } from "./types.ts";

/** What a chunk of code says of its names, and those that it needs for that beside the ones found anyway. */
export interface CodeSaying {
  readonly names: readonly FoundName[];
  readonly relations: readonly Said[];
}

type Said = Readonly<Record<"from" | "type" | "to", string>>;

interface Import {
  readonly module: string;
  /** A file of one's own, not a package. */
  readonly isLocal: boolean;
  /** What is imported, as the file calls it. */
  readonly symbols: readonly string[];
}

/** A package counts for less than what the file is about. */
const WEIGHT = { path: 1, package: 0.6, code: 1 } as const;
const CONSTANT =
  "(?:const|let|var)[ \\t]+(?=[\\p{L}_$][\\p{L}\\p{N}_$]*[ \\t]*=[ \\t]*(?:async[ \\t]*)?(?:\\(|function))";
const DEFINED = new RegExp(`^([ \\t]*)(?:${DEFINITION}|${CONSTANT})([\\p{L}_$][\\p{L}\\p{N}_$]{1,80})`, "u");
// Every repetition is bounded, so that no text takes longer than a few hundred times its length.
const JS_IMPORT = /\b(?:import|export)\b([^"';]{0,400}?)\bfrom[ \t]{0,4}["']([^"'\n]{1,120})["']/gu;
const PYTHON_IMPORT =
  /^[ \t]{0,40}(?:from[ \t]{1,4}([\w.]{1,80})[ \t]{1,4})?import[ \t]{1,4}(?:\(([\w ,\n\t]{1,400})\)|([\w ,.\t]{1,400}))/gmu;
const CALL = /(?<![\p{L}\p{N}_$.])([\p{L}_$][\p{L}\p{N}_$]{2,80})[ \t]{0,4}(?=\()/gu;
const TEST_FILE = /(?:^|\/)(?:test_[^/]+|[^/]+_(?:test|spec)\.\w+|[^/]+\.(?:long\.)?(?:test|spec)\.\w+)$/i;
const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]+$/u;
const ENDING = /\.\w+$/;

/** Of each chunk of a document of code, in their order and in steps: what it imports, defines, calls and tests. */
export function* codeRelations({ path, chunks }: NamedDocument): Steps<CodeSaying[]> {
  const texts = chunks.map(({ text }) => text.slice(0, MAX_CHUNK_CHARS));
  const imports: Import[][] = [];
  const own = new Set<string>();
  for (const text of texts) {
    imports.push((path.endsWith(".py") ? pythonImports : jsImports)(text, path));
    for (const line of text.split("\n")) {
      const name = definedIn(line)?.name;
      if (name !== undefined) own.add(name);
    }
    yield text.length;
  }
  const origins = new Map(
    imports.flat().flatMap((one) => one.symbols.map((symbol) => [symbol, one.isLocal])),
  );
  const isTest = TEST_FILE.test(path);
  const isKnown = (symbol: string) => origins.get(symbol) ?? (own.has(symbol) && !isTest);
  const sayings: CodeSaying[] = [];
  for (const [at, text] of texts.entries()) {
    const { defines, calls } = definesAndCalls(text, path, isKnown);
    const said = isTest ? calls.map(({ to }) => ({ from: path, type: "tests", to })) : calls;
    const imported = (imports[at] ?? []).map(({ module }) => ({ from: path, type: "imports", to: module }));
    const names = [
      ...(at === 0 ? [named(path, "path")] : []),
      ...(imports[at] ?? []).map(({ module }) => named(module, ENDING.test(module) ? "path" : "package")),
      ...said.map(({ to }) => named(to, "code")),
    ];
    const relations = [...(isTest ? said : []), ...imported, ...(isTest ? [] : said), ...defines];
    sayings.push({
      names: [...new Map(names.map((name) => [name.slug, name])).values()].filter(({ slug }) => slug !== ""),
      relations: relations.map(({ from, type, to }) => ({ from: slugOf(from), type, to: slugOf(to) })),
    });
    yield text.length;
  }
  return sayings;
}

const named = (name: string, type: keyof typeof WEIGHT & EntityType): FoundName => ({
  ...{ name, slug: slugOf(name), type, evidence: WEIGHT[type] },
});

function definedIn(line: string) {
  const [head = "", indent = "", name] = DEFINED.exec(line) ?? [];
  return name === undefined || CODE_WORDS.has(name) ? undefined : { head, name, indent: indent.length };
}

/** What stands before "as" is what the module calls it. */
const symbolsOf = (names: string): string[] =>
  names
    .replace(/[{}]/g, " ")
    .split(",")
    .map((one) => one.trim().split(/\s+/).at(-1) ?? "")
    .filter((name) => IDENTIFIER.test(name));

const jsImports = (text: string, path: string): Import[] =>
  Array.from(text.matchAll(JS_IMPORT), ([, names = "", module = ""]) => {
    const isLocal = module.startsWith(".");
    return {
      module: isLocal ? resolved(module, path) : packageOf(module),
      isLocal,
      symbols: symbolsOf(names),
    };
  });

/** A module is a file of one's own where it is relative or has a word of the path: app.auth in app/ and in test_auth.py. */
function pythonImports(text: string, path: string): Import[] {
  const own = new Set(path.split(/[/_.]/));
  return Array.from(text.matchAll(PYTHON_IMPORT), ([, from, inside, line = ""]) => {
    const [module = "", symbols] = from === undefined ? line.trim().split(/[ ,]/, 1) : [from, inside ?? line];
    const isLocal = module.startsWith(".") || module.split(".").some((part) => own.has(part));
    return { module: module.replace(/^\.+/, ""), isLocal, symbols: symbolsOf(symbols ?? "") };
  }).filter(({ module }) => module.length > 1);
}

/** A relative module as a path of the root; one without an ending has that of the file that imports it. */
function resolved(module: string, path: string): string {
  const parts = path.split("/").slice(0, -1);
  for (const part of module.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  const file = parts.join("/");
  return ENDING.test(file) ? file : `${file}${ENDING.exec(path)?.[0] ?? ""}`;
}

/** Calls of known symbols, each once for whoever calls: the definition that it stands in, else the file. */
function definesAndCalls(text: string, path: string, isKnown: (symbol: string) => boolean) {
  const defines: Said[] = [];
  const calls = new Map<string, Said>();
  let caller = { name: path, indent: 0 };
  for (const line of text.split("\n")) {
    const defined = definedIn(line);
    if (defined !== undefined) {
      defines.push({ from: path, type: "defines", to: defined.name });
      if (defined.indent <= caller.indent) caller = defined;
    }
    for (const [, to = ""] of line.slice(defined?.head.length ?? 0).matchAll(CALL)) {
      if (!isKnown(to) || to === caller.name || CODE_WORDS.has(to) || isStopWord(to, "english")) continue;
      calls.set(`${caller.name} ${to}`, { from: caller.name, type: "calls", to });
    }
  }
  return { defines, calls: [...calls.values()] };
}
