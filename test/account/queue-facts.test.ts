import { expect } from "vitest";
import { accountQueue } from "../support/account/account-queue.ts";
import { QUEUE_FACTS } from "./facts.ts";
import { showFacts } from "./show-facts.ts";

showFacts("Queues", QUEUE_FACTS, {
  async messageBytes() {
    const { send } = accountQueue<string>({ retries: 3, batch: 10 });
    await send("x".repeat(128_000 - 2));
    await expect(send("x".repeat(128_000 - 1))).rejects.toThrow(/exceeds limit/);
  },
  async again() {
    const { send, drain, dead } = accountQueue<string>({ retries: 3, batch: 10 });
    await send("a");
    let deliveries = 0;
    const failing = async () => {
      deliveries += 1;
      throw new Error("down");
    };
    expect([await drain(failing), deliveries, dead()]).toEqual([4, 4, ["a"]]);
  },
  async twice() {
    const { send, repeat, drain } = accountQueue<string>({ retries: 3, batch: 10 });
    await send("a");
    repeat();
    const delivered: string[] = [];
    await drain(async (messages) => void delivered.push(...messages));
    expect(delivered).toEqual(["a", "a"]);
  },
  async sentAtOnce() {
    const { sendBatch, waiting } = accountQueue<string>({ retries: 3, batch: 10 });
    const send = (count: number, bytes: number) =>
      sendBatch(Array(count).fill({ body: "x".repeat(bytes - 2) }));
    await send(100, 2_560);
    for (const [count, bytes] of [
      [101, 3],
      [100, 2_561],
      [1, 128_001],
    ] as const)
      await expect(send(count, bytes)).rejects.toThrow(/^Queue send/);
    expect(waiting()).toHaveLength(100);
  },
  async delay() {
    let nowMs = 0;
    const { send, drain, waiting } = accountQueue<string>({ retries: 3, batch: 10, now: () => nowMs });
    await send("a", { delaySeconds: 43_200 });
    await drain(async () => undefined);
    expect(waiting()).toEqual(["a"]);
    nowMs = 43_200_000;
    await drain(async () => undefined);
    expect(waiting()).toEqual([]);
    for (const delaySeconds of [43_201, -1, 0.5])
      await expect(send("a", { delaySeconds })).rejects.toThrow("delaySeconds");
  },
});
