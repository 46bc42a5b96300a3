import { setTimeout as delay } from "node:timers/promises";
import { aftermathOf, type Found } from "./aftermath.ts";
import { type Attacked, attackAll, goalsOf, neverDone, problemsOfReach } from "./attack-all.ts";
import { type Flood, flood } from "./flood.ts";
import type { Secret } from "./judge.ts";
import { type Compared, comparePairs } from "./pairs.ts";
import { clientOf, fillServer, openHostile, type Places, removeWorkspace } from "./places.ts";
import { sender } from "./send.ts";
import { type AttackedServer, serveAttacked } from "./server.ts";
import { problemsOfVictim, type VictimOrder, type VictimReport, watchVictim } from "./watched-victim.ts";

/** Requests under way at once: more would only wait for the one thread of the server. */
const AT_ONCE = 4;
/** Of ten hostile requests one more asks for another's things. */
const PAIRS_SHARE = 0.1;
/** A runtime that has to wait for a core longer than this share of its time says nothing of how fast it is. */
const MOST_WAITING = 0.25;
const FLOOD_MS = 20_000;
/** A machine that answers 15 of the dearest searches in a second comes to the limit within two minutes. */
const LONGEST_FLOOD_MS = 120_000;
/** What another tenant is compared with. */
const ALONE_MS = 6_000;
const STEPS = 10;
/** What comes after the hostile requests, of the time for all of it. */
const LATER_SHARE = 0.25;
/** What comes after the comparing, milliseconds. */
const LOOKING_MS = 60_000;

/** Within the runtime's isolate, caches and its database's pages: bytes. */
const MAX_RESIDENT = 1_500_000_000;

/** Nothing is limited, so that every route is reached. */
const WITHOUT_LIMITS = { TOKEN_UNITS_PER_MINUTE: "0", WORKSPACE_UNITS_PER_MINUTE: "0" };

/**
 * What a deployment's token and workspace may spend in a minute. A server on one's own machine lets a token do ten times as
 * much: only its owner would wait.
 */
const TOKEN_UNITS = 600;
const DEPLOYED_LIMITS = { TOKEN_UNITS_PER_MINUTE: `${TOKEN_UNITS}`, WORKSPACE_UNITS_PER_MINUTE: "3000" };

export interface AttackWish {
  /** A folder of its own. */
  readonly work: string;
  readonly requests: number;
  readonly seed: number;
  /** When all of it is to be over, milliseconds since 1970. */
  readonly endsAt: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Lets the server and the other tenant go first, which run by then. */
  readonly becomeNice: () => void;
}

export interface AttackReport {
  readonly attacked: Attacked;
  /** Operations and tools that never did what they were asked. */
  readonly idle: readonly string[];
  readonly attackSeconds: number;
  /** Another tenant, when nobody attacked and when somebody did. */
  readonly alone: VictimReport;
  readonly victim: VictimReport;
  readonly compared: Compared;
  readonly found: readonly Found[];
  /** Bytes: when the attack began, the most, and when all was over. */
  readonly resident: readonly [number, number, number];
  /** Share of the runtime's time that it waited for a core, in the attack and in the flood: beyond a quarter no time is judged. */
  readonly waited: readonly [number, number];
  readonly flooded: Flood;
  readonly floodVictim: VictimReport;
  readonly problems: readonly string[];
}

/** All phases, on a server without limits and then on the same home with those of a deployment. Throws where it was stopped. */
export async function attack(wish: AttackWish): Promise<AttackReport> {
  const { places, ...first } = await served(wish, WITHOUT_LIMITS, (server) => withoutLimits(server, wish));
  const { problems, floodWaited, ...second } = await served(wish, DEPLOYED_LIMITS, (server) =>
    withLimits(server, { places, alone: first.alone }, wish),
  );
  const waited = [first.attackWaited, floodWaited] as const;
  return { ...first, ...second, waited, problems: [...first.problems, ...problems] };
}

async function served<Seen>(
  { work }: AttackWish,
  settings: Readonly<Record<string, string>>,
  see: (server: AttackedServer) => Promise<Seen>,
): Promise<Seen> {
  const server = await serveAttacked(work, settings);
  try {
    return await see(server);
  } finally {
    await server.stop();
  }
}

