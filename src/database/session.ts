import { drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import type { Quotas } from "../contract/quotas.ts";
import { type Span, untraced } from "../contract/spans.ts";
import { AppError } from "../errors.ts";
import { type Databases, databasesOf, FIRST } from "./several/databases.ts";
import { createDayCounter, type DayCounter } from "./day-counter.ts";
import { otherSchema, translateDatabaseError } from "./failures/database-errors.ts";
import { type Bound, type Statement, type Values, valuesOf } from "./statement.ts";

/** Statements by name; one that is undefined is not sent, and a list answers as one. */
export type Batch = Readonly<Record<string, Bound | readonly Bound[] | undefined>>;

type RowOf<Item> =
  NonNullable<Item> extends readonly Bound<infer Row>[]
    ? Row
    : NonNullable<Item> extends Bound<infer Row>
      ? Row
      : never;

/** The rows of each statement, by its name. */
export type Answers<Statements> = { readonly [Name in keyof Statements]: readonly RowOf<Statements[Name]>[] };

type Answer = D1Result<Record<string, unknown>>;

/** D1 as the stores see it: one session of one request, so that it reads what it wrote, and counts rows. */
export interface Session {
  /** A statement with its values, for a batch. */
  bind<Row>(statement: Statement<Row>, values?: Values): Bound<Row>;
  /** All rows of one statement: one round trip. */
  all<Row>(statement: Statement<Row>, values?: Values): Promise<readonly Row[]>;
  /** The first row of one statement: one round trip. */
  first<Row>(statement: Statement<Row>, values?: Values): Promise<Row | undefined>;
  /** For lists with conditions. Columns of one query need different names: D1 answers rows by name. */
  readonly orm: SqliteRemoteDatabase;
  /** One round trip, one transaction, rolled back whole; with no statements there is no round trip. */
  batch<const Statements extends Batch>(statements: Statements): Promise<Answers<Statements>>;
  /** Goes on with the primary database: for what must not rest on what a replica still shows. Answers itself. */
  toPrimary(): Session;
  /** Whether a replica may answer, which may be any time behind: https://developers.cloudflare.com/d1/best-practices/read-replication/ */
  mayLag(): boolean;
  /** Send it with later requests to read at least what this session wrote. It is of the database that the session is on. */
  bookmark(): string | undefined;
  /** Number of the database that the session is on, from 1. */
  readonly database: number;
  /** How many databases the deployment has. */
  readonly databases: number;
  /** The same request on the primary of another database, or this very session. Throws `misconfigured` for a number that is none's. */
  on(database: number): Session;
  /** Goes on with the primary of the database where a workspace was met. */
  goTo(database: number, workspace: number): void;
  /** What the isolate has used and not noted yet, this session's rows among it. */
  readonly day: DayCounter;
  /** Whether this deployment reads texts for names. */
  readonly readsNames: boolean;
  /** What each workspace may hold that has no quotas of its own; undefined: nobody asks, as for what the server does itself. */
  readonly quotas: Quotas | undefined;
  /** Model calls a day of a workspace that has no quota of its own; 0: no limit. They count whoever makes them. */
  readonly usualCalls: number;
  /** Rows read so far by the request or run. */
  rowsRead(): number;
  /** Bytes of the whole database, as the latest answer says; 0 before there is one. */
  databaseBytes(): number;
}

/** Rows that a request or run has cost. */
interface RowMeter {
  rowsRead: number;
  rowsWritten: number;
  /** Makes a round trip a span of the request's trace. @default nobody traces */
  readonly span?: Span;
}

export interface SessionOptions {
  /** Number of the database. @default the first */
  readonly database?: number | undefined;
  /** "primary" for writes and strong reads, "nearest" lets a replica answer, a bookmark asks for at least that state. */
  readonly from: "primary" | "nearest" | { readonly bookmark: string };
  readonly meter: RowMeter;
  /** The isolate's, to which the session adds its rows. @default one of its own */
  readonly day?: DayCounter;
  /** @default true */
  readonly readsNames?: boolean | undefined;
  /** @default nothing is held to a quota */
  readonly quotas?: Quotas | undefined;
  /** @default as `quotas` say, or no limit */
  readonly usualCalls?: number | undefined;
}

/** What a trace says of a batch: what follows a colon in a name is of the question (a letter of its words), and stays out. */
const readsOf = (names: readonly string[]): string =>
  [...new Set(names.map((name) => name.split(":", 1)[0]))].join(", ");

/** Opens a session on one of the databases of a deployment; a database alone is the only one of its own. */
export function openSession(given: D1Database | Databases, options: SessionOptions): Session {
  const databases = "count" in given ? given : databasesOf([given]);
  const { meter, day = createDayCounter(), readsNames = true, quotas } = options;
  const { usualCalls = quotas?.modelCalls ?? 0 } = options;
  const place = placeIn(databases, options);
  const { send, databaseBytes } = sending(place, { meter, day });
  const prepare = (sql: string) => place.current().prepare(sql);
  const bind = <Row>(statement: Statement<Row>, values: Values = {}): Bound<Row> =>
    prepare(statement.sql).bind(...valuesOf(statement, values));
  const all = async <Row>(statement: Statement<Row>, values?: Values): Promise<readonly Row[]> =>
    rowsOf<Row>((await send([bind(statement, values)]))[0]);
  const others = new Map<number, Session>();
  const open = (database: number): Session =>
    openSession(databases, { meter, day, readsNames, quotas, usualCalls, from: "primary", database });
  let orm: SqliteRemoteDatabase | undefined;
  const session: Session = {
    bind,
    all,
    first: async (statement, values) => (await all(statement, values))[0],
    // Made when it is asked for: it costs half a millisecond, and a search never uses it.
    get orm() {
      orm ??= meteredOrm(prepare, send);
      return orm;
    },
    batch: ((statements: Batch) => sendNamed(send, statements)) as Session["batch"],
    toPrimary() {
      place.toPrimary();
      return session;
    },
    mayLag: place.mayLag,
    ...{ day, readsNames, quotas, usualCalls, databaseBytes },
    rowsRead: () => meter.rowsRead,
    bookmark: () => place.current().getBookmark() ?? undefined,
    get database() {
      return place.number();
    },
    databases: databases.count,
    on(database) {
      if (database === place.number()) return this;
      const other = others.get(database) ?? open(database);
      others.set(database, other);
      return other;
    },
    goTo(database, workspace) {
      place.goTo(database);
      databases.met(workspace, database);
    },
  };
  return session;
}

/** The database that a session is on by now, and how. */
function placeIn(databases: Databases, { from, database = FIRST }: SessionOptions) {
  const at = (number: number): D1Database => {
    const found = databases.at(number);
    if (found !== undefined) return found;
    throw new AppError("misconfigured", `There is no database ${number}: nothing is bound as DB_${number}`);
  };
  let number = database;
  let isPrimary = from === "primary";
  let current = at(number).withSession(
    from === "primary" ? "first-primary" : from === "nearest" ? "first-unconstrained" : from.bookmark,
  );
  const goTo = (to: number): void => {
    current = at(to).withSession("first-primary");
    number = to;
    isPrimary = true;
  };
  return {
    current: () => current,
    number: () => number,
    mayLag: () => !isPrimary,
    goTo,
    toPrimary() {
      if (!isPrimary) goTo(number);
    },
  };
}

/** Sends statements where a session is, and counts their rows. */
function sending(
  { current }: Pick<ReturnType<typeof placeIn>, "current">,
  { meter, day }: { readonly meter: RowMeter; readonly day: DayCounter },
) {
  let databaseBytes = 0;
  const { span = untraced } = meter;
  const send: Send = async (statements, names = []) => {
    const session = current();
    try {
      const asked = { "db.operation.batch.size": statements.length, "recall.reads": readsOf(names) };
      const answers = await span("database", asked, () =>
        session.batch<Record<string, unknown>>([...statements]),
      );
      for (const { meta } of answers) {
        const { rows_read: rowsRead = 0, rows_written: rowsWritten = 0 } = meta;
        meter.rowsRead += rowsRead;
        meter.rowsWritten += rowsWritten;
        day.add({ rowsRead, rowsWritten });
        databaseBytes = meta.size_after ?? databaseBytes;
      }
      return answers;
    } catch (cause) {
      const error = translateDatabaseError(cause);
      throw (await otherSchema(session, error)) ?? error;
    }
  };
  return { send, databaseBytes: () => databaseBytes };
}

/** The same session, whose writes are held to quotas. */
export const heldTo = (session: Session, quotas: Quotas): Session =>
  Object.create(session, { quotas: { value: quotas, enumerable: true } }) as Session;

/**
 * What `ask` answers, asked of the primary once more where a replica that lags lacks what a token names: its workspace, or
 * the workspace's own tables.
 */
export async function orOnPrimary<Answer>(
  session: Session,
  ask: () => Promise<Answer>,
  isMissing: (answer: Answer) => boolean,
): Promise<Answer> {
  if (!session.mayLag()) return ask();
  const answered = await ask().then(
    (answer) => ({ answer, isMissing: isMissing(answer) }),
    (error: unknown) => {
      if (!lacksTables(error)) throw error;
      return undefined;
    },
  );
  if (answered !== undefined && !answered.isMissing) return answered.answer;
  session.toPrimary();
  return ask();
}

/** Whether a database failed to know what a token names. */
export const lacksTables = (thrown: unknown): boolean => {
  const error = translateDatabaseError(thrown);
  return error instanceof AppError && (error.code === "unauthorized" || error.code === "schema_mismatch");
};

type Send = (statements: readonly D1PreparedStatement[], names?: readonly string[]) => Promise<Answer[]>;

async function sendNamed(send: Send, batch: Batch): Promise<Answers<Batch>> {
  const named = Object.entries(batch).map(
    ([name, statements]) => [name, statements === undefined ? [] : [statements].flat()] as const,
  );
  const all = named.flatMap(([, statements]) => statements);
  const answers = all.length === 0 ? [] : await send(all, Object.keys(batch));
  let at = 0;
  return Object.fromEntries(
    named.map(([name, { length }]) => {
      const own = answers.slice(at, at + length);
      at += length;
      return [name, own.length === 1 ? rowsOf(own[0]) : own.flatMap((answer) => rowsOf(answer))];
    }),
  );
}

/** Drizzle over the same session, so that what it asks is counted too. */
function meteredOrm(prepare: D1DatabaseSession["prepare"], send: Send): SqliteRemoteDatabase {
  const ask = async (queries: readonly { sql: string; params: unknown[]; method: string }[]) => {
    const answers = await send(queries.map(({ sql, params }) => prepare(sql).bind(...params)));
    return queries.map(({ method }, at) => {
      const rows = (answers[at]?.results ?? []).map((row) => Object.values(row));
      return { rows: method === "get" ? (rows[0] as unknown[]) : rows };
    });
  };
  return drizzle(
    async (sql, params, method) => (await ask([{ sql, params, method }]))[0] ?? { rows: [] },
    ask,
  );
}

/** All rows of a statement's answer, typed by whoever wrote the statement. */
const rowsOf = <Row>(answer: Answer | undefined): readonly Row[] =>
  (answer?.results ?? []) as unknown as readonly Row[];
