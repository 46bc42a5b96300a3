import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestClient } from "../support/client.ts";
import { uploadUnder } from "../support/upload-under.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../support/worlds/world.ts";

const VISIBLE_AFTER_MS = 90_000;

/** 5 runs of 200 steps. */
const RUNS = 5;
const STEPS = 200;

const PATHS = ["a.md", "b.md", "c.md", "d.md", "e.md", "f.md", "g.md", "h.md"];
const HEADINGS = ["Heron", "Eel", "Otter"];
const BODIES = [
  "It nests by the weir.",
  "It swims upstream at night.",
  "The garage opens at seven.",
  "Soup on Mondays.",
  "Keys rotate monthly.",
  "Every vehicle is inspected.",
];

/** A text and its heading: the same text under another heading is a chunk of the same id with another vector. */
const placedText = (heading: number, body: number): string => `${HEADINGS[heading]}: ${BODIES[body]}`;

const path = fc.constantFrom(...PATHS);
const text = fc
  .tuple(fc.nat(HEADINGS.length - 1), fc.nat(BODIES.length - 1))
  .map(([heading, body]) => placedText(heading, body));

type Step =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "search"; readonly text: string }
  | { readonly kind: "sweep" }
  | { readonly kind: "interleave" }
  | { readonly kind: "wait"; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("write" as const), path, text }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("delete" as const), path }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("search" as const), text }) },
  { weight: 4, arbitrary: fc.constant({ kind: "sweep" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "interleave" as const }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(1_000, 20_000, 65_000) }),
  },
);

/** What must be found: documents by path, and the texts whose embedding exists. */
interface Model {
  readonly documents: Map<string, string>;
  readonly embedded: Set<string>;
}

describe("vectors that the index shows 90 seconds after it was sent them", () => {
  let world: SimulatedWorld;
  let client: TestClient;
  let token: string;
  let count = 0;

  beforeAll(async () => {
    world = await createSimulatedWorld(VISIBLE_AFTER_MS);
  });
  afterAll(() => world.dispose());

  const search = async (query: string, profile: string) => {
    const settings = { "relevance.floor": 0 };
    const { body } = await client.search(token, query, { profile, limit: 100, view: "full", settings });
    expect(body.degraded).toEqual([]);
    return body.hits as { path: string; headings: string[]; text: string; arms: Record<string, number> }[];
  };

  const headingOf = (document: string): string => document.split(": ")[0] ?? "";
  const bodyOf = (document: string): string => document.split(": ")[1] ?? "";

  /** Sweeps that searches have set going: what is late when a search sees it has its vector after the answer. */
  async function sweptBySearches(): Promise<number> {
    const sql = "SELECT count(*) AS sweeps FROM runs WHERE kind = 'search'";
    return (await world.database.prepare(sql).first<number>("sweeps")) ?? 0;
  }

  async function checkSearch({ documents, embedded }: Model, wanted: string): Promise<void> {
    for (const profile of ["vector", "keyword"]) {
      const sweeps = await sweptBySearches();
      const hits = await search(`${headingOf(wanted)} ${bodyOf(wanted)}`, profile);
      for (const hit of hits) {
        const now = documents.get(hit.path);
        // Nothing that was deleted or replaced, under no heading that it no longer has.
        expect([hit.path, hit.headings[0], hit.text]).toEqual([
          hit.path,
          now && headingOf(now),
          now && bodyOf(now),
        ]);
      }
      const isFound = (at: string) => hits.some((hit) => hit.path === at && hit.arms[profile] !== undefined);
      for (const [at, document] of documents) {
        // No sooner: what the index still has of a replaced text is not this text's vector.
        if (profile === "vector")
          expect(isFound(at), `${at} (${document}) by vector`).toBe(embedded.has(document));
        if (profile === "keyword" && document === wanted) expect(isFound(at), `${at} by keyword`).toBe(true);
      }
      if ((await sweptBySearches()) > sweeps)
        for (const document of documents.values()) embedded.add(document);
    }
  }

  const take: {
    [Kind in Step["kind"]]: (model: Model, step: Extract<Step, { kind: Kind }>) => Promise<void>;
  } = {
    async write({ documents }, { path: at, text: document }) {
      const placed = { path: at, heading: headingOf(document), text: `${bodyOf(document)}\n` };
      const { status } = await uploadUnder(client, token, [placed]);
      expect(status).toBe(200);
      documents.set(at, document);
    },
    async delete({ documents }, { path: at }) {
      const { status } = await client.call("DELETE", `/v1/documents/${at}`, { token });
      expect(status).toBe(documents.has(at) ? 200 : 404);
      documents.delete(at);
    },
    search: (model, { text: wanted }) => checkSearch(model, wanted),
    async sweep({ documents, embedded }) {
      await client.sweep();
      // Copies of texts that nobody holds any more go with the sweep.
      embedded.clear();
      for (const document of documents.values()) embedded.add(document);
    },
    async interleave() {
      world.vectorize.interleave();
    },
    async wait(_, { ms }) {
      world.clock.advance(ms);
    },
  };

  it("are found from the moment that they exist, and never once they are deleted", async () => {
    const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS, size: "max" });
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        count += 1;
        client = world.isolate();
        token = await client.workspace(`w${count}`);
        const model: Model = { documents: new Map(), embedded: new Set() };
        for (const one of taken)
          await (take[one.kind] as (model: Model, step: Step) => Promise<void>)(model, one);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
