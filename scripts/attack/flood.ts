import type { Place } from "../../test/integration/isolation/places.ts";
import { codeOf, problemOf, type Secret } from "./judge.ts";
import type { Send, Sent } from "./send.ts";

/** Longest query that a search takes, characters. */
const QUERY_CHARS = 2_000;
const RATE_LIMITED = 429;
/** A limit that lets go later than this is not waited for, seconds. */
const LONGEST_WAIT = 60;
const MS_PER_MINUTE = 60_000;

export interface Flood {
  readonly asked: number;
  readonly answered: number;
  /** What its limit allows in that time: below it nothing has to be refused. */
  readonly allowed: number;
  readonly refused: number;
  /** Longest `retry-after`, seconds; 0 where nothing was refused. */
  readonly retryAfter: number;
  readonly problems: readonly string[];
}

/** The search that costs most of those that are allowed: words that are there, many phrases, every arm, all hits explained. */
export function dearestSearch({ names, tokens }: Place): Sent {
  const words = `"harbour pilot" lighthouse keeper ${names.content} Ana Lopez gate clockwork letters `;
  const body = {
    ...{
      query: words
        .repeat(QUERY_CHARS)
        .slice(0, QUERY_CHARS - 1)
        .replace(/"[^"]*$/, ""),
      limit: 100,
    },
    ...{ profile: "dual", explain: true, session: names.session },
  };
  const headers = { authorization: `Bearer ${tokens.read}`, "content-type": "application/json" };
  return { method: "POST", path: "/v1/search", headers, body: Buffer.from(JSON.stringify(body)) };
}

export interface FloodPlan {
  /** What the token may spend in a minute; the search costs one. */
  readonly unitsPerMinute: number;
  readonly send: Send;
  readonly place: Place;
  readonly secrets: readonly Secret[];
  /** Requests under way at once. */
  readonly atOnce: number;
  /** For how long, milliseconds … */
  readonly ms: number;
  /** … or longer, until it is refused: a slow machine takes its time to answer as many as it may. */
  readonly longestMs: number;
  readonly signal: AbortSignal;
}

/** Sends the dearest search again and again, however often it is refused, and afterwards waits as it was told to. */
export async function flood(plan: FloodPlan): Promise<Flood> {
  const { send, place, secrets, atOnce, signal } = plan;
  const sent = dearestSearch(place);
  const began = Date.now();
  const isOver = (): boolean =>
    signal.aborted || Date.now() - began >= (refused > 0 ? plan.ms : plan.longestMs);
  const problems = new Set<string>();
  let [asked, answered, refused, retryAfter] = [0, 0, 0, 0];
  const pour = async (): Promise<void> => {
    while (!isOver()) {
      const got = await send(sent);
      asked += 1;
      if (got.status === 200) answered += 1;
      const problem = problemOf(sent, got, secrets);
      if (problem !== undefined) problems.add(problem);
      if (got.status !== RATE_LIMITED) continue;
      refused += 1;
      const seconds = Number(got.headers["retry-after"]);
      if (!(Number.isInteger(seconds) && seconds > 0))
        problems.add(`429 ${codeOf(got.text)} without retry-after`);
      else retryAfter = Math.max(retryAfter, seconds);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, pour));
  const allowed = Math.ceil(plan.unitsPerMinute * (1 + (Date.now() - began) / MS_PER_MINUTE));
  if (refused === 0 && answered > allowed)
    problems.add(`a token that floods was never refused: ${answered} answers, ${allowed} allowed`);
  if (retryAfter > 0 && retryAfter <= LONGEST_WAIT && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000));
    const { status } = await send(sent);
    if (status !== 200)
      problems.add(`after ${retryAfter} s, as it was told, the token was answered ${status}`);
  }
  return {
    asked,
    answered,
    allowed,
    refused,
    retryAfter,
    problems: [...problems].map((one) => `flood: ${one}`),
  };
}
