/**
 * What D1 refuses of a statement and workerd on a laptop takes: SQLite there allows 127 arguments of a function and values of
 * 4 MiB (https://github.com/cloudflare/workerd/blob/main/src/workerd/util/sqlite.c%2B%2B, `setupSecurity`, 2026-11), D1 32
 * and 2,000,000 bytes (https://developers.cloudflare.com/d1/platform/limits/, 2026-11). A value or a row that is put together
 * inside a statement and never answered is not seen here: it is refused from 4 MiB on.
 */
const MAX_ARGUMENTS = 32;
const MAX_VALUE_BYTES = 2_000_000;
/** Bytes of a UTF-16 unit in UTF-8 at most. */
const MOST_BYTES_A_UNIT = 3;

/** What is followed by a bracket and is no function. */
const KEYWORDS = new Set(
  `all and any as between by case check conflict default distinct do else except exists filter from glob having in intersect
  is join key like limit match materialized not offset on or over partition primary returning select set then union unique
  using values when where`.split(/\s+/),
);
/** What is followed by a table with its columns. */
const BEFORE_TABLES = new Set(["into", "table", "exists", "on", "references", "with", "recursive", "view"]);

const TOKENS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|[\p{L}_][\p{L}\p{N}_$]*|[^\s]/gu;

interface Bracket {
  /** The function that is called; undefined: brackets of another kind. */
  readonly called: string | undefined;
  isEmpty: boolean;
  commas: number;
}

/** Functions of a statement that are called with more arguments than D1 takes. */
function overfullCalls(sql: string): readonly string[] {
  const overfull: string[] = [];
  const open: Bracket[] = [];
  let [before, last] = ["", ""];
  for (const [token] of sql.matchAll(TOKENS)) {
    if (token.startsWith("--") || token.startsWith("/*")) continue;
    const inside = open.at(-1);
    if (token === ")") {
      const { called, isEmpty = true, commas = 0 } = open.pop() ?? {};
      if (called !== undefined && !isEmpty && commas + 1 > MAX_ARGUMENTS) overfull.push(called);
    } else if (inside !== undefined) {
      inside.isEmpty = false;
      if (token === ",") inside.commas += 1;
    }
    if (token === "(") {
      const isCall =
        /^[\p{L}_]/u.test(last) &&
        !KEYWORDS.has(last.toLowerCase()) &&
        !BEFORE_TABLES.has(before.toLowerCase());
      open.push({ called: isCall ? last : undefined, isEmpty: true, commas: 0 });
    }
    [before, last] = [last, token];
  }
  return overfull;
}

const known = new Map<string, readonly string[]>();

const isTooBig = (value: unknown): boolean => {
  if (typeof value === "string")
    return value.length * MOST_BYTES_A_UNIT > MAX_VALUE_BYTES && Buffer.byteLength(value) > MAX_VALUE_BYTES;
  return Array.isArray(value) && value.length > MAX_VALUE_BYTES;
};

/** Throws what D1 says of a statement, looked at once however often it is asked, or of its values. */
export function refuseStatement({
  sql,
  params,
}: {
  readonly sql: string;
  readonly params: readonly unknown[];
}): void {
  const overfull = known.get(sql) ?? overfullCalls(sql);
  known.set(sql, overfull);
  if (overfull.length > 0)
    throw new Error(`D1_ERROR: too many arguments on function ${overfull[0]}: SQLITE_ERROR`);
  if (params.some(isTooBig)) throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
}

/** Throws where an answer, as the text that came, has a value that D1 does not make. */
export function refuseAnswer(text: string, answers: unknown): void {
  if (text.length * MOST_BYTES_A_UNIT <= MAX_VALUE_BYTES) return;
  for (const { results = [] } of [answers].flat() as { results?: readonly Record<string, unknown>[] }[])
    if (results.some((row) => Object.values(row).some(isTooBig)))
      throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
}
