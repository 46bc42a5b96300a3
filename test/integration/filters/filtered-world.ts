import { expect } from "vitest";
import type { Filters } from "../../../src/search/contract/filters.ts";
import local from "../../../src/local.ts";
import worker from "../../../src/worker.ts";
import { createClient, testEnv } from "../../support/client.ts";
import { fakeAi } from "../../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../../support/fakes/fake-vectorize.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";
import { THINGS, type Thing } from "./corpus.ts";

/** Nothing is hidden for being weak: a search shows all that its filters leave. */
const ALL_SHOWN = { "relevance.floor": 0, "relevance.min": 0, "threshold.minScore": 0 };

const QUERY = "where are the signing keys kept in the vault?";
/** No thing has this word: what is found for it, a rewrite has found. */
export const UNKNOWN_WORD = "gjallarhorn";
/** Nor this name of what all of them name: what is found for it, the entity arm has found. */
export const UNKNOWN_NAME = "Zephyr Holdings";

/** A text model that rewrites the unknown word into what the corpus says. */
function expandingAi() {
  const ai = fakeAi();
  const expansion = { rewrites: [`${UNKNOWN_WORD} signing keys vault`], paraphrases: [], passage: "" };
  ai.generator.script = () => expansion;
  return ai;
}

const UNLIMITED = { TOKEN_UNITS_PER_MINUTE: "0", WORKSPACE_UNITS_PER_MINUTE: "0" };

const fileOf = ({ path, text, metadata, source, at }: Thing) => ({
  ...{ path, text, metadata, mtime: at },
  ...(source !== null && { source }),
});

const memoryOf = ({ text, metadata, source, type, tags, session, priority }: Thing) => ({
  ...{ text, metadata, type, tags, priority },
  ...(source !== null && { source }),
  ...(session !== null && { session }),
});

/** The Worker over the things of the corpus: on Cloudflare with its models and index, or the embedded parts alone. */
export async function filteredWorld(platform: "cloudflare" | "local") {
  const database = await openQuickDatabase();
  const bindings =
    platform === "local"
      ? { PLATFORM: "local" }
      : { PLATFORM: "cloudflare", AI: expandingAi(), VECTORIZE: fakeVectorize({ now: Date.now }) };
  const client = createClient(
    (platform === "local" ? local : worker) as never,
    testEnv(database.database, { ...UNLIMITED, ...bindings } as never),
  );
  const token = await client.workspace("default");
  const files = Map.groupBy(
    THINGS.filter(({ kind }) => kind === "file"),
    ({ root }) => root,
  );
  for (const [root, things] of files)
    expect(
      (await client.call("POST", `/v1/documents?root=${root}`, { token, body: things.map(fileOf) })).body,
    ).toMatchObject({ indexed: things.length, failed: [] });
  for (const thing of THINGS.filter(({ kind }) => kind === "memory"))
    expect((await client.call("POST", "/v1/memories", { token, body: memoryOf(thing) })).status).toBeLessThan(
      300,
    );
  const body = { name: "Kestrel Labs", aliases: [UNKNOWN_NAME] };
  expect((await client.call("PUT", "/v1/entities/kestrel-labs", { token, body })).status).toBe(200);
  await client.sweep();
  await client.sweep();
  /** Names of the things that a search shows, in order of the corpus. */
  const found = async (filters: Filters | undefined, more: Record<string, unknown> = {}) => {
    const { settings = {}, query = QUERY, ...others } = more as { settings?: object; query?: string };
    const { status, body } = await client.search(token, query, {
      ...{ filters, limit: 100, view: "full", log: false },
      ...others,
      settings: { ...ALL_SHOWN, ...settings },
    });
    expect({ status, body: status === 200 ? undefined : body }).toEqual({ status: 200, body: undefined });
    const texts: string[] = body.hits.map(({ text }: { text: string }) => text);
    const names = THINGS.filter((thing) => texts.some((text) => text.includes(thing.text)));
    return { names: names.map(({ name }) => name), degraded: body.degraded as string[], body };
  };
  return { client, token, database, found, dispose: () => database.dispose() };
}

export type FilteredWorld = Awaited<ReturnType<typeof filteredWorld>>;
