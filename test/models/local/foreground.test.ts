import { expect, it } from "vitest";
import { createForeground } from "../../../src/models/local/foreground.ts";
import { hashEmbedder } from "../../../src/models/local/hash-embedder.ts";
import type { Embedder } from "../../../src/models/ports.ts";

/** An embedder whose calls for passages end when they are let. */
function slowEmbedder() {
  const ends: (() => void)[] = [];
  const embedder: Embedder = {
    ...hashEmbedder,
    embedChunks: async () => {
      await new Promise<void>((end) => ends.push(end));
      return [];
    },
  };
  return { embedder, end: () => ends.shift()?.() };
}

it("tells of requests while passages are embedded, and for a second after", async () => {
  let nowMs = 0;
  const { noticing, during } = createForeground(() => nowMs);
  const { embedder, end } = slowEmbedder();
  const told: string[] = [];
  const request = (name: string) =>
    during(
      () => told.push(name),
      () => name,
    );
  expect(await request("before")).toBe("before");
  const passages = noticing(embedder).embedChunks([]);
  await request("first");
  nowMs = 99;
  await request("of the same tenth of a second");
  nowMs = 100;
  await request("second");
  end();
  await passages;
  nowMs = 1_099;
  await request("between two calls");
  nowMs = 1_100;
  await request("after");
  expect(told).toEqual(["first", "second", "between two calls"]);
});

it("tells of a request again while it lasts, and answers with its failure", async () => {
  let nowMs = 0;
  const { noticing, during } = createForeground(() => nowMs);
  const { embedder, end } = slowEmbedder();
  const passages = noticing(embedder).embedChunks([]);
  let told = 0;
  await new Promise<void>((done) => {
    const tell = () => {
      told += 1;
      nowMs += 100;
      if (told === 3) done();
    };
    void during(tell, () => new Promise(() => undefined));
  });
  await expect(
    during(
      () => undefined,
      () => Promise.reject(new Error("no answer")),
    ),
  ).rejects.toThrow("no answer");
  end();
  await passages;
});
