import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RememberRequest } from "../../src/memories/contract/memories.ts";
import { mergeDuplicates } from "../../src/memories/duplicates/duplicates.ts";
import { plainText } from "../../src/memories/sameness/plain-text.ts";
import type { MemoryRunning } from "../../src/memories/memory-document.ts";
import { remember } from "../../src/memories/remember.ts";
import { rememberMany } from "../../src/memories/remember-many.ts";
import { memoryDatabase, NOW_MS } from "./memory-database.ts";
import { memoryVectors } from "./memory-vectors.ts";

const RUNNING: MemoryRunning = { knowsMeaning: () => true, batch: { memories: 20, alone: 20 } };

/** Wordings of five facts: each line is one fact, and contradicts the others of its block. */
const FACTS = [
  [
    "We deploy on Fridays.",
    "On Fridays we deploy",
    "we deploy  on Fridays",
    "Please note: we deploy on Fridays.",
  ],
  ["We do not deploy on Fridays.", "We don't deploy on Fridays", "we do not deploy on Fridays"],
  ["We deploy on Mondays.", "On Mondays, we deploy"],
  ["The port is 8080.", "the port is 8080"],
  ["The port is 9090.", "- The port is 9090"],
] as const;
const TEXTS: readonly string[] = FACTS.flat();
const factOf = (text: string): number =>
  FACTS.findIndex((wordings) => (wordings as readonly string[]).includes(text));

const ORDERS = fc.record({
  said: fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 8 }),
  how: fc.constantFrom("one by one", "at once", "in a batch", "on two machines"),
});

describe("remembering", () => {
  const { here, addWorkspace, context, rows } = memoryDatabase();
  const { embed, index } = memoryVectors(here);
  const say = async (text: string, later: number) =>
    remember(await context({ nowMs: NOW_MS + later }), RUNNING, RememberRequest.parse({ text }));
  const sayAll = async (said: readonly string[], how: string): Promise<void> => {
    if (how === "in a batch") {
      await rememberMany(await context(), RUNNING, { memories: said.map((text) => ({ text })) });
      return;
    }
    if (how === "at once") {
      await Promise.all(said.map((text) => say(text, 0)));
      return;
    }
    const inTurn = async (texts: readonly string[]) => {
      for (const [at, text] of texts.entries()) await say(text, at * 1_000);
    };
    // Each says its half in turn while the other does.
    const half = how === "on two machines" ? Math.ceil(said.length / 2) : said.length;
    await Promise.all([inTurn(said.slice(0, half)), inTurn(said.slice(half))]);
  };
  const live = () =>
    rows<{ id: string; text: string; times: number }>(
      `SELECT d.path AS id, c.text, d.times_observed AS times FROM documents d JOIN chunks c ON c.document = d.num
         WHERE d.workspace = ?1 ORDER BY d.path`,
    );
  const history = () =>
    rows<{ text: string; memory: string }>(
      "SELECT text, memory FROM memory_observations WHERE workspace = ?1",
    );
  const settle = async () => {
    const limits = { workspace: here.workspace, limit: 20, maxUnseen: 20 };
    const parts = { db: here.db, vectorsFor: () => index(), now: () => NOW_MS };
    // Two at a time, as two runs of cron that overlap.
    const compare = () => Promise.all([mergeDuplicates(parts, limits), mergeDuplicates(parts, limits)]);
    do {
      for (const { id } of await live()) await embed(id, [1, 0]);
    } while ((await compare()).some((done) => done !== undefined));
  };

  it("in any order, at once, in a batch, on two machines and twice loses no text and merges no contradiction", async () => {
    await fc.assert(
      fc.asyncProperty(ORDERS, async ({ said, how }) => {
        here.workspace = await addWorkspace();
        await sayAll(said, how);
        const isKept = async () => {
          const kept = [...(await live()), ...(await history())].map(({ text }) => text);
          for (const text of said) expect(kept, `${how}: ${text}`).toContain(text);
        };
        await isKept();
        await settle();
        await isKept();
        const facts = new Set(said.map(factOf));
        const left = await live();
        // Nothing else is kept, each fact once, counted as often as it was said.
        expect(left.map(({ text }) => factOf(text)).toSorted()).toEqual([...facts].toSorted());
        for (const { text, times } of left)
          expect(times).toBe(said.filter((one) => factOf(one) === factOf(text)).length);
        // A history is of the fact that has it.
        const byId = new Map(left.map(({ id, text }) => [id, factOf(text)]));
        for (const { text, memory } of await history()) expect(byId.get(memory)).toBe(factOf(text));
        // The same wording once more changes nothing but the count.
        const before = (await live()).length;
        await sayAll(said, how);
        await settle();
        expect((await live()).length).toBe(before);
      }),
      { numRuns: 20 },
    );
  });

  it("chooses the same wording in whatever order two of one time come", async () => {
    const chosen = async (said: readonly string[]) => {
      here.workspace = await addWorkspace();
      for (const text of said) await say(text, 0);
      await settle();
      return (await live()).map(({ text }) => plainText(text));
    };
    const two = ["We deploy on Fridays.", "On Fridays we deploy"];
    expect(await chosen(two)).toEqual(await chosen(two.toReversed()));
  });
});
