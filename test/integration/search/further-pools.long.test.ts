import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { cloudflareModels } from "../../../src/models/models.ts";
import { DEFAULTS } from "../../../src/config.ts";
import local from "../../../src/local.ts";
import { answerWords } from "../../../src/search/views/answer-words.ts";
import { createHandlers } from "../../../src/wiring.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import { fakeAi } from "../../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../../support/fakes/fake-vectorize.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

const COUNT = 260;
const TOPICS = ["crane", "container", "harbour", "pilot", "tide"];
/** Each holds the word that is asked for; some say more of it. */
const note = (at: number) =>
  `${at % 13 === 0 ? "---\ndate: 2026-05-04\n---\n" : ""}# Note ${at}\n\nThe ${TOPICS[at % TOPICS.length]} of dock ${at} ${"and its quay ".repeat(at % 7)}belongs to the wharf.\n`;
const FILES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, at) => [`${at % 4 === 0 ? "a" : "b"}/n${at}.md`, note(at)]),
);

interface Here {
  client: TestClient;
  token: string;
  isIndexDown?: boolean;
}

type Answer = {
  readonly hits: readonly { readonly id: string; readonly path: string }[];
  readonly nextCursor: string | null;
  readonly degraded: readonly string[];
  readonly outcome: string;
  readonly relevance: number;
  readonly confidence: string;
  readonly closest?: unknown;
};

async function pages(
  { client, token }: Here,
  query: string,
  more: object,
  limits: readonly number[],
): Promise<readonly Answer[]> {
  const all: Answer[] = [];
  for (let cursor: string | null | undefined; cursor !== null && all.length < 200; ) {
    const limit = limits[all.length % limits.length];
    const asked = { limit, ...more, ...(cursor !== undefined && { cursor }) };
    const { status, body } = await client.search(token, query, asked);
    expect([status, body.error?.message]).toEqual([200, undefined]);
    all.push(body);
    cursor = body.nextCursor;
  }
  return all;
}

const idsOf = (answers: readonly Answer[]) => answers.flatMap(({ hits }) => hits.map(({ id }) => id));
const FREE = { "relevance.floor": 0 };

async function push({ client, token }: Here): Promise<void> {
  const files = Object.entries(FILES);
  for (let from = 0; from < files.length; from += 50)
    await client.upload(token, Object.fromEntries(files.slice(from, from + 50)));
}