async function withoutLimits(server: AttackedServer, wish: AttackWish) {
  const { say, signal, seed, requests, endsAt } = wish;
  const places = await fillServer(server);
  const looked = await aftermathOf(places);
  const alone = await victimAlone(orderFor(server, places, "quiet"));
  const watched = watchVictim(orderFor(server, places, "attack"));
  wish.becomeNice();
  const { send, close } = sender(server.url, AT_ONCE);
  try {
    const began = performance.now();
    const waitedSince = server.waiting();
    const { attacked, goals } = await hostileRequests(server, places, { ...wish, send });
    const attackSeconds = (performance.now() - began) / 1_000;
    const victim = await watched.end();
    const attackWaited = waitedSince();
    say("asking for another's things");
    const compared = await comparePairs(send, places, {
      count: Math.ceil(requests * PAIRS_SHARE),
      seed,
      signal,
      endsAt: endsAt - LOOKING_MS,
    });
    signal.throwIfAborted();
    const found = await looked([...alone.remembered, ...victim.remembered]);
    const resident = residentOf(server);
    const problems = [
      ...tooFew("hostile requests", attacked.asked, requests),
      ...tooFew("requests for another's things", compared.asked, requests * PAIRS_SHARE),
      ...attacked.problems,
      ...problemsOfReach(attacked, goals),
      ...problemsOfVictim("attack", victim, {
        ...{ alone, atOnce: AT_ONCE, isJudged: attackWaited <= MOST_WAITING },
      }),
      ...(attackWaited <= MOST_WAITING ? attacked.slow : []),
      ...compared.problems.map((one) => `another's things: ${one}`),
      ...(compared.limited > compared.asked / 100
        ? [`another's things: ${compared.limited} pairs met a limit`]
        : []),
      ...found.flatMap((one) => one.problems),
      ...problemsOfServer(server),
    ];
    const idle = neverDone(attacked, goals);
    return {
      places,
      attackWaited,
      idle,
      attacked,
      attackSeconds,
      alone,
      victim,
      compared,
      found,
      resident,
      problems,
    };
  } finally {
    watched.kill();
    close();
  }
}

async function victimAlone(order: VictimOrder): Promise<VictimReport> {
  const watched = watchVictim(order);
  await delay(ALONE_MS);
  return watched.end();
}

const tooFew = (what: string, made: number, wanted: number): readonly string[] =>
  made < Math.floor(wanted / 2) * 2 ? [`${made} of ${wanted} ${what} in the time that there was`] : [];

/** What another tenant does at each time; no two of them remember the same. */
const ORDERS = {
  quiet: { from: 0, paceMs: 50 },
  attack: { from: 100_000, paceMs: 100 },
  flood: { from: 200_000, paceMs: 250 },
} as const;

const orderFor = ({ url }: AttackedServer, { victim }: Places, name: keyof typeof ORDERS): VictimOrder => ({
  ...{ url, name, ...ORDERS[name], token: victim.tokens.write },
});

const residentOf = ({ resident }: AttackedServer): AttackReport["resident"] => [
  ...([resident[0] ?? 0, Math.max(0, ...resident)] as const),
  resident.at(-1) ?? 0,
];

function problemsOfServer(server: AttackedServer): readonly string[] {
  const [, most] = residentOf(server);
  return [
    ...(server.isSame() ? [] : ["the runtime ended during the attack"]),
    ...(most > MAX_RESIDENT ? [`the runtime took ${most} bytes of memory, at most ${MAX_RESIDENT}`] : []),
  ];
}

const secretsOf = ({ secret }: AttackedServer, { victim }: Places): readonly Secret[] => [
  { what: "the signing secret", text: secret },
  { what: "another workspace's text", text: victim.names.content, isOwners: true },
];

async function hostileRequests(
  server: AttackedServer,
  places: Places,
  { send, seed, requests, signal, say, endsAt }: AttackWish & Pick<ReturnType<typeof sender>, "send">,
) {
  const { client, victim } = places;
  const goals = await goalsOf(send, victim.tokens.read);
  const step = Math.ceil(requests / STEPS);
  const attacked = await attackAll({
    ...{ url: server.url, send, goals, victim: victim.names, seed, signal, atOnce: AT_ONCE, count: requests },
    secrets: secretsOf(server, places),
    open: (round) => openHostile(client, round),
    close: ({ place }) => removeWorkspace(client, place.names.slug),
    endsAt: endsAt - (endsAt - Date.now()) * LATER_SHARE,
    onProgress: (asked) => {
      if (asked % step === 0) say(`${asked} asked`);
    },
    onProblem: say,
  });
  return { attacked, goals };
}

/** The same database under the limits of a deployment. */
async function withLimits(
  server: AttackedServer,
  { places, alone }: { readonly places: Places; readonly alone: VictimReport },
  { say, signal }: AttackWish,
) {
  const client = clientOf(server);
  say("a flood under the limits of a deployment");
  const watched = watchVictim(orderFor(server, places, "flood"));
  const { send, close } = sender(server.url, AT_ONCE);
  try {
    const { place } = await openHostile(client, 1_000_000);
    const secrets = secretsOf(server, places);
    const waitedSince = server.waiting();
    const flooded = await flood({
      ...{ send, place, secrets, signal, atOnce: AT_ONCE, unitsPerMinute: TOKEN_UNITS },
      ...{ ms: FLOOD_MS, longestMs: LONGEST_FLOOD_MS },
    });
    const floodVictim = await watched.end();
    const floodWaited = waitedSince();
    const isJudged = floodWaited <= MOST_WAITING;
    signal.throwIfAborted();
    const problems = [
      ...flooded.problems,
      ...(isJudged && flooded.answered < flooded.allowed && flooded.refused === 0
        ? [`flood: ${flooded.answered} answers are none, ${flooded.allowed} were allowed in that time`]
        : []),
      ...problemsOfVictim("flood", floodVictim, {
        ...{ alone, atOnce: AT_ONCE, isJudged },
      }),
      ...problemsOfServer(server),
    ];
    return { flooded, floodVictim, floodWaited, problems };
  } finally {
    watched.kill();
    close();
  }
}
