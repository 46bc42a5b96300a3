import { SECOND_MS } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import { AppError } from "../../errors.ts";
import type { Place, TokenClaims } from "../token.ts";
import { NOTHING_SPENT, type Spent, spend, spentBy, WINDOW_MS } from "./bucket.ts";
import { keepUnits, type UnitKind } from "./kept-units.ts";

/** Units a minute; 0: no limit. */
export type UnitsPerMinute = Readonly<Record<UnitKind, number>>;

interface Parts {
  readonly perMinute: UnitsPerMinute;
  /** A session on the primary of the database that a token leads to. */
  readonly open: (place: Place) => Session;
  readonly now: () => number;
}

/** What is spent, in units, and how much of it the request has spent already. */
interface Cost {
  readonly units: number;
  /** @default nothing */
  readonly held?: number;
}

/** Who spends. */
type Spender = Place & Pick<TokenClaims, "id">;

/** One limit of one token or workspace. */
interface Account {
  readonly kind: UnitKind;
  readonly key: string | number;
  readonly place: Place;
  readonly limit: number;
  spent: Spent;
  /** Units that the database does not know of yet. */
  unnoted: number;
}

/** What an isolate remembers of at most so many; those that owe nothing go first. */
const MAX_ACCOUNTS = 10_000;

/** A part of a limit that is worth a row: beyond it an isolate tells the database what it spent, and learns the others'. */
const NOTED_PART = 0.1;

const OF: Readonly<Record<UnitKind, string>> = { token: "This token", workspace: "This workspace" };

function refusal(account: Account, { waitMs, left, units }: { waitMs: number; left: number; units: number }) {
  const { kind, limit, spent } = account;
  const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
  const wholeAt = new Date(spent.at + (spent.units * WINDOW_MS) / limit).toISOString();
  const whole = Math.floor(left);
  return new AppError(
    "rate_limited",
    `${OF[kind]} has ${whole} of its ${limit} units a minute left, and this takes ${units}: try again in ${retryAfterSeconds} s`,
    { details: { limit: kind, unitsPerMinute: limit, left: whole, units, retryAfterSeconds, wholeAt } },
  );
}

/** Makes room: what owes nothing any more, then the oldest. */
function forget(accounts: Map<string, Account>, nowMs: number): void {
  if (accounts.size < MAX_ACCOUNTS) return;
  for (const [name, { spent, limit }] of accounts)
    if (spentBy(spent, { limit, nowMs }).units === 0) accounts.delete(name);
  for (const name of accounts.keys()) {
    if (accounts.size < MAX_ACCOUNTS) return;
    accounts.delete(name);
  }
}

/**
 * Limits what tokens and workspaces spend by what it costs. The isolate counts exactly, at once, without waiting for
 * anything; several isolates learn of each other when one has spent a tenth of a limit, behind an answer.
 */
export function createUnitLimits({ perMinute, open, now }: Parts) {
  const accounts = new Map<string, Account>();
  const accountOf = (kind: UnitKind, spender: Spender): Account | undefined => {
    const key = kind === "token" ? spender.id : spender.workspace;
    const limit = perMinute[kind];
    if (key === null || limit === 0) return undefined;
    const name = `${kind} ${key}`;
    const known = accounts.get(name);
    if (known !== undefined) return known;
    forget(accounts, now());
    const made = { kind, key, place: spender, limit, spent: NOTHING_SPENT, unnoted: 0 };
    accounts.set(name, made);
    return made;
  };
  const note = async (account: Account): Promise<void> => {
    const { kind, key, place, limit, unnoted } = account;
    account.unnoted = 0;
    const ms = (unnoted * WINDOW_MS) / limit;
    const until = await keepUnits(open(place), { kind, key, ms, nowMs: now() }).catch((error: unknown) => {
      account.unnoted += unnoted;
      throw error;
    });
    if (until === undefined) return;
    const nowMs = now();
    const own = spentBy(account.spent, { limit, nowMs });
    const noted = (Math.min(until - nowMs, WINDOW_MS) * limit) / WINDOW_MS;
    account.spent = { units: Math.max(own.units, noted + account.unnoted), at: nowMs };
  };
  const takeBack = (account: Account, units: number): void => {
    const { units: owed, at } = spentBy(account.spent, { limit: account.limit, nowMs: now() });
    account.spent = { units: Math.max(0, owed - units), at };
    account.unnoted = Math.max(0, account.unnoted - units);
  };
  return {
    /**
     * Spends units of the token's limit and of its workspace's: of both or, where one has too few left, of neither. `held`
     * are of them and were spent before: a refusal gives them back, or waiting as long as it says would not do. `later` takes
     * what is to be noted. Throws `rate_limited` with what is left and when.
     */
    spend(spender: Spender, { units, held = 0 }: Cost, later: (work: () => Promise<unknown>) => void): void {
      if (units === held) return;
      const nowMs = now();
      const both = [accountOf("token", spender), accountOf("workspace", spender)].filter(
        (account) => account !== undefined,
      );
      for (const account of both) takeBack(account, Math.min(held, account.limit));
      const outcomes = both.map((account) => {
        const { limit } = account;
        const outcome = spend(account.spent, { units, limit, nowMs });
        if (outcome.waitMs > 0) throw refusal(account, { ...outcome, units });
        return { account, outcome };
      });
      for (const { account, outcome } of outcomes) {
        account.spent = outcome.spent;
        account.unnoted += Math.min(units, account.limit);
        if (account.unnoted >= account.limit * NOTED_PART) later(() => note(account));
      }
    },
    /** Gives a workspace back what a token spent that turned out to be none of its: revoked, or of another epoch. */
    giveBack(spender: Spender, units: number): void {
      const account = accountOf("workspace", spender);
      if (account !== undefined) takeBack(account, units);
    },
  };
}
export type UnitLimits = ReturnType<typeof createUnitLimits>;
