import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { CRON } from "../../src/background/crons.ts";
import { PASSED_SETTINGS, workerOptions } from "../../src/cli/local/server-options.ts";

const CONFIG = "wrangler.toml";

/** What the comparison reads of an environment in wrangler.toml. */
interface Environment {
  readonly d1_databases: readonly { readonly binding: string; readonly database_id: string }[];
  readonly queues: {
    readonly producers: readonly { readonly binding: string; readonly queue: string }[];
    readonly consumers: readonly (Readonly<Record<string, unknown>> & { readonly queue: string })[];
  };
  readonly vars: Readonly<Record<string, string>>;
  readonly triggers: { readonly crons: readonly string[] };
  readonly compatibility_date: string;
  readonly compatibility_flags: readonly string[];
  readonly assets: { readonly directory: string; readonly run_worker_first: readonly string[] };
}

describe("a deployment", () => {
  it.each([undefined, "local"])("runs the crons that the code waits for (environment %s)", (env) => {
    const { triggers } = unstable_readConfig({ config: CONFIG, env }, { hideWarnings: true });
    expect(triggers.crons).toEqual([CRON]);
  });

  it("keeps queries in an address out of the platform's logs", () => {
    const { observability } = unstable_readConfig({ config: CONFIG }, { hideWarnings: true });
    expect(observability).toMatchObject({ enabled: true, redact_query_string: true });
  });
});

describe("the local server", () => {
  const local = (): Environment =>
    unstable_readConfig({ config: CONFIG, env: "local" }, { hideWarnings: true }) as Environment;
  const options = workerOptions({
    root: ".",
    script: "",
    secret: "s",
    settings: { PLAN: "free", HOME: "/" },
  });
  const { config } = options as { config: { env: Record<string, unknown>; triggers: readonly unknown[] } };

  it("has the bindings that the local environment of wrangler.toml names, a secret, and the settings passed on", () => {
    const { d1_databases, queues, vars } = local();
    const named = [
      ...d1_databases.map(({ binding, database_id: id }) => [binding, { type: "d1", id }] as const),
      ...queues.producers.map(({ binding, queue: name }) => [binding, { type: "queue", name }] as const),
      ...Object.entries(vars).map(([name, value]) => [name, { type: "text", value }] as const),
    ];
    const { SIGNING_SECRET, PLAN, ...bound } = config.env;
    expect(bound).toEqual(Object.fromEntries(named));
    expect([SIGNING_SECRET, PLAN]).toEqual([
      { type: "text", value: "s" },
      { type: "text", value: "free" },
    ]);
  });

  it("serves the page below the same paths of the Worker as wrangler.toml", () => {
    const { directory, run_worker_first: paths } = local().assets;
    const { assets } = workerOptions({
      root: ".",
      script: "",
      secret: "s",
      page: directory,
      settings: {},
    }).config as { assets: { directory: string; runWorkerFirst: readonly string[] } };
    expect([assets.directory, assets.runWorkerFirst]).toEqual([directory, paths]);
  });

  it("passes on only settings that the Worker knows", () => {
    const known = readFileSync("src/env.ts", "utf8");
    expect(PASSED_SETTINGS.filter((name) => !known.includes(`readonly ${name}?:`))).toEqual([]);
  });

  it("consumes the queue and runs the crons as wrangler.toml says, at the same compatibility date and flags", () => {
    const { queues, triggers, compatibility_date, compatibility_flags } = local();
    const consumers = queues.consumers.map((consumer) => ({
      type: "queue",
      name: consumer.queue,
      deadLetterQueue: consumer.dead_letter_queue,
      maxBatchSize: consumer.max_batch_size,
      maxBatchTimeout: consumer.max_batch_timeout,
      maxRetries: consumer.max_retries,
    }));
    const crons = triggers.crons.map((schedule) => ({ type: "scheduled", schedule }));
    expect(config.triggers).toEqual([...consumers, ...crons]);
    expect(config).toMatchObject({
      compatibilityDate: compatibility_date,
      compatibilityFlags: compatibility_flags,
    });
  });
});