describe.each(["embedded vectors", "a vector index"])("pages beyond the first pool, with %s", (kind) => {
  const here = {} as Here;
  beforeAll(async () => {
    const { database } = await openQuickDatabase();
    const now = () => Date.UTC(2026, 10, 20);
    const index = fakeVectorize({ now });
    const query: typeof index.query = async (...asked) => {
      if (here.isIndexDown === true) throw new Error("the index is down");
      return index.query(...asked);
    };
    const bindings = { PLATFORM: "cloudflare", AI: fakeAi(), VECTORIZE: { ...index, query } };
    const units = { TOKEN_UNITS_PER_MINUTE: "0", WORKSPACE_UNITS_PER_MINUTE: "0" };
    here.client =
      kind === "embedded vectors"
        ? createClient(local as never, testEnv(database, units as never))
        : createClient(
            createHandlers({ cloudflare: cloudflareModels }, now) as never,
            testEnv(database, { ...bindings, ...units } as never),
            undefined,
            now,
          );
    here.token = await here.client.workspace("default");
    await push(here);
    for (let sweeps = 0; sweeps < 8; sweeps++) await here.client.sweep();
  });

  it.each(["edge", "latest", "keyword"])(
    "lead through all that holds a word, once each, in %s",
    async (profile) => {
      const found = await pages(here, "wharf", { profile, settings: FREE }, [100]);
      const ids = idsOf(found);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBe(COUNT);
      expect(new Set(found.map(({ outcome }) => outcome))).toEqual(new Set(["found"]));
    },
  );

  it("are the same for every size of a page, and begin with what one answer has", async () => {
    const whole = idsOf(await pages(here, "crane wharf", { settings: FREE }, [100]));
    const sizes = fc.array(fc.integer({ min: 7, max: 100 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sizes, async (limits) => {
        expect(idsOf(await pages(here, "crane wharf", { settings: FREE }, limits))).toEqual(whole);
      }),
      { numRuns: 6 },
    );
  });

  it("hold what is of the time asked for once, in the first pool", async () => {
    const ids = idsOf(await pages(here, "wharf in May 2026", { settings: FREE }, [100]));
    expect([ids.length, new Set(ids).size]).toEqual([COUNT, COUNT]);
  });

  it("end with the pool where each match is checked again", async () => {
    const found = await pages(here, '"to the wharf"', { settings: FREE }, [100]);
    expect([idsOf(found).length < COUNT, found.at(-1)?.degraded]).toEqual([true, ["depth_reached"]]);
  });

  it("lead through what a glob across parts lets through, once each", async () => {
    const ids = idsOf(await pages(here, "wharf", { settings: FREE, filters: { glob: "**/*.md" } }, [100]));
    expect([ids.length, new Set(ids).size]).toEqual([COUNT, COUNT]);
  });

  it("lead through what is dated by a filter, once each", async () => {
    const dated = { after: "2026-05-01", before: "2026-06-01" };
    const ids = idsOf(await pages(here, "wharf", { settings: FREE, filters: dated }, [100]));
    expect([ids.length, new Set(ids).size]).toEqual([COUNT / 13, COUNT / 13]);
    const all = idsOf(
      await pages(here, "wharf", { settings: FREE, filters: { after: "2000-01-01" } }, [100]),
    );
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBe(
      idsOf(await pages(here, "wharf", { settings: FREE, filters: { after: "2000-01-02" } }, [40])).length,
    );
  });

  it("go on behind a pool of which a stage drops some, in small pages too", async () => {
    const text = Array.from({ length: 60 }, (_, at) => `Step ${at}: the wharf is swept.`).join("\n\n");
    await here.client.call("POST", "/v1/memories", { token: here.token, body: { text } });
    // Its vectors are a change of the index, which would end the pages of what follows.
    for (let sweeps = 0; sweeps < 4; sweeps++) await here.client.sweep();
    for (const limit of [25, 50, 100]) {
      const ids = idsOf(await pages(here, "wharf", { profile: "keyword", settings: FREE }, [limit]));
      expect([limit, ids.length >= COUNT, new Set(ids).size === ids.length]).toEqual([limit, true, true]);
    }
  });

  it("say that they end only where they do, when a budget parts them", async () => {
    const found = await pages(here, "wharf", { settings: FREE, budget: 900 }, [100]);
    expect(found.slice(0, -1).filter(({ degraded }) => degraded.includes("depth_reached"))).toEqual([]);
    const ids = idsOf(found);
    expect([ids.length >= COUNT, new Set(ids).size]).toEqual([true, ids.length]);
  });

  if (kind === "a vector index") {
    it("end with conflict where search by meaning answers no longer", async () => {
      const { nextCursor: cursor } = (
        await here.client.search(here.token, "quay wharf", { settings: FREE, limit: 20 })
      ).body;
      here.isIndexDown = true;
      const { status, body } = await here.client.search(here.token, "quay wharf", {
        settings: FREE,
        limit: 20,
        cursor,
      });
      here.isIndexDown = false;
      expect([status, body.error?.code]).toEqual([409, "conflict"]);
    });
  }

  it("hold to their filters", async () => {
    const found = await pages(here, "wharf", { settings: FREE, filters: { prefix: "b/" } }, [60]);
    const paths = found.flatMap(({ hits }) => hits.map(({ path }) => path));
    expect(paths.length).toBe((COUNT * 3) / 4);
    expect(paths.filter((path) => !path.startsWith("b/"))).toEqual([]);
  });

  it("are judged as the first page was, and never claim that nothing answers", async () => {
    const found = await pages(here, "wharf", { settings: FREE }, [45]);
    const judged = found.map(({ relevance, confidence }) => [relevance, confidence]);
    expect(new Set(judged.map(String)).size).toBe(1);
    expect(found.filter(({ closest }) => closest !== undefined)).toEqual([]);
  });

  it.each([
    [{ profile: "openclaw" }],
    [{ profile: "edge", minScore: 0.2 }],
    [{ profile: "edge", minRelevance: 0.99 }],
  ])("end with the pool where only what is strong is kept: %j", async (more) => {
    const found = await pages(here, "wharf", more, [100]);
    expect(idsOf(found).length).toBeLessThan(COUNT);
  });
});

it("says that there may be more where pages end", async () => {
  const { database } = await openQuickDatabase();
  const client = createClient(
    local as never,
    testEnv(database, { TOKEN_UNITS_PER_MINUTE: "0", WORKSPACE_UNITS_PER_MINUTE: "0" } as never),
  );
  const here = { client, token: await client.workspace("default") };
  const files = Array.from({ length: 1_050 }, (_, at) => [`n${at}.md`, `Dock ${at} belongs to the wharf.\n`]);
  for (let from = 0; from < files.length; from += 100)
    await client.upload(here.token, Object.fromEntries(files.slice(from, from + 100)));
  const found = await pages(here, "wharf", { profile: "keyword", settings: FREE }, [100]);
  expect([idsOf(found).length, new Set(idsOf(found)).size]).toEqual([1_000, 1_000]);
  // What is told of it is the number that holds.
  expect(answerWords(found.at(-1) as never).join(" ")).toContain(
    DEFAULTS.maxPagedMatches.toLocaleString("en"),
  );
  expect(found.map(({ degraded }) => degraded.join(" ")).filter((one) => one !== "")).toEqual([
    "depth_reached",
  ]);
  expect(found.at(-1)?.degraded).toEqual(["depth_reached"]);
});
