import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkIndex } from "../../faults/check-index.ts";
import { watchPorts } from "../../faults/port-calls.ts";
import { type TestClient, testEnv } from "../../support/client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const LATER_MS = 600_000;
/** Cron runs that finish a re-index of some chunks, the emptying of the old generation included. */
const RUNS = 4;
/** Every so many calls of a cron run the writes come in between. */
const EVERY = 5;

type Files = Readonly<Record<string, string>>;

const FIRST: Files = { "a.md": "# Heron\n\nOne heron nests.\n", "b.md": "Two eels pass.\n" };
/** Changed, under another heading, and new. */
const SECOND: Files = { "a.md": "# Otter\n\nOne heron nests.\n", "c.md": "Three otters swim.\n" };

describe("a push and a deletion in the middle of a re-index", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeAll(async () => {
    world = await createSimulatedWorld(90_000);
    token = await world.client.workspace("default");
  });
  afterAll(() => world.dispose());

  const settle = async (client: TestClient) => {
    for (let run = 0; run < RUNS; run++) {
      world.clock.advance(LATER_MS);
      await client.sweep();
    }
    world.clock.advance(LATER_MS);
  };
  const paths = async (client: TestClient, profile: string): Promise<string[]> => {
    const { body } = await client.search(token, "heron eels otters", { profile, limit: 100 });
    expect(body.degraded).toEqual([]);
    return body.hits.map(({ path }: { path: string }) => path).sort();
  };

  it("are whole and searchable wherever they come, and the re-index ends all the same", async () => {
    let at = 1;
    for (let isMet = true; isMet; at += EVERY) {
      isMet = false;
      const pooling = at % 2 === 0 ? "mean" : "cls";
      const old = world.isolate({ EMBEDDING_POOLING: pooling === "mean" ? "cls" : "mean" });
      await old.upload(token, FIRST);
      await old.call("DELETE", "/v1/documents/c.md", { token });
      await settle(old);

      const parts = { PLATFORM: "cloudflare", AI: world.ai, VECTORIZE: world.vectorize } as const;
      const env = testEnv(world.database, { ...parts, EMBEDDING_POOLING: pooling });
      const writer = world.isolate({ EMBEDDING_POOLING: pooling });
      const watched = watchPorts(env, async ({ index }, run) => {
        if (index === at) {
          isMet = true;
          await writer.upload(token, SECOND);
          await writer.call("DELETE", "/v1/documents/b.md", { token });
          expect(await paths(writer, "keyword")).toEqual(["a.md", "c.md"]);
        }
        return run();
      });
      await world.on(watched).sweep();
      await settle(writer);
      const written = isMet ? ["a.md", "c.md"] : ["a.md", "b.md"];
      expect(await checkIndex(world.database, world.vectorize), `writes before call ${at}`).toEqual([]);
      expect(await paths(writer, "keyword"), `writes before call ${at}`).toEqual(written);
      expect(await paths(writer, "vector"), `writes before call ${at}`).toEqual(written);
    }
    expect(at).toBeGreaterThan(4 * EVERY);
  });
});
