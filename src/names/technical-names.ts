import { remembered } from "../text/words/remembered.ts";
import { isStopWord } from "../text/words/stop-words.ts";
import { CODE_WORDS, UNITS } from "./prose/word-lists.ts";
import type { EntityType } from "./types.ts";
import { isOrdinaryWord } from "./words/ordinary-words.ts";

/** What a name in the notation of machines stands for. */
interface TechnicalName {
  readonly name: string;
  readonly type: EntityType;
  readonly evidence: number;
}

/** Longer ones are encoded data. */
const MAX_CHARS = 200;
const MAX_NAME_CHARS = 80;
/** A word without any of these is an ordinary word. */
const HAS_SIGN = /[_/\\@#$:.\d=~(+]|\p{Ll}\p{Lu}/u;

const ENVIRONMENT =
  /^(?:\$\{?|process\.env\.|import\.meta\.env\.|env\.)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\}?(?:=.*)?$/;
const SHELL_VARIABLE = /^(?:\$\{?|process\.env\.|import\.meta\.env\.)([A-Z][A-Z0-9_]{1,60})\}?$/;
const ERROR_CONSTANT = /^(?:ERR|E)_|_(?:ERROR|ERR|FAILED|FAILURE|DIFF|DENIED)$/;
const ERROR_NAME = /^(?:[\w.]*\.)?([A-Z]\w*(?:Error|Exception|Fault|Panic))$/;
const ERRNO =
  /^E(?:NOENT|ACCES|EXIST|PERM|PIPE|CONNREFUSED|CONNRESET|CONNABORTED|TIMEDOUT|ADDRINUSE|HOSTUNREACH|NOTDIR|ISDIR|NOTEMPTY|MFILE|NOSPC|ROFS|BUSY|INVAL|AGAIN|INTR|NOTFOUND|AI_AGAIN|RESOLVE|BADF)$/;
const ERROR_CODE = /^[A-Z]{1,8}(?:-?[EW]|_E|-)?\d{3,5}$/;
const TICKET = /^#?([A-Z][A-Z0-9]{1,9}-[A-Z]?\d{1,6})$/;
const NO_TICKET =
  /^(?:UTF|SHA|ISO|RFC|AES|MD|GPT|HTTP|IPV|TLS|RSA|EN|DIN|IEEE|ES|BM|PEP|COVID|MP|H|ASCII|CP|WINDOWS|USB|CRC|FTS|A|B)-\d+$/i;
const REPOSITORY_TICKET = /^[\w.-]+\/[\w.-]+#\d{1,6}$/;
const NUMBERED_TICKET = /^(?:#|GH-|PR#|MR!|!)\d{2,6}$/;
const SCOPED_PACKAGE = /^(@[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._-]*)(?:\/[\w./-]+|@[\w.^~-]+)?$/;
const VERSIONED_PACKAGE = /^([a-z][a-z0-9._-]+)@(?:[\^~]?\d[\w.-]*|latest|next|beta)$/;
const NODE_MODULE = /^node:[a-z_/]+$/;
const HANDLE = /^@[A-Za-z\p{L}][\p{L}\p{N}_-]{1,38}$/u;
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
const EXTENSION =
  "[cm]?[jt]sx?|vue|svelte|astro|mdx?|rst|txt|jsonl?|json5|ya?ml|toml|ini|cfg|conf|env|lock|csv|tsv|parquet|sql|db|sqlite3?|py|ipynb|rb|rs|go|java|kt|swift|php|cs|cpp|cc|hh?|html?|xml|svg|css|s[ac]ss|less|sh|bash|zsh|ps1|log|pdf|docx?|xlsx?|png|jpe?g|gif|webp|wav|mp[34]|zip|gz|tgz|tar|wasm|graphql|proto|patch|diff|hbs|ejs|tf|key|pem|onnx|bin|exe|dll|so";
const FILE = new RegExp(`^[\\w@.+~$*<>[\\]-]*[\\w\\]>*]\\.(?:${EXTENSION})(?::\\d+(?:[:-]\\d+)?)?$`, "i");
const DOTFILE =
  /^\.(?:env|output|nuxt|next|github|vscode|git|npm|cache|config|ssh|recall|venv)(?:\.\w+)*$|^\.[a-z]\w*(?:rc|ignore|config|attributes|keep|modules)(?:\.\w+)?$/;
const ROOTED_PATH = /^(?:~|\.{1,2}|\/[\w.@[\]-]+|\$[A-Z_]+|@|#)(?:\/[\w.@*[\]<>:$+-]*)+$/;
const WINDOWS_PATH = /^[A-Z]:\\[\w.\\ -]+$/;
/** One folder: where its name is ordinary, "people/", it tells the kind of what lies in it. */
const FOLDER = /^[a-z]+\/$/;
const RELATIVE_PATH = /^[\w.@*[\]-]+(?:\/[\w.@*[\]<>:+-]+)*\/?$/;
/** Endings of files that are also members: `console.log`, `process.env`, `event.key`. */
const MEMBER_FILE = /^[\w.$]*[a-zA-Z]\.(?:log|env|key|h|so|db|bin|patch|diff|proto)$/;
const DATE_OR_NUMBERS = /^(?=\D*\d)[\d./:,%+x=~-]+\w{0,3}$/;
/** Names with a number in a part, or that end in what machines and services are: `web-03`, `orders-service`. */
const NUMBERED_PARTS = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:[a-z]+\d+|\d{2,4})$/;
const SERVICE =
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:service|server|core|web|ui|lib|kit|importer|exporter|gateway|store|infra|api|worker|db|app|cli|bot|client|repo|cluster|queue|bucket|job|cron|proxy|gateway|prod|staging|backend|frontend|sdk|plugin|config)$/;
const SITE_BRAND = /^\p{Lu}[\p{L}\d]+\.(?:io|ai|com|dev|app|net|org|co)$/u;
const HUMP = /^[\p{Ll}_$][\p{L}\p{N}_$]*\p{Lu}[\p{L}\p{N}_$]*$/u;
const SNAKE = /^_*[\p{L}][\p{L}\p{N}]*(?:_+[\p{L}\p{N}]+)+$/u;
const MEMBER = /^[\w$]+(?:(?:\.|::|#|->|\?\.)[\w$]+){1,5}$/;
const SITE = /^(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|app|co|de|es|jp|cn|uk|eu|edu|gov|info|me|sh)$/;
const CALL = /\([^()]{0,60}\)$/;
const KEBAB = /^[\p{L}][\p{L}\p{N}]*(?:[-:][\p{L}\p{N}]+)+$/u;
/** An event or a directive in a template, not a person. */
const AT_WORD = /^@[\w-]+$/;
const PLAIN_WORD = /^[\p{L}][\p{L}\p{N}]+$/u;
const COMMAND = /^[a-z][\w.-]*(?: (?!=)[\w./:@=<>-]+){1,3}$/;
const TAG = /^<\/?([A-Za-z][\w.-]*)(?:\s[^<>]*)?\/?>$/;
const LOWER_BRANDS = new Set("iPhone iPad iOS iPadOS macOS watchOS tvOS eBay jQuery npmJS webOS".split(" "));
const VERSION = /^v?\d+(?:\.\d+)*(?:[-+][\w.]+)?$/;
const HEX = /^(?:0x)?[0-9a-f]{7,}$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;

const found = (name: string, type: EntityType, evidence: number): TechnicalName => ({ name, type, evidence });

/** Most words: none of their letters makes a name. */
const PLAIN = /^[A-Z]?[a-z]+$/;

/** What a word of prose names in the notation of machines; undefined when it is an ordinary word or a number. */
export const technicalName = (word: string): TechnicalName | undefined =>
  PLAIN.test(word) ? undefined : nameOf(word);

const nameOf = remembered((word): TechnicalName | undefined => {
  if (word.length > MAX_CHARS || word.length < 2) return undefined;
  if (word.startsWith("E") && ERRNO.test(word)) return found(word, "error", 1);
  if (!HAS_SIGN.test(word)) return SERVICE.test(word) ? found(word, "code", 1) : undefined;
  if (NUMBERED_PARTS.test(word))
    return found(word, "code", /^(?:top|mid|pre|post|sub)-/.test(word) ? 0.1 : 1);
  if (DATE_OR_NUMBERS.test(word) || VERSION.test(word) || HEX.test(word) || UUID.test(word)) {
    return NUMBERED_TICKET.test(word) ? found(word, "ticket", 0.6) : undefined;
  }
  if (UNITS.has(word)) return undefined;
  const variable = variableName(word);
  if (variable !== undefined) return variable;
  if (HUMP.test(word)) return LOWER_BRANDS.has(word) ? found(word, "product", 0.8) : codeName(word, 1);
  return numberedName(word) ?? addressName(word) ?? pathName(word) ?? memberName(word);
});

function numberedName(word: string): TechnicalName | undefined {
  if (CVE.test(word)) return found(word, "ticket", 1);
  const ticket = TICKET.exec(word)?.[1];
  if (ticket !== undefined)
    return isNumbered(ticket) ? undefined : found(ticket, /-[EW]\d/.test(ticket) ? "error" : "ticket", 1);
  if (REPOSITORY_TICKET.test(word)) return found(word, "ticket", 1);
  if (NUMBERED_TICKET.test(word)) return found(word, "ticket", 0.6);
  return undefined;
}

/** A standard, a cipher or a kind of challenge, not a ticket: UTF-8, SHA-256, DNS-01. */
function isNumbered(word: string): boolean {
  const [, number = ""] = word.split("-");
  return number.startsWith("0") || NO_TICKET.test(word);
}

const CVE = /^CVE-\d{4}-\d{4,7}$/;

function variableName(word: string): TechnicalName | undefined {
  const variable = ENVIRONMENT.exec(word)?.[1] ?? SHELL_VARIABLE.exec(word)?.[1];
  if (variable !== undefined && variable.length <= MAX_NAME_CHARS)
    return found(variable, ERROR_CONSTANT.test(variable) ? "error" : "variable", 1);
  const error = ERROR_NAME.exec(word)?.[1];
  return error === undefined || error.length > MAX_NAME_CHARS ? undefined : found(error, "error", 1);
}

function addressName(word: string): TechnicalName | undefined {
  if (!word.includes("@")) return NODE_MODULE.test(word) ? found(word, "package", 1) : undefined;
  const scoped = SCOPED_PACKAGE.exec(word)?.[1] ?? VERSIONED_PACKAGE.exec(word)?.[1];
  if (scoped !== undefined) return found(scoped, "package", 1);
  return HANDLE.test(word) || EMAIL.test(word) ? found(word, "handle", 1) : undefined;
}

/** A single slash stands for "or" in prose: what has no ending and no root needs backticks to be a path. */
function pathName(word: string, isQuoted = false): TechnicalName | undefined {
  if (!word.includes("/") && MEMBER_FILE.test(word)) return undefined;
  if (FILE.test(word.slice(word.lastIndexOf("/") + 1)) && (word.includes("/") ? isPathLike(word) : true))
    return isFrameworkName(word) ? found(word, "product", 0.8) : found(withoutLine(word), "path", 1);
  if (ROOTED_PATH.test(word) && /\w{2}/.test(word)) return found(word, "path", 1);
  if (DOTFILE.test(word) && word.length > 3) return found(word, "path", isQuoted ? 1 : 0.6);
  if (WINDOWS_PATH.test(word)) return found(word, "path", 1);
  const slashes = word.split("/").length - 1;
  if (slashes === 0 || !RELATIVE_PATH.test(word)) return undefined;
  if (isQuoted)
    return FOLDER.test(word) && isOrdinaryWord(word.slice(0, -1)) ? undefined : found(word, "path", 1);
  if (slashes === 1 || /\p{Lu}/u.test(word)) return undefined;
  return found(
    word,
    "path",
    word.split("/").every((part) => part.length < 3 || isOrdinaryWord(part)) ? 0.6 : 1,
  );
}

const isPathLike = (word: string) =>
  RELATIVE_PATH.test(word.replace(/:\d+(?:[:-]\d+)?$/, "")) || ROOTED_PATH.test(word);
const withoutLine = (word: string) => word.replace(/:\d+(?:[:-]\d+)?$/, "");
/** Node.js, Vue.js, Next.js: names that look like files. */
const isFrameworkName = (word: string) => /^\p{Lu}\p{Ll}+\.js$/u.test(word);

function memberName(word: string): TechnicalName | undefined {
  const bare = word.replace(CALL, "");
  if (SITE_BRAND.test(bare)) return found(bare, "product", 1);
  if (SITE.test(bare)) return found(bare, "url", 0.6);
  if (SNAKE.test(bare)) return codeName(bare, 1);
  if (MEMBER.test(bare) && /[\p{L}]{2}/u.test(bare)) return codeName(bare, 0.8);
  if (bare !== word && PLAIN_WORD.test(bare)) return codeName(bare, 1);
  if (ERROR_CODE.test(word) && !NO_TICKET.test(word)) return found(word, "error", 0.5);
  return undefined;
}

const codeName = (name: string, evidence: number) =>
  name.length <= MAX_NAME_CHARS && !CODE_WORDS.has(name.toLowerCase())
    ? found(name, "code", evidence)
    : undefined;

/** What stands between backticks: a name unless it is a keyword, a number or a whole line of code. */
export function quotedName(code: string): TechnicalName | undefined {
  const text = TAG.exec(code)?.[1] ?? code;
  const bare = text.replace(CALL, "").replace(/^[<'"]+|[>'";,]+$/g, "");
  if (bare.length < 2 || bare.length > MAX_CHARS) return undefined;
  if (bare.startsWith("http")) return /^https?:\/\/\S+$/.test(bare) ? urlName(bare) : undefined;
  if (CODE_WORDS.has(bare.toLowerCase()) || VERSION.test(bare) || HEX.test(bare)) return undefined;
  if (isStopWord(bare, "english") || AT_WORD.test(bare)) return undefined;
  const technical = technicalName(bare) ?? pathName(bare, true);
  if (technical !== undefined) return { ...technical, evidence: 1 };
  if (bare.length > MAX_NAME_CHARS || /^[A-Z]{2,5}$/.test(bare)) return undefined;
  if (KEBAB.test(bare)) return found(bare, "code", 1);
  if (PLAIN_WORD.test(bare)) return found(bare, "code", text === code && bare === code ? 0.6 : 1);
  const isStatement = CODE_WORDS.has(bare.split(" ", 1)[0] ?? "");
  return COMMAND.test(bare) && !isStatement ? found(bare, "code", 0.5) : undefined;
}

/** An address without query and fragment; undefined for one of the own machine or of examples. */
export function urlName(url: string): TechnicalName | undefined {
  const name = url.replace(/[?#].*$/s, "").replace(/[.,:;!*_'’/]+$/, "");
  if (name.length > MAX_CHARS || name.length < 11 || !name.includes(".")) return undefined;
  return /\/\/(?:www\.)?(?:localhost|127\.|0\.0\.|example\.)/.test(name) ? undefined : found(name, "url", 1);
}
