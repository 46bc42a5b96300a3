import { expect } from "vitest";
import { type Embedder, spaceKey } from "../../src/models/ports.ts";
import { cosine } from "../../src/text/quantise.ts";
import type { DefineCase } from "../support/failures-of.ts";

/** Every Embedder passes this. */
export function embedderContract(create: () => Embedder, it: DefineCase): void {
  const input = (text: string, headings = "") => ({ headings, text });
  const query = (text: string) => ({ text, words: text.split(" ") });

  it("answers one unit vector of its identity's dimensions for each text, in order", async () => {
    const embedder = create();
    const texts = ["the heron nests by the weir", "soup on mondays", "signing keys are rotated"];
    const vectors = await embedder.embedChunks(texts.map((text) => input(text)));
    expect(vectors).toHaveLength(texts.length);
    for (const vector of vectors) {
      expect(vector).toHaveLength(embedder.space.dimensions);
      expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 4);
    }
    const [alone] = await embedder.embedChunks([input(texts[1] ?? "")]);
    expect(cosine(alone ?? [], vectors[1] ?? [])).toBeCloseTo(1, 5);
  });

  it("puts a query nearest to the text that answers it", async () => {
    const embedder = create();
    const vectors = await embedder.embedChunks([
      input("soup on mondays"),
      input("the heron nests by the weir"),
    ]);
    const asked = await embedder.embedQuery(query("heron nests"));
    const [soup = 0, heron = 0] = vectors.map((vector) => cosine(asked ?? [], vector ?? []));
    expect(heron).toBeGreaterThan(soup);
  });

  it("lets headings count", async () => {
    const [plain, headed] = await create().embedChunks([
      input("it nests there"),
      input("it nests there", "Heron > Weir"),
    ]);
    const asked = await create().embedQuery(query("heron weir"));
    expect(cosine(asked ?? [], headed ?? [])).toBeGreaterThan(cosine(asked ?? [], plain ?? []));
  });

  it("has no vector for a text with nothing in it, never zeros", async () => {
    const [nothing, something] = await create().embedChunks([input(""), input("heron")]);
    expect(nothing).toBeUndefined();
    expect(something).toBeDefined();
  });

  it("carries as many texts in one call as it says", async () => {
    const embedder = create();
    const texts = Array.from({ length: embedder.maxBatch }, (_, at) => input(`heron number ${at}`));
    expect((await embedder.embedChunks(texts)).every((vector) => vector !== undefined)).toBe(true);
  });

  it("says what makes its vectors comparable", () => {
    expect(spaceKey(create().space)).toMatch(/^.+\|.+\|\d+\|\d+$/);
  });
}
