import { AppError } from "../../errors.ts";
import { onOneLine } from "../../text/line-ends.ts";
import type { Session } from "../session.ts";
import { type Statement, statement } from "../statement.ts";
import type { Migration } from "./bundle.ts";
import { createdBy, isSame, plainSql } from "./schema-objects.ts";
import { BOOKKEEPING, type FoundObjects, readSchema, type SchemaState } from "./schema-state.ts";

/**
 * Statements a step: with those that keep the books fewer than the 50 that the free plan lets one invocation send.
 * https://developers.cloudflare.com/d1/platform/limits/
 */
const STEP_STATEMENTS = 40;

/** Fails where another run has carried out the same statements, and the whole step with it. */
const CLAIM = statement("INSERT INTO migration_steps (name, first, next) VALUES (:name, :first, :next)");
const MARK = statement("INSERT INTO d1_migrations (name) VALUES (:name)");

/** SQL of ours that has no parameters: a colon in it is only a colon. */
const plain = (sql: string): Statement => ({ sql, names: [] });

const mismatch = (reason: string, message: string, cause?: unknown): AppError =>
  new AppError("schema_mismatch", message, { details: { reason }, cause });

/**
 * Carries out the next statements of what a database lacks, at most forty, in one transaction with the note that they are
 * there: a step that fails leaves nothing, two that run at once do it once. Call it until nothing is pending. Through the
 * Worker's binding, because D1's remote endpoint cuts SQL at the semicolons inside a trigger
 * (https://github.com/cloudflare/workers-sdk/issues/14991). What is there already with the same SQL, from a run of
 * another tool that stopped, is kept. Throws `schema_mismatch` for a database of another version, for an object that is
 * there with other SQL, and for a statement that the database refuses.
 */
export async function migrateStep(session: Session, migrations: readonly Migration[]): Promise<SchemaState> {
  const { state, found } = await readSchema(session, migrations);
  assertOurs(state);
  const [next] = state.pending;
  const migration = migrations.find(({ name }) => name === next?.name);
  if (next === undefined || migration === undefined) return state;
  const last = Math.min(next.done + STEP_STATEMENTS, next.statements);
  const missing = notThere(migration, { first: next.done, last }, found);
  try {
    await session.batch({
      books: BOOKKEEPING.map((sql) => session.bind(plain(sql))),
      claim: session.bind(CLAIM, { name: next.name, first: next.done, next: last }),
      statements: missing.map((sql) => session.bind(plain(sql))),
      mark: last === next.statements ? session.bind(MARK, { name: next.name }) : undefined,
    });
  } catch (cause) {
    if (!isDoneByAnother(cause)) throw refused(next.name, { first: next.done, last }, cause);
  }
  return (await readSchema(session, migrations)).state;
}

/** Throws for a database that another version of the server has migrated, or something else has changed. */
function assertOurs({ unknown, missing, different }: SchemaState): void {
  if (unknown.length > 0)
    throw mismatch(
      "other_version",
      `The database belongs to another version: it has ${unknown.join(", ")}, which this server does not know`,
    );
  const wrong = [
    ...missing.map((name) => `${name} is missing`),
    ...different.map((name) => `${name} differs`),
  ];
  if (wrong.length > 0)
    throw mismatch("damaged", `The database is not as its migrations left it: ${wrong.join(", ")}`);
}

interface Span {
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
}

/** The statements of a step but those whose object is there as they would make it. */
function notThere(
  { name, statements }: Migration,
  { first, last }: Span,
  found: FoundObjects,
): readonly string[] {
  return statements.slice(first, last).filter((sql) => {
    const there = found.get(createdBy(sql) ?? "");
    if (there === undefined) return true;
    if (isSame(plainSql(sql), there)) return false;
    throw mismatch("damaged", `${createdBy(sql)} is in the database and is not what ${name} makes`);
  });
}

/** Both notes are unique. */
const isDoneByAnother = (error: unknown): boolean =>
  error instanceof Error &&
  /UNIQUE constraint failed: (?:migration_steps|d1_migrations)\./.test(error.message);

/** For an owner, who needs to see what the database says. */
function refused(name: string, { first, last }: Span, cause: unknown): unknown {
  if (cause instanceof AppError && cause.code !== "schema_mismatch") return cause;
  const origin = cause instanceof AppError ? cause.cause : cause;
  const said = onOneLine(origin instanceof Error ? origin.message : String(origin));
  return mismatch(
    "refused",
    `Statements ${first + 1} to ${last} of ${name} were refused and undone: ${said}`,
    cause,
  );
}
