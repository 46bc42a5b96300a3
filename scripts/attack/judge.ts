import { ERRORS } from "../../src/errors.ts";
import { isRecord, parseJson } from "../../src/text/parse-json.ts";
import { HOSTILE_TEXTS } from "../../test/openapi/fuzz/hostile.ts";
import { SYNTAX } from "./hostile-parts.ts";
import type { Got, Sent } from "./send.ts";

/** No answer may take longer, milliseconds. */
export const SLOWEST_MS = 1_000;

/** What an answer must not tell: where the program is, how it is built, what it asks the database, what signs its tokens. */
const LEAKS: readonly (readonly [string, RegExp])[] = [
  ["a stack", /(?:^|\\n|\n)\s+at .{1,200}?:\d+:\d+/],
  ["a file of the program", /[\w/.-]+\.(?:ts|tsx|js|mjs|sql):\d+|worker\.js|node_modules|file:\/\//],
  [
    "SQL",
    /SQLITE_|D1_ERROR|D1_EXEC|no such (?:table|column)|syntax error|\bfts5:|SELECT .{1,80} FROM |INSERT INTO |json_each/,
  ],
  [
    "an error of the runtime",
    /\b(?:TypeError|RangeError|ReferenceError|SyntaxError|Cannot read propert|is not a function|undefined \()/,
  ],
];

/** What nobody may be told, with the words for it. */
export interface Secret {
  readonly what: string;
  readonly text: string;
  /** Whoever owns the whole database may be told. @default false */
  readonly isOwners?: true;
}

/** Codes of an answer: HTTP's own form, a tool's error, or that of JSON-RPC. Undefined: it names none. */
export function codeOf(text: string): string | undefined {
  const body = parseJson(text);
  if (!isRecord(body)) return undefined;
  const { error, result } = body;
  if (isRecord(error)) {
    const { code, data } = error;
    if (isRecord(data) && typeof data.code === "string") return data.code;
    return typeof code === "number" ? String(code) : typeof code === "string" ? code : undefined;
  }
  if (!isRecord(result) || result.isError !== true || !Array.isArray(result.content)) return undefined;
  const [first] = result.content as readonly unknown[];
  return isRecord(first) ? /^(\w+): /.exec(String(first.text))?.[1] : undefined;
}

/** JSON-RPC 2.0, section 5.1, and what MCP adds. */
const isRpcCode = (code: string): boolean => /^-32[0-9]{3}$/.test(code);

/** What the runtime itself answers to what is no HTTP; there is no JSON in it. */
const RUNTIME_REFUSALS: ReadonlySet<number> = new Set([400, 408, 413, 414, 417, 431, 501, 505]);

/** The server under attack has none, and says so: 503. */
const NO_TEXT_MODEL = "generator_unavailable";

function problemOfStatus({ status = 0, text, headers }: Got): string | undefined {
  if (status < 400) return undefined;
  const isJson = headers["content-type"]?.includes("json") === true;
  if (!isJson && RUNTIME_REFUSALS.has(status) && text.length < 500) return undefined;
  if (codeOf(text) === NO_TEXT_MODEL) return undefined;
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  // To HEAD there is no body.
  if (text === "" && isJson) return undefined;
  const code = codeOf(text);
  if (code === undefined) return `${status} without a code: ${JSON.stringify(text.slice(0, 200))}`;
  return Object.hasOwn(ERRORS, code) || isRpcCode(code)
    ? undefined
    : `${status} with the unknown code ${code}`;
}

/** As JSON writes them. Earlier requests may have left them in names, which the answer to their own tenant shows. */
const PLANTED: readonly string[] = [...SYNTAX, ...HOSTILE_TEXTS]
  .filter((text) => text.length > 8 && text.length < 200)
  .map((text) => JSON.stringify(text).slice(1, -1));

const withoutPlanted = (text: string): string =>
  PLANTED.reduce((left, planted) => left.replaceAll(planted, ""), text);

/** Whatever was sent may come back in a message that says what was wrong. */
function wasSent(found: string, { path, body, headers }: Sent): boolean {
  const sent = `${decoded(path)}\n${path}\n${Object.values(headers).join("\n")}\n${body?.toString("utf8") ?? ""}`;
  return sent.includes(found.trim()) || sent.includes(JSON.stringify(found.trim()).slice(1, -1));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function leakOf(sent: Sent, { status = 0, text }: Got, secrets: readonly Secret[]): string | undefined {
  for (const { what, text: secret } of secrets)
    if (text.includes(secret)) return `tells ${what}: …${around(text, text.indexOf(secret))}…`;
  // What succeeds shows what people have written, whatever it looks like.
  if (status < 400 && codeOf(text) === undefined) return undefined;
  const own = withoutPlanted(text);
  for (const [what, pattern] of LEAKS) {
    const found = pattern.exec(own)?.[0];
    if (found !== undefined && !wasSent(found, sent))
      return `tells ${what}: …${around(text, text.indexOf(found))}…`;
  }
  return undefined;
}

const around = (text: string, at: number): string => text.slice(Math.max(0, at - 60), at + 140);

/** Why an answer is none that may be given to this request; undefined: it may. */
export function problemOf(sent: Sent, got: Got, secrets: readonly Secret[]): string | undefined {
  const leak = leakOf(sent, got, secrets);
  if (leak !== undefined) return leak;
  const problem = problemOfStatus(got);
  if (problem !== undefined) return problem;
  return codeOf(got.text) === "internal" ? `internal: ${got.text.slice(0, 300)}` : undefined;
}
