import { describe, expect, it } from "vitest";
import { RememberRequest } from "../../src/memories/contract/memories.ts";
import { mergeDuplicates } from "../../src/memories/duplicates/duplicates.ts";
import { plainText } from "../../src/memories/sameness/plain-text.ts";
import { remember } from "../../src/memories/remember.ts";
import { memoryDatabase, NOW_MS } from "../memories/memory-database.ts";
import { memoryVectors } from "../memories/memory-vectors.ts";
import { MEMORY_PAIRS, type MemoryPair } from "./memory-pairs.ts";

// Each pair as a workspace remembers it: without a model, then with an embedder that finds the two alike.
describe("judged pairs of memories, remembered", () => {
  const { here, addWorkspace, context, rows } = memoryDatabase();
  const { embed, index } = memoryVectors(here);
  const say = async (text: string, later: number, knowsMeaning: boolean) =>
    remember(
      await context({ nowMs: NOW_MS + later }),
      { knowsMeaning: () => knowsMeaning, batch: { memories: 20, alone: 2 } },
      RememberRequest.parse({ text, force: true }),
    );
  /** Every text that the workspace has, live or in a history. */
  const texts = async () =>
    (
      await rows<{ text: string }>(
        `SELECT group_concat(c.text, char(10)) AS text FROM documents d JOIN chunks c ON c.document = d.num
           WHERE d.workspace = ?1 GROUP BY d.num
         UNION ALL SELECT text FROM memory_observations WHERE workspace = ?1`,
      )
    ).map(({ text }) => text);
  const remembered = async ({ a, b }: MemoryPair, knowsMeaning: boolean) => {
    here.workspace = await addWorkspace();
    const said = [await say(a, 0, knowsMeaning), await say(b, 1_000, knowsMeaning)];
    if (knowsMeaning) {
      for (const { memory } of said) await embed(memory.id, [1, 0]);
      await mergeDuplicates(
        { db: here.db, vectorsFor: () => index(), now: () => NOW_MS },
        { workspace: here.workspace, limit: 9, maxUnseen: 9 },
      );
    }
    const [{ live } = { live: 0 }] = await rows<{ live: number }>(
      "SELECT count(*) AS live FROM documents WHERE workspace = ?1",
    );
    expect((await texts()).map((text) => text.trim()).toSorted()).toEqual(
      [a, b].map((text) => text.trim()).toSorted(),
    );
    return { live, isLinked: (said[1]?.mayContradict.length ?? 0) > 0 };
  };

  it("are never lost where they contradict, and one where they say the same", async () => {
    const merged = { same: 0, contradiction: 0, different: 0 };
    for (const pair of MEMORY_PAIRS) if ((await remembered(pair, true)).live === 1) merged[pair.judged] += 1;
    const same = MEMORY_PAIRS.filter(({ judged }) => judged === "same").length;
    expect(merged).toMatchObject({ contradiction: 0, different: 0 });
    expect(merged.same / same).toBeGreaterThanOrEqual(0.8);
  });

  it("become one without a model where the text is the same, and are linked where it nearly is", async () => {
    // A database holds 1,000.
    await rows("DELETE FROM workspaces WHERE num <= ?1");
    const two: string[] = [];
    const linked: string[] = [];
    for (const pair of MEMORY_PAIRS.filter(({ judged }) => judged !== "different")) {
      const { a, b, judged } = pair;
      const isExact = judged === "same" && plainText(a) === plainText(b);
      const { live, isLinked } = await remembered(pair, false);
      expect(live, `${a} | ${b}`).toBe(isExact ? 1 : 2);
      if (!isExact) (isLinked ? linked : two).push(`${a} | ${b}`);
    }
    expect(two.length / linked.length, two.join("\n")).toBeLessThan(0.03);
  });
});
