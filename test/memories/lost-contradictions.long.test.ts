import { describe, expect, it } from "vitest";
import { mergeDuplicates } from "../../src/memories/duplicates/duplicates.ts";
import { memoryObservations } from "../../src/memories/sql/memory-reads.ts";
import { memoryDatabase, memoryId, NOW_MS } from "./memory-database.ts";
import { memoryVectors } from "./memory-vectors.ts";

describe("two memories that an embedding cannot tell apart", () => {
  const { here, create, find, named } = memoryDatabase();
  const { embed, index, wait } = memoryVectors(here);
  const compare = () =>
    mergeDuplicates(
      { db: here.db, vectorsFor: () => index(), now: () => NOW_MS },
      { workspace: here.workspace, limit: 9, maxUnseen: 9 },
    );
  /** Both are remembered, the second later, and compared. */
  const remembered = async (a: string, b: string) => {
    await create("a", a, { firstObserved: 1, lastObserved: 1 });
    await create("b", b, { firstObserved: 2, lastObserved: 2 });
    await embed("a", [1, 0]);
    await embed("b", [1, 0]);
    await wait("b");
    return compare();
  };
  const older = (digit: string) =>
    memoryObservations(here.db, { workspace: here.workspace, id: memoryId(digit), limit: 9 });

  it.each([
    ["The ledger database has three replicas.", "The ledger database has six replicas."],
    ["The nightly export is enabled.", "The nightly export is disabled."],
    ["The gateway times out after 30 seconds.", "The gateway times out after 30 minutes."],
    ["A seat costs 12 dollars a month.", "A seat costs 12 euros a month."],
    ["Deploys on Fridays are allowed.", "Deploys on Fridays are forbidden."],
    ["Run the migration before the deploy.", "Run the migration after the deploy."],
    ["The design was reviewed by anna.", "The design was reviewed by bernd."],
    ["The job copies orders to archive.", "The job copies archive to orders."],
    ["We no longer support Node 18.", "We support Node 18."],
  ])("stay two where they contradict each other: %s %s", async (a, b) => {
    expect(await remembered(a, b)).toEqual({ compared: 1, merged: 0 });
    expect([(await find("a"))?.text, (await find("b"))?.text]).toEqual([a, b]);
  });

  it("become one that keeps the better wording, and the other in its history", async () => {
    const [better, sloppy] = [
      "Note that we do not deploy the gateway on Fridays.",
      "We don't deploy the gateway on Fridays",
    ];
    expect(await remembered(better, sloppy)).toEqual({ compared: 1, merged: 1 });
    expect(await named("b")).toMatchObject({ id: memoryId("a"), text: better, timesObserved: 2 });
    expect(await older("a")).toMatchObject([{ text: sloppy, merged: memoryId("b"), at: 2 }]);
  });
});
