import { isRead } from "../../src/http/authenticate.ts";
import type { CaseRequest, CaseScope } from "../../test/integration/isolation/case.ts";
import { CASES } from "../../test/integration/isolation/cases.ts";
import type { Place } from "../../test/integration/isolation/places.ts";
import { parting, shape, told } from "../../test/integration/isolation/shape.ts";
import { type Random, seeded } from "../../test/openapi/fuzz/random.ts";
import type { Places } from "./places.ts";
import type { Got, Send } from "./send.ts";

const SCOPES = ["read", "write", "admin"] as const;
const RANK: Readonly<Record<CaseScope, number>> = { read: 0, write: 1, admin: 2, owner: 3 };
const MAX_PROBLEMS = 10;
const RATE_LIMITED = 429;

export interface Compared {
  /** Requests, half of them for what somebody else has, half for what never was. */
  asked: number;
  /** Pairs that a limit kept from being compared. */
  limited: number;
  /** Milliseconds of the two halves, pair by pair. */
  readonly theirs: number[];
  readonly never: number[];
  readonly problems: string[];
}

interface Pair {
  readonly name: string;
  readonly method: string;
  readonly scope: (typeof SCOPES)[number];
  readonly theirs: CaseRequest;
  readonly never: CaseRequest;
}

/** Every case of the isolation of workspaces, with each scope that may ask. */
async function pairsOf(
  { victim, never }: Places,
  recalls: readonly [string, string],
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (const [name, { scope: needed, ask }] of Object.entries(CASES)) {
    const own = (at: 0 | 1) => ({ memory: "", recall: recalls[at] });
    const [asked, inVain] = [await ask(victim.names, own(0)), await ask(never.names, own(1))];
    const method = name.split(" ")[0] ?? "";
    for (const [at, theirs] of asked.entries())
      for (const scope of SCOPES.filter((one) => RANK[one] >= RANK[needed] && (at === 0 || one === needed)))
        pairs.push({ name, method, scope, theirs, never: inVain[at] as CaseRequest });
  }
  return pairs;
}

/** Times of one twin's things are not those of the other's. */
const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+Z|\b1[789]\d{11}\b/g;

const shapeOf = ({ text }: Got): string => {
  try {
    return shape(JSON.parse(text.replace(TIMES, "0")));
  } catch {
    return text;
  }
};

/** Headers by name; a bookmark, which is sealed for its token, by its length. */
const headersOf = ({ headers }: Got): string =>
  Object.entries(headers)
    .filter(([name]) => name !== "date" && name !== "content-length")
    .map(([name, value]) => `${name}: ${name === "x-recall-bookmark" ? String(value).length : value}`)
    .toSorted()
    .join("\n");

/** How an answer about somebody else's things is another one than that about what never was. */
function difference(victim: Place, pair: Pair, [got, wanted]: readonly [Got, Got]): string | undefined {
  const marks = told(victim.names, got.text, pair.theirs);
  if (marks.length > 0) return `tells ${marks.join()}`;
  if (got.status !== wanted.status) return `${got.status}, and ${wanted.status} for what never was`;
  // What was written has ids and times of its own; test/integration/access/isolation.long.test.ts compares it.
  if (!isRead(pair.method, `/v1${pair.theirs.path}`)) return undefined;
  // It holds the asker's own requests, which are counted together by the minute: the two are not asked in the same one.
  if (pair.name.startsWith("GET /v1/access-log")) return undefined;
  const parts = [
    [shapeOf(got), shapeOf(wanted)],
    [headersOf(got), headersOf(wanted)],
  ] as const;
  const parted = parts.find(([one, other]) => one !== other);
  return parted && parting(...parted);
}

export interface ComparePlan {
  readonly count: number;
  readonly seed: number;
  /** No round begins later, milliseconds since 1970. */
  readonly endsAt: number;
  readonly signal: AbortSignal;
}

/**
 * Asks one of two workspaces, which hold the same, for the victim's things, the other for things that never were: so many
 * requests, in any order. What comes back must not differ but in time.
 */
export async function comparePairs(
  send: Send,
  places: Places,
  { count, seed, signal, endsAt }: ComparePlan,
): Promise<Compared> {
  const compared: Compared = { asked: 0, limited: 0, theirs: [], never: [], problems: [] };
  const random = seeded(seed);
  const recalls = [await recallOf(places, 0), await recallOf(places, 1)] as const;
  const pairs = await pairsOf(places, recalls);
  const isOver = (): boolean =>
    compared.problems.length >= MAX_PROBLEMS || signal.aborted || Date.now() >= endsAt;
  const reads = pairs.filter(({ method, theirs }) => isRead(method, `/v1${theirs.path}`));
  while (compared.asked < count && !isOver())
    for (const pair of shuffled(reads, random).slice(0, (count - compared.asked) / 2))
      await compare(send, places, { compared, pair, isFirst: random.next() < 0.5 });
  // What changes the two is asked once, in the order that its cases are made for, and changes them for good.
  for (const pair of pairs.filter((one) => !reads.includes(one)))
    if (!isOver()) await compare(send, places, { compared, pair, isFirst: random.next() < 0.5 });
  return compared;
}

const recallOf = async ({ client, twins }: Places, at: 0 | 1): Promise<string> =>
  (await client.call("GET", "/v1/recalls", { token: twins[at].tokens.admin })).body.recalls.at(-1).recallId;

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const placed = items.map((item) => ({ item, at: random.next() }));
  return placed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

async function compare(
  send: Send,
  { victim, twins }: Places,
  {
    compared,
    pair,
    isFirst,
  }: { readonly compared: Compared; readonly pair: Pair; readonly isFirst: boolean },
): Promise<void> {
  const { method, scope } = pair;
  const ask = (at: 0 | 1): Promise<Got> => {
    const { path, body } = at === 0 ? pair.theirs : pair.never;
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const headers = { authorization: `Bearer ${twins[at].tokens[scope]}`, ...type };
    const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
    return send({ method, path: `/v1${path}`, headers, body: bytes });
  };
  // Whichever comes first warms what both use.
  const early = await ask(isFirst ? 0 : 1);
  const late = await ask(isFirst ? 1 : 0);
  const got = isFirst ? ([early, late] as const) : ([late, early] as const);
  compared.asked += got.length;
  if (got.some(({ status }) => status === RATE_LIMITED)) {
    compared.limited += 1;
    return;
  }
  compared.theirs.push(got[0].ms);
  compared.never.push(got[1].ms);
  const problem = difference(victim, pair, got);
  if (problem !== undefined)
    compared.problems.push(`${pair.name} by ${scope}, ${JSON.stringify(pair.theirs)}: ${problem}`);
}
