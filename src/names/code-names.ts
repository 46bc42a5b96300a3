import { isStopWord } from "../text/words/stop-words.ts";
import { CODE_WORDS } from "./prose/word-lists.ts";
import { technicalName, urlName } from "./technical-names.ts";
import type { EntityType, Mention } from "./types.ts";

/** What is defined or imported here is what the code is about; what is merely used needs several chunks to be shown. */
const WEIGHT = {
  defined: 1,
  imported: 1,
  constant: 0.6,
  error: 0.5,
  used: 0.2,
  url: 0.6,
  keyed: 0.2,
} as const;
/** Mentions of one region, at most. */
const MAX_MENTIONS = 200;
const MODIFIER =
  "export|default|declare|async|public|private|protected|static|abstract|final|pub|open|data|sealed";
/** Before the name of what a line defines. */
export const DEFINITION = `(?:(?:${MODIFIER})[ \\t]+){0,4}(?:function\\*?|class|interface|type|enum|struct|trait|impl|def|fn|func|protocol|module|record)[ \\t]+`;
/** A definition, a module's name in quotes, an address, or a word. Each word is read once. */
const CODE = new RegExp(
  [
    `^[ \\t]*${DEFINITION}([\\p{L}_$][\\p{L}\\p{N}_$]{1,80})`,
    "\\b(?:from|import|require|require_relative)[ \\t]{0,4}\\(?[ \\t]{0,4}[\"']([^\"'\\n]{1,120})[\"']",
    "^[ \\t]*(?:import|from|use|using)[ \\t]+([\\p{L}_][\\p{L}\\p{N}_.:]{1,80})(?=[ \\t]*(?:;|$|as\\b|import\\b|\\())",
    "(https?://[^\\s<>\"'`)\\]]{3,300})",
    "(?:\\$\\{?|\\benv\\.)?([\\p{L}_$][\\p{L}\\p{N}_$]{2,80})(?![\\p{L}\\p{N}_$])",
    "[\\p{L}\\p{N}_$]+",
  ].join("|"),
  "gmu",
);
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const ERROR = /^[A-Z]\w*(?:Error|Exception)$/;
const COMPOUND = /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]/u;
const MODULE_ROOT = /^(?:@[\w.-]+\/)?[\w.-]+/;

/** The names in code: what it defines and imports, constants, errors, addresses, compound names that it uses. */
export function codeMentions(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): Mention[] {
  const mentions: Mention[] = [];
  for (const match of text.slice(start, end).matchAll(CODE)) {
    const mention = mentionOf(match, start);
    if (mention !== undefined) mentions.push(mention);
    if (mentions.length >= MAX_MENTIONS) break;
  }
  return mentions;
}

function mentionOf(match: RegExpExecArray, offset: number): Mention | undefined {
  const [whole, defined, quoted, imported, url, word] = match;
  const place = { start: offset + match.index, end: offset + match.index + whole.length, sentence: -1 };
  const named = (name: string, type: EntityType, evidence: number) => ({ name, type, evidence, ...place });
  if (defined !== undefined) return isKeyword(defined) ? undefined : named(defined, "code", WEIGHT.defined);
  if (quoted !== undefined) return importedName(quoted, named);
  if (imported !== undefined)
    return isKeyword(imported)
      ? undefined
      : named(imported.replace(/[.:]+$/, ""), "package", WEIGHT.imported);
  if (url !== undefined) {
    const name = urlName(url);
    return name === undefined ? undefined : named(name.name, "url", WEIGHT.url);
  }
  return word === undefined ? undefined : usedName(word, named);
}

type Named = (name: string, type: EntityType, evidence: number) => Mention;

/** The package of a module, not the file inside it. */
export const packageOf = (module: string): string =>
  module.startsWith("node:") ? module : (MODULE_ROOT.exec(module)?.[0] ?? module);

/** A relative one is a file. */
function importedName(module: string, named: Named): Mention | undefined {
  if (/^[.~/#]|^@\//.test(module))
    return module.length < 4
      ? undefined
      : named(module, module.startsWith("#") ? "package" : "path", WEIGHT.constant);
  const name = packageOf(module);
  return name.length < 2 || !/^[@\w]/.test(name) ? undefined : named(name, "package", WEIGHT.imported);
}

function usedName(word: string, named: Named): Mention | undefined {
  if (CONSTANT.test(word)) return named(word, technicalName(word)?.type ?? "variable", WEIGHT.constant);
  if (ERROR.test(word)) return named(word, "error", WEIGHT.error);
  return COMPOUND.test(word) ? named(word, "code", WEIGHT.used) : undefined;
}

const isKeyword = (word: string) => CODE_WORDS.has(word) || word.length < 2 || isStopWord(word, "english");

const KEY = /^[ \t]*(?:export[ \t]+)?["']?([A-Za-z_][\w.-]{2,60})["']?[ \t]*[:=]/gm;

/** The keys of a settings file: each says little, one that stands in many places is a name. */
export function keyMentions(text: string): Mention[] {
  const mentions: Mention[] = [];
  for (const match of text.matchAll(KEY)) {
    const name = match[1] ?? "";
    const start = match.index + match[0].indexOf(name);
    const place = { start, end: start + name.length, sentence: -1 };
    if (CONSTANT.test(name)) mentions.push({ name, type: "variable", evidence: WEIGHT.constant, ...place });
    else if (!CODE_WORDS.has(name)) mentions.push({ name, type: "key", evidence: WEIGHT.keyed, ...place });
    if (mentions.length >= MAX_MENTIONS) break;
  }
  return mentions;
}
