import type { Place } from "../../test/integration/isolation/places.ts";
import { codeOf, problemOf, type Secret } from "./judge.ts";
import type { Send, Sent } from "./send.ts";

/** Longest query that a search takes, characters. */
const QUERY_CHARS = 2_000;
const RATE_LIMITED = 429;
/** A limit that lets go later than this is not waited for, seconds. */
const LONGEST_WAIT = 60;

export interface Flood {
  readonly asked: number;
  readonly answered: number;
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
  readonly send: Send;
  readonly place: Place;
  readonly secrets: readonly Secret[];
  /** Requests under way at once, and for how long, milliseconds. */
  readonly atOnce: number;
  readonly ms: number;
  readonly signal: AbortSignal;
}

/** Sends the dearest search again and again, however often it is refused, and afterwards waits as it was told to. */
export async function flood({ send, place, secrets, atOnce, ms, signal }: FloodPlan): Promise<Flood> {
  const sent = dearestSearch(place);
  const endsAt = Date.now() + ms;
  const problems = new Set<string>();
  let [asked, answered, refused, retryAfter] = [0, 0, 0, 0];
  const pour = async (): Promise<void> => {
    while (Date.now() < endsAt && !signal.aborted) {
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
  if (refused === 0) problems.add("a token that floods was never refused");
  if (retryAfter > 0 && retryAfter <= LONGEST_WAIT && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000));
    const { status } = await send(sent);
    if (status !== 200)
      problems.add(`after ${retryAfter} s, as it was told, the token was answered ${status}`);
  }
  return { asked, answered, refused, retryAfter, problems: [...problems].map((one) => `flood: ${one}`) };
}
