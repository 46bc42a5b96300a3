import { SECRET, type TestClient } from "../../support/client.ts";
import { knownToken } from "../../support/known-token.ts";

/** A memory as its only writer knows it. */
export interface Own {
  readonly id: string;
  text: string;
  /** A word that no other memory has. */
  word: string;
  times: number;
}

/** What an agent was told, and must hold. */
export interface Agent {
  readonly name: number;
  readonly session: string;
  readonly client: TestClient;
  readonly token: string;
  /** 0 up to but without 1, the same in every run. */
  readonly random: () => number;
  readonly live: Own[];
  /** Ids that left the index, and how they read with their history: superseded, or gone. */
  readonly left: Map<string, "superseded" | "gone">;
  /** How often each text that all agents have was acknowledged. */
  readonly shared: Map<string, number>;
  /** Writes so far: names the next text and the next key. */
  count: number;
}

export const SHARED_TEXTS = [
  "The harbour gate closes at nine.",
  "Deploys happen on Fridays, after the tests.",
  "The kiln needs 1240 degrees.",
  "Herons nest in the old oak by the weir.",
  "The backup runs at three in the night.",
];

/** A generator of its own, so that a failure can be seen again (mulberry32, Tommy Ettinger, public domain). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** An agent with an isolate and a token of its own. */
export async function createAgent(
  name: number,
  {
    client,
    database,
    workspace,
    shared,
  }: {
    client: TestClient;
    database: D1Database;
    workspace: number;
    shared: Map<string, number>;
  },
): Promise<Agent> {
  const token = await knownToken(database, SECRET, { workspace, scope: "write" });
  const random = randomFrom(name + 1);
  const own = { live: [], left: new Map(), count: 0 };
  return { name, session: `session-${name % 5}`, client, token, random, shared, ...own };
}

const SYLLABLES = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu"];

/** A word for a number: no two have the same stem, none is a misspelling of another's for being written as it is. */
const wordOf = (number: number): string =>
  [...String(number).padStart(6, "0")].map((digit) => SYLLABLES[Number(digit)]).join("");

/** A text that nobody else writes, with a number that keeps it from meaning the same as another. */
function freshText(agent: Agent): { readonly text: string; readonly word: string } {
  agent.count += 1;
  const number = agent.name * 10_000 + agent.count;
  const word = wordOf(number);
  return { text: `Report ${number}: the ${word} valve was found open by the night watch.`, word };
}

/** A call that must be acknowledged; anything but 200 ends the test. */
async function ask(
  { client, token }: Agent,
  [method, path, body]: readonly [string, string, object?],
  key?: string,
) {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  const answer = await client.call(method, `/v1${path}`, { token, headers, body });
  if (answer.status !== 200)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** The same write again under its key: told what was told before, unless somebody's deletion for good has dropped all kept answers. */
async function repeat(
  { client, token }: Agent,
  [method, path, body]: readonly [string, string, object],
  { key, first }: { readonly key: string; readonly first: unknown },
): Promise<void> {
  const headers = { "idempotency-key": key };
  const again = await client.call(method, `/v1${path}`, { token, headers, body });
  if (again.status === 409 && again.body.error.code === "idempotency_done") return;
  expectThat(again.headers.get("idempotent-replay") === "true", `${key} was carried out twice`);
  expectThat(JSON.stringify(again.body) === JSON.stringify(first), `${key} was answered otherwise`);
}

const anyOf = <Item>({ random }: Agent, items: readonly Item[]): Item | undefined =>
  items[Math.floor(random() * items.length)];

const expectThat = (holds: boolean, message: string): void => {
  if (!holds) throw new Error(message);
};

async function remember(agent: Agent, supersedes?: string): Promise<Own> {
  const { text, word } = freshText(agent);
  const body = {
    text,
    session: agent.session,
    tags: [`agent-${agent.name}`],
    ...(supersedes && { supersedes }),
  };
  const { body: answer } = await ask(agent, ["POST", "/memories", body]);
  expectThat(answer.action === "created", `${text} was ${answer.action}`);
  const own = { id: answer.memory.id, text, word, times: 1 };
  agent.live.push(own);
  return own;
}

const drop = (agent: Agent, own: Own, state: "superseded" | "gone"): void => {
  agent.live.splice(agent.live.indexOf(own), 1);
  agent.left.set(own.id, state);
};

/**
 * Finds one of its memories by the word that only it has, as soon as it was acknowledged, and says that it helped. Where
 * meaning counts too, a text whose embedding is still to come may stand behind the others.
 */
async function findOwn(agent: Agent, own: Own): Promise<void> {
  const request = { query: `${own.word} valve`, session: agent.session, limit: 5 };
  await ask(agent, ["POST", "/search", request]);
  const { body } = await ask(agent, ["POST", "/search", { ...request, profile: "keyword" }]);
  const rank = body.hits.findIndex(({ path }: { path: string }) => path === own.id);
  expectThat(rank !== -1, `${own.text} was not found`);
  const hit = { recallId: body.recallId, chunk: rank + 1 };
  // A vote that is changed counts once; one that stayed down would hide it from the next search.
  if (agent.random() < 0.5) await ask(agent, ["POST", "/feedback", { ...hit, value: "down" }]);
  await ask(agent, ["POST", "/feedback", { ...hit, value: "up" }]);
}

type Action = (agent: Agent, own: Own) => Promise<unknown>;

/** What an agent does, each as likely as the others. */
const ACTIONS: readonly Action[] = [
  (agent) => remember(agent),
  async (agent) => {
    const text = anyOf(agent, SHARED_TEXTS) ?? "";
    const body = { text: agent.random() < 0.5 ? text : text.replace(/\.$/, ""), session: agent.session };
    await ask(agent, ["POST", "/memories", body]);
    agent.shared.set(text, (agent.shared.get(text) ?? 0) + 1);
  },
  async (agent, own) => {
    const { body } = await ask(agent, ["POST", "/memories", { text: own.text }]);
    own.times += 1;
    expectThat(body.mergedInto === own.id, `${own.text} was merged into ${body.mergedInto}`);
  },
  async (agent, own) => {
    agent.count += 1;
    const key = `key-${agent.name}-${agent.count}`;
    const write = ["POST", "/memories", { text: own.text }] as const;
    const first = await ask(agent, write, key);
    own.times += 1;
    await repeat(agent, write, { key, first: first.body });
  },
  async (agent, own) => {
    const { text, word } = freshText(agent);
    await ask(agent, ["PATCH", `/memories/${own.id}`, { text, importance: agent.random() }]);
    Object.assign(own, { text, word });
  },
  async (agent, own) => {
    await remember(agent, own.id);
    drop(agent, own, "superseded");
  },
  async (agent, own) => {
    await ask(agent, ["DELETE", `/memories/${own.id}`]);
    await ask(agent, ["POST", `/memories/${own.id}/undo`]);
    await findOwn(agent, own);
  },
  async (agent, own) => {
    await ask(agent, ["DELETE", `/memories/${own.id}${agent.random() < 0.5 ? "?now=true" : ""}`]);
    drop(agent, own, "gone");
  },
  findOwn,
  findOwn,
];

/** One thing after another, as long as `goesOn` says so. Answers how many. */
export async function work(agent: Agent, goesOn: (done: number) => boolean): Promise<number> {
  let done = 0;
  for (; goesOn(done); done++) {
    const own = anyOf(agent, agent.live) ?? (await remember(agent));
    await anyOf(agent, ACTIONS)?.(agent, own);
  }
  return done;
}
