import { expect, it, vi } from "vitest";
import { batchesOf, padded } from "../../src/local-models/batches.ts";
import type { LoadedModel } from "../../src/local-models/load-model.ts";
import { createScheduler } from "../../src/local-models/scheduler.ts";

/** A model that answers each text's length, one batch a time when it is let. */
function slowModel() {
  const ran: number[][] = [];
  const gates: (() => void)[] = [];
  const model: LoadedModel = {
    encode: (text, pair = "") => ({ ids: [...`${text}${pair}`].map(() => 1), types: [] }),
    run: async (batch) => {
      ran.push(batch.map(({ ids }) => ids.length));
      await new Promise<void>((open) => gates.push(open));
      return batch.map(({ ids }) => Float32Array.of(ids.length));
    },
    release: async () => undefined,
  };
  const letOne = () =>
    vi.waitFor(() => (gates.length > 0 ? gates.shift()?.() : Promise.reject(new Error("none"))));
  return { model, ran, letOne };
}

const job = (id: number, texts: readonly string[], isUrgent = false) => ({ id, model: "m", texts, isUrgent });
const long = "x".repeat(900);

it("puts texts of about one length together, and pads within a batch only", () => {
  expect(batchesOf([500, 3, 500, 4, 600], 1_024)).toEqual([[1, 3], [0, 2], [4]]);
  expect(batchesOf([3, 3, 3], 6)).toEqual([[0, 1], [2]]);
  expect(batchesOf([5_000], 1_024)).toEqual([[0]]);
  expect(batchesOf([])).toEqual([]);
  const { rows, columns, ids, mask } = padded(
    [
      { ids: [7], types: [0] },
      { ids: [8, 9], types: [0, 1] },
    ],
    5,
  );
  expect([rows, columns, [...ids], [...mask]]).toEqual([2, 2, [7n, 5n, 8n, 9n], [1n, 0n, 1n, 1n]]);
});

it("calculates a query before the passages that wait, and keeps each text's own answer", async () => {
  const { model, ran, letOne } = slowModel();
  const scheduler = createScheduler(async () => model);
  const passages = scheduler.ask(job(1, [long, "ab", `${long}y`]));
  await vi.waitFor(() => expect(ran).toEqual([[2]]));
  const query = scheduler.ask(job(2, ["abc"], true));
  await new Promise((done) => setImmediate(done));
  await letOne();
  await letOne();
  expect(await query).toEqual([Float32Array.of(3)]);
  await letOne();
  await letOne();
  expect(await passages).toEqual([900, 2, 901].map((value) => Float32Array.of(value)));
  expect(ran).toEqual([[2], [3], [900], [901]]);
});

it("does not calculate what nobody waits for any more", async () => {
  const { model, ran, letOne } = slowModel();
  const scheduler = createScheduler(async () => model);
  const first = scheduler.ask(job(1, ["a"]));
  const second = scheduler.ask(job(2, ["ab"]));
  await vi.waitFor(() => expect(ran).toHaveLength(1));
  scheduler.cancel(2);
  await expect(second).rejects.toThrow("nobody waits");
  await letOne();
  expect([await first, ran]).toEqual([[Float32Array.of(1)], [[1]]]);
  scheduler.cancel(9);
});

it("tries a model that could not be read again", async () => {
  const { model, letOne } = slowModel();
  let loads = 0;
  const load = async () => {
    if (loads++ === 0) throw new Error("not yet");
    return model;
  };
  const scheduler = createScheduler(load);
  await expect(scheduler.ask(job(1, ["a"]))).rejects.toThrow("not yet");
  const again = scheduler.ask(job(2, ["a"]));
  await letOne();
  expect(await again).toEqual([Float32Array.of(1)]);
  expect(await scheduler.ask(job(3, []))).toEqual([]);
});
