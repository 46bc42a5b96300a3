import { expect } from "vitest";
import { checkIndex } from "../../faults/check-index.ts";
import type { SimulatedWorld } from "../../support/worlds/world.ts";
import { type Agent, createAgent, SHARED_TEXTS, work } from "./agent.ts";

const AGENTS = 20;
const LATER_MS = 600_000;
const FEWEST_SWEEPS = 4;
const MOST_SWEEPS = 50;

interface Read {
  readonly id: string;
  readonly text: string;
  readonly timesObserved: number;
}

/** Twenty agents at once in one workspace, beside them the queue and cron; then all that they were told must hold. */
export async function runAgents(world: SimulatedWorld, goesOn: (done: number) => boolean): Promise<number> {
  const admin = await world.client.workspace("agents");
  const num = await world.database
    .prepare("SELECT num FROM workspaces WHERE slug = 'agents'")
    .first<number>("num");
  const shared = new Map<string, number>();
  const parts = () => ({ client: world.isolate(), database: world.database, workspace: num ?? 0, shared });
  const agents = await Promise.all(Array.from({ length: AGENTS }, (_, name) => createAgent(name, parts())));
  let isDone = false;
  const background = async () => {
    const client = world.isolate();
    while (!isDone) {
      world.clock.advance(1_000);
      await client.sweep();
    }
  };
  const working = Promise.all(agents.map((agent) => work(agent, goesOn))).finally(() => {
    isDone = true;
  });
  const [counts] = await Promise.all([working, background()]);
  await sweepUntilQuiet(world);
  await checkAgents(world, agents, admin);
  expect(await checkIndex(world.database, world.vectorize)).toEqual([]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Sweeps until no vector waits for anything: how much is left when the agents stop depends on the machine. */
async function sweepUntilQuiet({ client, clock, database }: SimulatedWorld): Promise<void> {
  const waiting = database.prepare(
    "SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM sent_calls)",
  );
  let left = 0;
  for (let sweep = 0; sweep < FEWEST_SWEEPS || (left > 0 && sweep < MOST_SWEEPS); sweep++) {
    clock.advance(LATER_MS);
    await client.sweep();
    left = Object.values((await waiting.first<Record<string, number>>()) ?? {})[0] ?? 0;
  }
}

async function listAll(world: SimulatedWorld, token: string): Promise<readonly Read[]> {
  const read: Read[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await world.client.call("GET", `/v1/memories?limit=100&sort=created${page}`, { token });
    read.push(...body.memories);
    cursor = body.nextCursor;
  }
  return read;
}

async function failedChecks(world: SimulatedWorld, token: string): Promise<readonly unknown[]> {
  const failed: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await world.client.call("GET", `/v1/audit?full=true${page}`, { token });
    failed.push(...body.checks.filter((check: { failed: number }) => check.failed > 0));
    cursor = body.nextCursor;
  }
  return failed;
}

/** A text as far as its writing does not matter. */
const plain = (text: string): string => text.toLowerCase().replace(/[.,]/g, "");

/** No write is lost or doubled: what is there is what was acknowledged, as often as it was. */
async function checkAgents(world: SimulatedWorld, agents: readonly Agent[], token: string): Promise<void> {
  const all = await listAll(world, token);
  const shared = agents[0]?.shared ?? new Map<string, number>();
  const wanted = [
    ...agents.flatMap(({ live }) => live.map(({ id, text, times }) => [plain(text), id, times])),
    ...SHARED_TEXTS.filter((text) => shared.has(text)).map((text) => [
      plain(text),
      all.find((one) => plain(one.text) === plain(text))?.id,
      shared.get(text),
    ]),
  ];
  const found = all.map(({ id, text, timesObserved }) => [plain(text), id, timesObserved]);
  expect(found.toSorted()).toEqual(wanted.toSorted());

  for (const { left } of agents)
    for (const [id, state] of left) {
      const { status, body } = await world.client.call("GET", `/v1/memories/${id}?history=true`, { token });
      expect([id, status === 404 ? "gone" : body.memory.state]).toEqual([id, state]);
    }
  expect(await failedChecks(world, token)).toEqual([]);
  // By meaning too, now that all is embedded.
  for (const { live } of agents)
    for (const { id, text } of live.slice(0, 1)) {
      const { body } = await world.client.search(token, text, { profile: "vector", limit: 5, log: false });
      expect(body.hits.map(({ path }: { path: string }) => path)).toContain(id);
    }
}
