import type { Env } from "../../src/env.ts";

/** One awaited call of the Worker to something outside its isolate. */
export interface PortCall {
  /** Position among the calls of a trial, from 1. */
  readonly index: number;
  /** Binding and method. */
  readonly name: string;
}

/** Stands between the Worker and its bindings: runs the call, or does not. */
export type Intercept = (call: PortCall, run: () => Promise<unknown>) => Promise<unknown>;

/** Methods of bindings that answer with a promise. What is not named here answers at once and cannot fail alone. */
const AWAITED: Readonly<Record<string, readonly string[]>> = {
  AI: ["run"],
  VECTORIZE: ["query", "upsert", "deleteByIds", "getByIds", "describe"],
  INDEX_QUEUE: ["send", "sendBatch"],
  RATE_LIMIT: ["limit"],
  ADDRESS_LIMIT: ["limit"],
};

const STATEMENT = ["first", "all", "run", "raw"];

/** A statement as the Worker holds it, and the one that the database knows. */
const originals = new WeakMap<object, D1PreparedStatement>();

type Watch = (name: string, run: () => Promise<unknown>) => Promise<unknown>;

/** The environment with every awaited call of every binding intercepted; a binding nobody listed is an error. */
export function watchPorts(env: Env, intercept: Intercept): Env {
  let index = 0;
  const watch: Watch = (name, run) => {
    index += 1;
    return intercept({ index, name }, run);
  };
  const watched = Object.entries(env).map(([name, binding]) => {
    if (name === "DB") return [name, watchDatabase(binding as D1Database, watch)];
    if (typeof binding !== "object" || binding === null) return [name, binding];
    const methods = AWAITED[name];
    if (methods === undefined) throw new Error(`Nobody said which calls of ${name} are awaited`);
    return [name, watchMethods(binding, methods, (method, run) => watch(`${name}.${method}`, run))];
  });
  return Object.fromEntries(watched) as Env;
}

function watchMethods<Binding extends object>(
  binding: Binding,
  methods: readonly string[],
  watch: Watch,
): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (!methods.includes(String(name))) return value.bind(target);
      return (...args: unknown[]) =>
        watch(String(name), async () => (value.apply(target, args) as Promise<unknown>) ?? undefined);
    },
  });
}

interface Preparing {
  prepare(sql: string): D1PreparedStatement;
  batch(statements: D1PreparedStatement[]): Promise<unknown>;
}

const watchDatabase = (database: D1Database, watch: Watch): D1Database =>
  ({
    ...watchPreparing(database, watch),
    withSession: (start?: string) => {
      const session = database.withSession(start);
      return { ...watchPreparing(session, watch), getBookmark: () => session.getBookmark() };
    },
  }) as unknown as D1Database;

const watchPreparing = (target: Preparing, watch: Watch): Preparing => ({
  prepare: (sql) => watchStatement(target.prepare(sql), watch),
  batch: (statements) =>
    watch("DB.batch", () =>
      target.batch(statements.map((statement) => originals.get(statement) ?? statement)),
    ),
});

function watchStatement(statement: D1PreparedStatement, watch: Watch): D1PreparedStatement {
  const calls = watchMethods(statement, STATEMENT, (method, run) => watch(`DB.${method}`, run));
  const watched = new Proxy(calls, {
    get: (target, name) =>
      name === "bind"
        ? (...values: unknown[]) => watchStatement(statement.bind(...values), watch)
        : Reflect.get(target, name),
  });
  originals.set(watched, statement);
  return watched;
}
