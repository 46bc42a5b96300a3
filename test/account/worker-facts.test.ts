import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { EMPTY_ACCOUNT, type StandInAccount } from "../scripts/deploy/stand-in-account.ts";
import { COMMAND_TABLE } from "../scripts/deploy/stand-in-commands.ts";
import { accountCalls } from "../support/account/account-calls.ts";
import { WORKER_FACTS } from "./facts.ts";
import { showFacts } from "./show-facts.ts";

showFacts("Workers", WORKER_FACTS, {
  async calls() {
    for (const [plan, most] of [
      ["free", 1_000],
      ["paid", 10_000],
    ] as const) {
      const { watch, newInvocation } = accountCalls(plan);
      const model = watch({ run: async () => "answer" }, ["run"]);
      const index = watch({ query: async () => "answer", close: () => "closed" }, ["query"]);
      for (let made = 1; made < most; made++) await model.run();
      await index.query();
      await expect(index.query()).rejects.toThrow("Too many subrequests");
      expect([index.close(), newInvocation()]).toEqual(["closed", most + 1]);
      await model.run();
    }
  },
  async cpu() {
    for (const [plan, most] of [
      ["free", 10],
      ["paid", 30_000],
    ] as const) {
      const { watch, spend, ended, newInvocation } = accountCalls(plan);
      const model = watch({ run: async (cpuMs: number) => spend(cpuMs) }, ["run"]);
      await model.run(most);
      let hasGoneOn = false;
      void model.run(1).then(() => {
        hasGoneOn = true;
      });
      await ended();
      newInvocation();
      await model.run(most);
      expect(hasGoneOn).toBe(false);
    }
  },
  async cpuSetting() {
    const queues = { "edge-recall-index": { consumers: [] }, "edge-recall-index-dead": { consumers: [] } };
    const deployed = (plan: StandInAccount["plan"], config: string) =>
      COMMAND_TABLE.deploy?.({ account: { ...EMPTY_ACCOUNT, plan, queues }, words: [], input: "", config })
        .stderr;
    const own = readFileSync("wrangler.toml", "utf8");
    const limited = `${own}\n[limits]\ncpu_ms = 300000\n`;
    expect(deployed("free", limited)).toContain("[code: 100328]");
    for (const [plan, config] of [
      ["paid", limited],
      ["paid", own],
      ["free", own],
    ] as const)
      expect(deployed(plan, config)).toBeUndefined();
  },
});
