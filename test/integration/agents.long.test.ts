import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkIndex } from "../faults/check-index.ts";
import type { TestClient } from "../support/client.ts";
import { memoryCalls } from "../support/memory-calls.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../support/world.ts";

const AGENTS = 20;
const MINUTE_MS = 60_000;

const ANIMALS = ["heron", "otter", "eel", "grebe", "kingfisher", "newt", "pike", "swan"] as const;

/** What one agent was told of its writes. */
interface Told {
  /** Own texts, which nobody else writes, by id. */
  readonly own: Map<string, string>;
  /** How often it has written each of the texts that all write. */
  readonly shared: Map<string, number>;
  readonly errors: unknown[];
}

const sharedText = (at: number): string => `The ${ANIMALS[at % ANIMALS.length]} is counted every spring.`;

/** Remembers its own and everybody's texts and searches for them, until the time is over. */
async function work(client: TestClient, token: string, agent: number): Promise<Told> {
  const told: Told = { own: new Map(), shared: new Map(), errors: [] };
  const untilMs = Date.now() + MINUTE_MS;
  for (let step = 0; Date.now() < untilMs; step++) {
    const isShared = step % 2 === 1;
    const text = isShared ? sharedText(agent + step) : `Agent number a${agent}x noted item i${step}x today.`;
    const { status, body } = await client.call("POST", "/v1/memories", { token, body: { text } });
    if (status !== 200) told.errors.push(body);
    else if (isShared) told.shared.set(text, (told.shared.get(text) ?? 0) + 1);
    else told.own.set(body.memory.id, text);
    if (isShared) continue;
    // What was acknowledged is found at once by who wrote it.
    const found = await client.search(token, `"a${agent}x noted item i${step}x"`);
    const isFound = found.body.hits?.some(({ path }: { path: string }) => path === body.memory?.id);
    if (!isFound) told.errors.push(["not found", text, found.body.error ?? found.body.outcome]);
  }
  return told;
}

describe("twenty agents that remember and search for a minute", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("agents");
  });
  afterAll(() => world.dispose());

  const { clean, settle } = memoryCalls(() => ({ world, token, slug: "agents" }));

  it("lose no write, make nothing twice and leave nothing to repair", async () => {
    const told = await Promise.all(
      Array.from({ length: AGENTS }, (_, agent) => work(world.isolate(), token, agent)),
    );
    expect(told.flatMap(({ errors }) => errors)).toEqual([]);
    const { results } = await world.database
      .prepare("SELECT path AS id, times_observed AS times FROM documents WHERE kind = 'memory'")
      .all<{ id: string; times: number }>();
    const times = new Map(results.map((row) => [row.id, row.times]));
    const own = told.flatMap(({ own: mine }) => [...mine.keys()]);
    expect(own.filter((id) => times.get(id) !== 1)).toEqual([]);
    const shared = told.flatMap(({ shared: some }) => [...some]);
    const written = shared.reduce((sum, [, count]) => sum + count, 0);
    const texts = new Set(shared.map(([text]) => text));
    expect(results).toHaveLength(own.length + texts.size);
    const counted = results.filter(({ id }) => !own.includes(id)).reduce((sum, row) => sum + row.times, 0);
    expect(counted).toBe(written);
    console.log({ memories: results.length, observations: own.length + written });
    await settle();
    expect(await clean()).toEqual([]);
    expect(await checkIndex(world.database, world.vectorize)).toEqual([]);
  });
});
