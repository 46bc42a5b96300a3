import { operationsOf, type PlacedOperation } from "../../src/http/openapi/types.ts";
import type { Names } from "../../test/integration/isolation/places.ts";
import { ARGUMENTS } from "../../test/openapi/fuzz/fuzz-tools.ts";
import { type Random, seeded } from "../../test/openapi/fuzz/random.ts";
import { apiDocument } from "../../test/support/api-document.ts";
import { codeOf, problemOf, type Secret, SLOWEST_MS } from "./judge.ts";
import { type AttackScope, type Hostile, SCOPES } from "./places.ts";
import {
  type Attempt,
  hostileCall,
  hostileMessage,
  hostileRequest,
  type ListedTool,
  mcpRequest,
  refusedRequest,
  type Targets,
} from "./requests.ts";
import { curlOf, type Got, type Send, type Sent } from "./send.ts";

/** Each scope comes so often: those that reach further, more often. */
const TURNS: readonly AttackScope[] = [
  ...(["none", "forged", "ended", "read", "read", "narrow", "narrow"] as const),
  ...(["write", "write", "write", "write", "admin", "admin", "admin", "admin", "owner"] as const),
];
const MAX_PROBLEMS = 30;
const FIRST_REFUSAL = 400;

export interface Attacked {
  asked: number;
  /** Answers by status, `closed` where the connection ended without one. */
  readonly byStatus: Record<string, number>;
  readonly byKind: Record<string, number>;
  /** By operation or tool, then by scope: how often asked, and how often it did what it was asked. */
  readonly byOperation: Record<string, Record<string, readonly [number, number]>>;
  /** The slowest answer of each operation or tool, milliseconds, and to what. */
  readonly slowest: Record<string, readonly [number, string]>;
  /** The requests that took longer than `LONG_MS`, with when, milliseconds since 1970. */
  readonly long: { readonly began: number; readonly ended: number; readonly what: string }[];
  /** Answers that took too long, but not when they were asked for again. */
  late: number;
  /** Those that did three times. */
  readonly slow: string[];
  readonly problems: string[];
}

/** An operation or a tool, and how it is attacked. */
export interface Goal {
  readonly name: string;
  readonly attempt: (scope: AttackScope, targets: Targets, random: Random) => Attempt;
}

const ofOperation = (placed: PlacedOperation): Goal => ({
  name: placed.operation.operationId,
  attempt: (scope, targets, random) => {
    // Whoever owns the database may end the workspaces of all: only what is refused shows anything.
    const refused = scope === "owner" ? refusedRequest(placed, random) : undefined;
    const isHarmless = scope !== "owner" || placed.method === "get";
    if (refused === undefined && !isHarmless) return hostileMessage(random);
    return refused ?? hostileRequest(placed, targets, random);
  },
});

const ofTool = (tool: ListedTool): Goal => ({
  name: `mcp ${tool.name}`,
  attempt: (_, targets, random) => hostileCall(tool, ARGUMENTS[tool.name] ?? {}, { targets, random }),
});

/** Every operation of the API's own description, every tool that the server lists, and MCP itself. */
export async function goalsOf(send: Send, token: string): Promise<readonly Goal[]> {
  const listing = mcpRequest("list", Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/list"}'));
  const { text } = await send({
    ...listing,
    headers: { ...listing.headers, authorization: `Bearer ${token}` },
  });
  const { tools } = (JSON.parse(text) as { readonly result: { readonly tools: readonly ListedTool[] } })
    .result;
  const protocol: Goal = { name: "mcp", attempt: (_, __, random) => hostileMessage(random) };
  return [...operationsOf(apiDocument()).map(ofOperation), ...tools.map(ofTool), protocol];
}

export interface AttackPlan {
  readonly url: string;
  readonly send: Send;
  readonly goals: readonly Goal[];
  readonly victim: Names;
  /** Another workspace to attack from, after so many requests: little is left of the one before. */
  readonly open: (round: number) => Promise<Hostile>;
  readonly close: (hostile: Hostile) => Promise<unknown>;
  readonly secrets: readonly Secret[];
  readonly seed: number;
  readonly count: number;
  /** Requests under way at once. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
  /** No request begins later, milliseconds since 1970. */
  readonly endsAt: number;
  readonly onProgress?: (asked: number) => void;
  readonly onProblem?: (problem: string) => void;
}

/** Requests from one workspace. */
const ROUND = 4_000;

/** Shorter requests are not what another tenant waited for. */
const LONG_MS = 50;

/** Sends so many hostile requests, each made of the seed and its number, and judges every answer. */
export async function attackAll(plan: AttackPlan): Promise<Attacked> {
  const attacked: Attacked = {
    ...{
      asked: 0,
      byStatus: {},
      byKind: {},
      byOperation: {},
      slowest: {},
      long: [],
      late: 0,
      slow: [],
      problems: [],
    },
  };
  const isOver = (): boolean =>
    attacked.problems.length >= MAX_PROBLEMS || plan.signal.aborted || Date.now() >= plan.endsAt;
  for (let round = 0; attacked.asked < plan.count && !isOver(); round++) {
    const hostile = await plan.open(round);
    const end = Math.min(plan.count, (round + 1) * ROUND);
    const late: Late[] = [];
    const attack = async (): Promise<void> => {
      while (attacked.asked < end && !isOver()) {
        const number = attacked.asked++;
        await one(plan, hostile, { attacked, number, late });
        plan.onProgress?.(number + 1);
      }
    };
    await Promise.all(Array.from({ length: plan.atOnce }, attack));
    for (const { sent, shown } of late)
      if (await isSlowAgain(plan.send, sent)) attacked.slow.push(shown);
      else attacked.late++;
    await plan.close(hostile);
  }
  return attacked;
}

/** The request of a number: the same for the same seed and workspaces. */
function requestOf({ goals, victim, seed }: AttackPlan, { place, tokens }: Hostile, number: number) {
  const random = seeded(seed * 1_000_003 + number);
  const goal = goals[number % goals.length] as Goal;
  const scope = TURNS[Math.floor(number / goals.length) % TURNS.length] as AttackScope;
  const attempt = goal.attempt(scope, { own: place.names, theirs: victim }, random);
  const token = tokens[scope];
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...attempt.headers };
  return { goal, scope, kind: attempt.kind, sent: { ...attempt, headers } satisfies Sent };
}

