import { expect } from "vitest";
import { aiError, direction, fakeAi } from "../support/fakes/fake-ai.ts";
import { MODEL_FACTS } from "./facts.ts";
import { showFacts } from "./show-facts.ts";

const EMBEDDER = "@cf/baai/bge-base-en-v1.5";
const EMBEDDER_M3 = "@cf/baai/bge-m3";
const RERANKER = "@cf/baai/bge-reranker-base";

const contexts = (...texts: readonly string[]) => texts.map((text) => ({ text }));

showFacts("Workers AI", MODEL_FACTS, {
  async texts() {
    const ai = fakeAi();
    const embed = (count: number) => ai.run(EMBEDDER, { text: Array(count).fill("a") });
    await embed(100);
    await expect(embed(101)).rejects.toThrow(/^3003/);
    await expect(embed(0)).rejects.toThrow(/^3003/);
    await expect(ai.run(EMBEDDER, { text: ["a", ""] })).rejects.toThrow(/^3003/);
  },
  async vectors() {
    const answer = await fakeAi().run(EMBEDDER, { text: ["heron", "otter"], pooling: "cls" });
    expect(answer).toEqual({
      shape: [2, 768],
      data: [direction("heron"), direction("otter")],
      pooling: "cls",
    });
    expect(direction("heron").filter(Number.isFinite)).toHaveLength(768);
  },
  async tokens() {
    const beginning = "one ".repeat(510);
    expect(direction(`${beginning} unread`)).toEqual(direction(beginning));
    expect(direction(`unread ${beginning}`)).not.toEqual(direction(beginning));
  },
  async pooling() {
    expect(direction("heron", "mean")).not.toEqual(direction("heron", "cls"));
  },
  async multilingual() {
    const ai = fakeAi();
    const answer = await ai.run(EMBEDDER_M3, { text: ["heron"], pooling: "mean" });
    expect(answer).toMatchObject({ shape: [1, 1_024], pooling: "cls", data: [expect.any(Array)] });
    await expect(ai.run(EMBEDDER_M3, { text: Array(101).fill("a") })).rejects.toThrow(/^3003/);
    await expect(ai.run(EMBEDDER_M3, { text: [""] })).rejects.toThrow(/^3003/);
    const long = "one ".repeat(9_000);
    await expect(ai.run(EMBEDDER_M3, { text: [long] })).rejects.toThrow(/^3006/);
    await ai.run(EMBEDDER_M3, { text: [long], truncate_inputs: true });
  },
  async dimensions() {
    const embed = async (model: string) => {
      const { data } = (await fakeAi().run(model, { text: ["цапля", "heron"] })) as { data: number[][] };
      return data;
    };
    const [heron, translated] = await embed(EMBEDDER_M3);
    expect([heron?.length, heron]).toEqual([1_024, translated]);
    const [english, foreign] = await embed(EMBEDDER);
    expect(english).not.toEqual(foreign);
  },
  async unknown() {
    await expect(fakeAi().run("@cf/baai/bge-m4", { text: ["a"] })).rejects.toThrow(/^5007/);
  },
  async scores() {
    const inputs = { query: "heron", contexts: contexts("otters", "a heron") };
    const response = [
      { id: 1, score: 0.5 },
      { id: 0, score: -0.5 },
    ];
    expect(await fakeAi().run(RERANKER, inputs)).toEqual({ response });
    expect(await fakeAi().run(RERANKER, { ...inputs, top_k: 1 })).toEqual({ response: response.slice(0, 1) });
  },
  async contexts() {
    for (const inputs of [
      { query: "", contexts: contexts("a") },
      { query: "a", contexts: contexts("a", "") },
    ])
      await expect(fakeAi().run(RERANKER, inputs)).rejects.toThrow(/^3003/);
  },
  async neurons() {
    const ai = fakeAi();
    ai.neuronsLeft = 0.001;
    await ai.run(EMBEDDER, { text: ["a heron"] });
    await expect(ai.run(EMBEDDER, { text: ["a heron"] })).rejects.toThrow(/^4006: .*daily free allocation/);
    ai.failure = () => aiError(3036);
    await expect(ai.run(EMBEDDER, { text: ["a heron"] })).rejects.toThrow(/^3036/);
  },
  async capacity() {
    const ai = fakeAi();
    ai.hasCapacity = false;
    await expect(ai.run(EMBEDDER, { text: ["a heron"] })).rejects.toThrow(/^3040/);
  },
});
