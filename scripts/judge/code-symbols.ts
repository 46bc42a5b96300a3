import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { seededRandom } from "../../src/cli/commands/eval/statistics/significance.ts";
import { shuffled } from "../bench/corpus.ts";

/** Something that a code base exports under a name of its own. */
export interface CodeSymbol {
  readonly name: string;
  readonly path: string;
  /** The line that defines it, from 1. */
  readonly line: number;
  /** First sentence of the comment before it, or of its docstring; undefined: none, or too short to ask. */
  readonly said: string | undefined;
}

const SCRIPT =
  /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|const\s+enum|const|let|var|interface|type|enum)\s+([A-Za-z_$][\w$]*)/;
const PYTHON = /^(?:async\s+)?(?:def|class)\s+([A-Za-z]\w*)/;
const GO = /^(?:func\s+(?:\([^)]*\)\s*)?|type\s+|var\s+|const\s+)([A-Z]\w*)/;
/** What begins an exported definition, by a file's ending. */
const EXPORTED: Readonly<Record<string, RegExp>> = {
  ...{ ".ts": SCRIPT, ".tsx": SCRIPT, ".mts": SCRIPT, ".js": SCRIPT, ".mjs": SCRIPT },
  ...{ ".py": PYTHON, ".go": GO },
};
/** Every definition, exported or not, so that a name that stands for several things is not asked for. */
const ANY_DEFINITION =
  /(?:^|[\s;(])(?:function\s*\*?|class|const|let|var|interface|type|enum|def|struct|func(?:\s*\([^)]*\))?)\s+([A-Za-z_$][\w$]*)|^\s+(?:(?:public|private|protected|static|async|readonly|override|get|set)\s+)*([A-Za-z_$][\w$]*)\s*[(<].*\{\s*$/gm;
/** Tests, examples, and folders that a push leaves out. */
const ASIDE =
  /(?:^|[/._-])(?:tests?|specs?|__tests__|testing|bench(?:marks?)?|fixtures?|examples?|docs?|testdata|node_modules|dist|build|vendor)(?:[/._-]|$)|\.d\.[mc]?ts$/i;
const SHORTEST_NAME = 3;
const SENTENCE_CHARS = { least: 25, most: 160 } as const;

/** Symbols of a folder that are defined once, so many at most, drawn by a seed. */
export function drawSymbols(folder: string, { count, seed }: { count: number; seed: number }): CodeSymbol[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => extname(path) in EXPORTED && statSync(join(folder, path)).isFile())
    .sort();
  const definitions = new Map<string, number>();
  const exported: CodeSymbol[] = [];
  for (const path of files) {
    const text = readFileSync(join(folder, path), "utf8");
    for (const [, name = "", member = ""] of text.matchAll(ANY_DEFINITION)) {
      const known = name === "" ? member : name;
      definitions.set(known, (definitions.get(known) ?? 0) + 1);
    }
    if (!ASIDE.test(path)) exported.push(...symbolsOf(path, text));
  }
  const times = (name: string) => exported.filter((one) => one.name === name).length;
  const clear = exported.filter(({ name }) => (definitions.get(name) ?? 0) <= 1 && times(name) === 1);
  return shuffled(clear, seededRandom(seed)).slice(0, count);
}

function symbolsOf(path: string, text: string): CodeSymbol[] {
  const pattern = EXPORTED[extname(path)];
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    const name = pattern?.exec(line)?.[1] ?? "";
    if (name.length < SHORTEST_NAME) return [];
    const comment = extname(path) === ".py" ? docstring(lines, at) : commentBefore(lines, at);
    return [{ name, path, line: at + 1, said: firstSentence(comment, name) }];
  });
}

function commentBefore(lines: readonly string[], at: number): string {
  let from = at;
  while (from > 0 && /^\s*(?:\/\*\*?|\*|\/\/)/.test(lines[from - 1] ?? "")) from -= 1;
  return lines
    .slice(from, at)
    .map((line) => line.replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/\s*$/g, "").trim())
    .join(" ");
}

/** Lines of a signature before its docstring, at most. */
const SIGNATURE_LINES = 12;

function docstring(lines: readonly string[], at: number): string {
  const head = lines.slice(at, at + SIGNATURE_LINES).join("\n");
  return /^[^"]*?:\s*\n\s+r?"""([^"]*)/.exec(head)?.[1] ?? "";
}

/** Without the name itself, which would make an identifier question of it. */
function firstSentence(comment: string, name: string): string | undefined {
  const [sentence = ""] = comment.trim().split(/[.:;](?:\s|$)/);
  const words = sentence.replaceAll(name, "").replace(/\s+/g, " ").trim();
  return words.length >= SENTENCE_CHARS.least && words.length <= SENTENCE_CHARS.most ? words : undefined;
}
