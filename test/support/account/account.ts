import type { Plan } from "../../../src/config.ts";
import type { Env } from "../../../src/env.ts";
import { type AccountCalls, accountCalls } from "./account-calls.ts";
import { type AccountDatabase, accountDatabase } from "./account-database.ts";

/** What the Worker calls of its bindings, each a subrequest. */
const METHODS = {
  DB: ["batch"],
  AI: ["run"],
  VECTORIZE: ["query", "upsert", "deleteByIds", "getByIds", "describe"],
  INDEX_QUEUE: ["send"],
} as const satisfies Partial<Record<keyof Env, readonly string[]>>;

/** What one invocation has asked for. */
export interface InvocationUse {
  /** Statements of the database. */
  readonly queries: number;
  /** Calls of the database, models, vector index and queue. */
  readonly calls: number;
}

export interface Account {
  /** The environment, its bindings bounded as the account's are. */
  readonly env: Env;
  readonly database: AccountDatabase;
  readonly calls: AccountCalls;
  /** Another invocation of the Worker begins: to be told before each. */
  begin(): void;
  /** What invocations have used since this was last asked, in their order. */
  used(): readonly InvocationUse[];
}

/** An environment as an account of a plan gives it to the Worker. Sources are in test/account/facts.ts. */
export function inAccount(env: Env, { now = Date.now }: { readonly now?: () => number } = {}): Account {
  const plan: Plan = env.PLAN === "free" ? "free" : "paid";
  const invocation = { queries: 0 };
  const database = accountDatabase(env.DB, { plan, now, invocation });
  const calls = accountCalls(plan);
  const bound: Record<string, unknown> = { ...env, DB: database.database };
  const others = Object.entries(env).flatMap(([name, bound]) =>
    /^DB_\d+$/.test(name) && bound !== undefined ? [name] : [],
  );
  for (const name of others)
    bound[name] = accountDatabase(bound[name] as D1Database, { plan, now, invocation }).database;
  const methodsOf = { ...METHODS, ...Object.fromEntries(others.map((name) => [name, METHODS.DB])) };
  for (const [name, methods] of Object.entries(methodsOf)) {
    const binding = bound[name];
    if (typeof binding === "object" && binding !== null) bound[name] = calls.watch(binding, methods);
  }
  const before: InvocationUse[] = [];
  const end = (): InvocationUse => ({ queries: database.newInvocation(), calls: calls.newInvocation() });
  return {
    env: bound as unknown as Env,
    database,
    calls,
    begin: () => void before.push(end()),
    used() {
      before.push(end());
      return before.splice(0).filter(({ calls: made }) => made > 0);
    },
  };
}
