import { expect, it } from "vitest";
import { workersAiEmbedder } from "../../../src/models/cloudflare/workers-ai.ts";
import { spaceKey } from "../../../src/models/ports.ts";

const answering = (answer: unknown) => {
  const asked: Record<string, unknown>[] = [];
  const run = async (_: string, inputs: Record<string, unknown>) => {
    asked.push(inputs);
    return answer;
  };
  return { run, asked };
};

it("asks bge-m3 with no prefix and no pooling, has a longer text cut, and takes 1,024 dimensions only", async () => {
  const M3 = { model: "@cf/baai/bge-m3", pooling: "own" };
  const wide = Array.from({ length: 1_024 }, (_, at) => (at === 0 ? 2 : 0));
  const ai = answering({ shape: [1, 1_024], data: [wide], pooling: "cls" });
  const embedder = workersAiEmbedder(ai, M3);
  expect((await embedder.embedQuery({ text: "где цапля", words: [] }))?.length).toBe(1_024);
  await embedder.embedChunks([{ headings: "Мост", text: "Цапля." }]);
  expect(ai.asked).toEqual([
    { text: ["где цапля"], truncate_inputs: true },
    { text: ["Мост\nЦапля."], truncate_inputs: true },
  ]);
  expect([embedder.maxBatch, spaceKey(embedder.space)]).toEqual([100, "@cf/baai/bge-m3|own|1024|1"]);
  // What it answers to `contexts` instead of `text`, an accepted batch, and vectors of another model.
  for (const answer of [{ response: [wide] }, { request_id: "r" }, { data: [wide.slice(0, 768)] }])
    await expect(
      workersAiEmbedder(answering(answer), M3).embedQuery({ text: "heron", words: [] }),
    ).rejects.toMatchObject({ code: "embedder_unavailable" });
  expect(() => workersAiEmbedder(ai, { model: "@cf/baai/bge-m4", pooling: "cls" })).toThrow("not known");
});
