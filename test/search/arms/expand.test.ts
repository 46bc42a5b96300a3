import { expect, it } from "vitest";
import { expandQuery, startExpansion } from "../../../src/search/arms/expansion/expand.ts";
import { createDeadline } from "../../../src/search/hops/attempt.ts";
import { createIsolateMemory } from "../../../src/search/hops/isolate-memory.ts";
import { NEURAL, planOf, workspaceState } from "../fakes.ts";

const WRITTEN = JSON.stringify({ rewrites: ["rotate keys yearly"], paraphrases: [] });

it("remembers what was written for a query in its workspace, and shows it to no other", async () => {
  let asked = 0;
  const generator = {
    model: "m",
    generate: async () => {
      asked += 1;
      return WRITTEN;
    },
  };
  const deps = {
    ...{ generator, memory: createIsolateMemory(10), now: Date.now },
    deadline: createDeadline(10_000, Date.now),
  };
  const plan = await planOf({ query: "rotate keys", expand: true }, NEURAL(), { generator: "m" });
  const expand = async (workspace: number) => {
    const started = startExpansion(deps, { ...plan, workspace });
    const after = { workspace: workspaceState({ num: workspace }), started, vector: undefined };
    return (await expandQuery(deps, { ...plan, workspace }, after)).source;
  };
  expect([await expand(1), await expand(1), await expand(2)]).toEqual(["model", "cache", "model"]);
  expect(asked).toBe(2);
});
