import { readdirSync, readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  contextTokens,
  estimateModelWork,
  namesTokens,
} from "../../../src/cli/commands/push/context-estimate.ts";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";
import { namesRequest } from "../../../src/names/generated-names.ts";
import { shortHash } from "../../../src/text/hash.ts";
import { ORIGIN } from "../../support/client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const ROOT = new URL("../../../", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, ROOT), "utf8");

/** Files of this very repository: prose, and code. */
const PROSE = ["docs/ranking.md", "docs/memories.md", "docs/operations.md", "docs/command-line.md"];
const CODE = readdirSync(new URL("src/search/query/", ROOT))
  .filter((name) => name.endsWith(".ts"))
  .slice(0, 12)
  .map((name) => `src/search/query/${name}`);

/** What a model says of a chunk: one or two sentences. */
const ANSWERS = [
  "From the manual of a search service, in the part about what each setting does and which of them have a default that a workspace may override.",
  "This excerpt belongs to the changelog. It lists what the command-line tool has learnt in its first release.",
  "From a TypeScript file of the retrieval folder that ranks candidates; the function described here is called once for each search and never throws.",
];

const MODEL = "@cf/zai-org/glm-4.7-flash";

describe("the estimate of what contexts cost", () => {
  let world: SimulatedWorld;
  beforeAll(async () => {
    world = await createSimulatedWorld(0);
  });
  afterAll(() => world.dispose());

  it.each([
    ["prose", PROSE],
    ["code", CODE],
  ])("is within a tenth of what a tokenizer counts at the model, for %s", async (name, paths) => {
    const { generator } = world.ai;
    let said = 0;
    generator.script = () => ({ context: ANSWERS[said++ % ANSWERS.length] });
    Object.assign(generator.tokens, { in: 0, out: 0 });
    const token = await world.client.workspace(name);
    const documents = await Promise.all(
      paths.map(async (path) => {
        const text = read(path);
        return { path, text, hash: await shortHash(text), mtime: 1 };
      }),
    );
    const files = documents.map(({ path, hash, text, mtime }) => [path, hash, text.length, mtime]);
    await world.client.call("POST", "/v1/roots/r/manifest", {
      token,
      body: { origin: ORIGIN, files, contextualize: true },
    });
    await world.client.call("POST", "/v1/roots/r/documents", { token, body: { origin: ORIGIN, documents } });
    const before = generator.asked.length;
    for (let left = 1; left > 0; ) {
      await world.client.sweep();
      const row = await world.database.prepare("SELECT count(*) AS n FROM contexts").first<{ n: number }>();
      left = row?.n ?? 0;
    }
    const estimate = estimateModelWork(
      documents.map(({ path, text }) => contextTokens(path, text)),
      MODEL,
    );
    expect(estimate.chunks).toBe(generator.asked.length - before);
    expect(estimate.chunks).toBeGreaterThan(20);
    expect(estimate.tokensIn / generator.tokens.in).toBeGreaterThan(0.9);
    expect(estimate.tokensIn / generator.tokens.in).toBeLessThan(1.1);
    const all = (estimate.tokensIn + estimate.tokensOut) / (generator.tokens.in + generator.tokens.out);
    expect(all).toBeGreaterThan(0.9);
    expect(all).toBeLessThan(1.1);
  });

  it.each([
    ["prose", PROSE],
    ["code", CODE],
  ])("is as close for what is read to find names, in %s", (_, paths) => {
    let exact = 0;
    const texts = paths.map((path) => {
      const text = read(path);
      const { chunks, title = null } = chunkDocument({ path, text });
      for (const { system, prompt } of chunks.map((chunk) => namesRequest(title, chunk.text)))
        exact += countTokens(system) + countTokens(prompt);
      return namesTokens(path, text);
    });
    const { tokensIn } = estimateModelWork(texts, MODEL);
    expect(tokensIn / exact).toBeGreaterThan(0.9);
    expect(tokensIn / exact).toBeLessThan(1.1);
  });

  it("has the listed price of a known model, and none of another", () => {
    const texts = [{ chunks: 10, tokensIn: 900_000, tokensOut: 100_000 }];
    // 0.9 · 5,500 + 0.1 · 36,400 neurons
    expect(estimateModelWork(texts, MODEL)).toEqual({
      chunks: 10,
      tokensIn: 900_000,
      tokensOut: 100_000,
      model: MODEL,
      dollars: expect.closeTo(0.09449, 5),
      neurons: 8_590,
      freeDays: 0.859,
    });
    expect(estimateModelWork(texts, "qwen3")).not.toHaveProperty("dollars");
  });
});
