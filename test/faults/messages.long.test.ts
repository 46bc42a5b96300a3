import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { IndexMessage } from "../../src/env.ts";
import { cloudflareModels } from "../../src/models/models.ts";
import { createHandlers } from "../../src/wiring.ts";
import { inAccount } from "../support/account/account.ts";
import { testEnv } from "../support/client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../support/worlds/world.ts";
import { checkIndex } from "./check-index.ts";

const LATER_MS = 600_000;

describe("queue messages that come twice, late, out of order and all at once", () => {
  let world: SimulatedWorld;
  let token: string;
  let sent: IndexMessage[];

  const queue = {
    send: async (message: IndexMessage) => {
      sent.push(message);
      return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
    },
  };
  beforeEach(async () => {
    sent = [];
    world = await createSimulatedWorld(90_000, { INDEX_QUEUE: queue });
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  /** One consumer, an isolate of its own. */
  const consume = (messages: readonly IndexMessage[]) => {
    const handlers = createHandlers({ cloudflare: cloudflareModels }, world.clock.now);
    const { database, ai, vectorize } = world;
    const parts = { PLATFORM: "cloudflare", AI: ai, VECTORIZE: vectorize, INDEX_QUEUE: queue } as const;
    const batch = { messages: messages.map((body) => ({ body })) };
    return handlers.queue(batch as never, inAccount(testEnv(database, parts), world.clock).env);
  };

  /** 40 texts in 120 documents of 12 uploads, each upload with texts that others have too. */
  const uploads = Array.from({ length: 12 }, (_, upload) =>
    Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [
        `u${upload}/n${at}.md`,
        `Note ${(upload * 7 + at * 3) % 40} about herons.\n`,
      ]),
    ),
  );
  const distinct = new Set(uploads.flatMap((files) => Object.values(files))).size;

  it("make the model embed each distinct text exactly once", async () => {
    const delivered: Promise<void>[] = [];
    for (const files of uploads) {
      await world.client.upload(token, files, "notes");
      // Consumers run while later uploads come: the newest message first, each of them twice.
      delivered.push(consume(sent.toReversed()), consume(sent));
    }
    await Promise.all(delivered);
    await Promise.all([consume(sent), consume(sent.toReversed()), consume(sent.slice(0, 1))]);
    for (let sweep = 0; sweep < 2; sweep++) {
      world.clock.advance(LATER_MS);
      await Promise.all([world.isolate().sweep(), consume(sent)]);
    }
    expect(distinct).toBe(40);
    expect(world.ai.embedded).toHaveLength(distinct);
    expect(new Set(world.ai.embedded).size).toBe(distinct);
    expect(await checkIndex(world.database, world.vectorize)).toEqual([]);
  });

  it("that are lost delay the vectors until the next cron, and lose none", async () => {
    await world.client.upload(token, uploads[0] ?? {});
    await world.client.sweep();
    world.clock.advance(LATER_MS);
    await world.client.sweep();
    expect(world.ai.embedded).toHaveLength(10);
    expect(await checkIndex(world.database, world.vectorize)).toEqual([]);
  });
});