/** A request that took too long, to be asked again when nothing else is under way. */
interface Late {
  readonly sent: Sent;
  readonly shown: string;
}

interface Turn {
  readonly attacked: Attacked;
  readonly number: number;
  readonly late: Late[];
}

async function one(plan: AttackPlan, hostile: Hostile, { attacked, number, late }: Turn): Promise<void> {
  const { goal, scope, kind, sent } = requestOf(plan, hostile, number);
  const shown = (problem: string): string =>
    `request ${number}, ${goal.name} by ${scope}, ${kind}: ${problem}\n  ${curlOf(plan.url, sent, scope)}`;
  const told = (problem: string): void => {
    attacked.problems.push(shown(problem));
    plan.onProblem?.(shown(problem));
  };
  try {
    const got = await plan.send(sent);
    count(attacked, { name: goal.name, scope, kind }, got);
    if (got.ms > (attacked.slowest[goal.name]?.[0] ?? 0))
      attacked.slowest[goal.name] = [got.ms, `by ${scope}, ${kind}, request ${number}`];
    const ended = Date.now();
    if (got.ms > LONG_MS)
      attacked.long.push({
        began: ended - got.ms,
        ended,
        what: `${goal.name} by ${scope}, ${kind}, request ${number}`,
      });
    const isCut = got.status === undefined && !["huge", "header", "address"].includes(kind);
    const secrets =
      scope === "owner" ? plan.secrets.filter(({ isOwners }) => isOwners !== true) : plan.secrets;
    const problem = isCut ? "the connection ended without an answer" : problemOf(sent, got, secrets);
    if (problem !== undefined) told(problem);
    if (got.ms > SLOWEST_MS) late.push({ sent, shown: shown(`three times over ${SLOWEST_MS} ms`) });
  } catch (error) {
    told(error instanceof Error ? error.message : String(error));
  }
}

/** Whether an answer that took too long does so by itself, and not by what was beside it: asked again alone, twice. */
async function isSlowAgain(send: Send, sent: Sent): Promise<boolean> {
  for (let times = 0; times < 2; times++) if ((await send(sent)).ms <= SLOWEST_MS) return false;
  return true;
}

function count(
  { byStatus, byKind, byOperation }: Attacked,
  { name, scope, kind }: { readonly name: string; readonly scope: AttackScope; readonly kind: string },
  { status, text }: Got,
): void {
  const shown = String(status ?? "closed");
  byStatus[shown] = (byStatus[shown] ?? 0) + 1;
  byKind[kind] = (byKind[kind] ?? 0) + 1;
  const scopes = byOperation[name] ?? {};
  byOperation[name] = scopes;
  const [asked, done] = scopes[scope] ?? [0, 0];
  const isDone = status !== undefined && status < FIRST_REFUSAL && codeOf(text) === undefined;
  scopes[scope] = [asked + 1, done + (isDone ? 1 : 0)];
}

/** Of all goals so many must have done what they were asked at least once; an owner's are only refused, on purpose. */
const LEAST_DONE = 0.75;
/** Fewer requests do not come to every goal by every scope. */
export const JUDGED_FROM = 10_000;
/** Of all answers so many may be refusals of a limit. */
const MOST_LIMITED = 0.01;

/** What the attack did not get to, so that what it did not find says little. */
export function problemsOfReach(
  { asked, byOperation, byStatus }: Attacked,
  goals: readonly Goal[],
): readonly string[] {
  if (asked < JUDGED_FROM) return [];
  const scopesOf = (name: string) => byOperation[name] ?? {};
  const missing = goals.flatMap(({ name }) => {
    const scopes = SCOPES.filter((scope) => scopesOf(name)[scope] === undefined);
    return scopes.length === 0 ? [] : [`${name} was not asked by ${scopes.join(", ")}`];
  });
  const idle = neverDone({ byOperation }, goals);
  const isLimited = (byStatus["429"] ?? 0) > asked * MOST_LIMITED;
  return [
    ...missing,
    ...(idle.length > goals.length * (1 - LEAST_DONE)
      ? [`never did what they were asked: ${idle.join(", ")}`]
      : []),
    ...(isLimited ? [`${byStatus["429"]} requests met a limit: the routes behind it were not reached`] : []),
  ];
}

/** Operations and tools that never did what they were asked. */
export const neverDone = (
  { byOperation }: Pick<Attacked, "byOperation">,
  goals: readonly Goal[],
): readonly string[] =>
  goals.flatMap(({ name }) =>
    Object.values(byOperation[name] ?? {}).some(([, done]) => done > 0) ? [] : [name],
  );
