/**
 * D1 takes one statement at a time. Where one ends is decided as SQLite's own shell does (sqlite3_complete): at a
 * semicolon outside quotes and comments, except inside CREATE TRIGGER, which ends at `END` between two semicolons.
 */

const TOKEN =
  /(?<blank>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<word>[\w$\u0080-\uffff]+)|(?<end>;)|'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|[\s\S]/gy;

/** What opens a trigger; EXPLAIN and TEMP may stand before the words that count. */
const TRIGGER = /^(?:explain )?create (?:temp |temporary )?trigger /;
/** Words of a statement that are enough to tell a trigger. */
const HEAD_WORDS = 4;

interface Statement {
  readonly head: readonly string[];
  /** Tokens that are neither blank nor a semicolon. */
  readonly tokens: number;
  /** The last two of them, a semicolon included: `; END` closes a trigger. */
  readonly last: readonly string[];
}

const EMPTY: Statement = { head: [], tokens: 0, last: [] };

const isTrigger = ({ head }: Statement): boolean => TRIGGER.test(`${head.join(" ")} `);

const isComplete = (statement: Statement): boolean =>
  !isTrigger(statement) || (statement.last[0] === ";" && statement.last[1] === "end");

function add(statement: Statement, token: string, isWord: boolean): Statement {
  const text = isWord ? token.toLowerCase() : token === ";" ? ";" : "?";
  return {
    head: statement.head.length < HEAD_WORDS ? [...statement.head, text] : statement.head,
    tokens: statement.tokens + (token === ";" ? 0 : 1),
    last: [...statement.last.slice(-1), text],
  };
}

/** The statements of an SQL script in order, without their closing semicolons. Comments stay with what follows them. */
export function splitSql(sql: string): readonly string[] {
  const statements: string[] = [];
  let start = 0;
  let statement = EMPTY;
  for (const { 0: token, index, groups } of sql.matchAll(TOKEN)) {
    if (groups?.blank !== undefined) continue;
    if (token === ";" && isComplete(statement)) {
      if (statement.tokens > 0) statements.push(sql.slice(start, index).trim());
      start = index + token.length;
      statement = EMPTY;
    } else {
      statement = add(statement, token, groups?.word !== undefined);
    }
  }
  if (statement.tokens > 0) statements.push(sql.slice(start).trim());
  return statements;
}
