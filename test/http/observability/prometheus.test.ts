import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Metrics, MOST_COUNTED } from "../../../src/background/metrics.ts";
import { prometheusText } from "../../../src/http/observability/prometheus.ts";
import local from "../../../src/local.ts";
import { LATENCY_BUCKETS_MS } from "../../../src/workspaces/search-days.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

const NOW_MS = Date.UTC(2026, 10, 20);

const METRICS: Metrics = {
  totals: {
    ...{ workspaces: 2, documents: 3, passages: 4, pendingPassages: MOST_COUNTED, failedPassages: 0 },
    ...{ dueWork: 5, failedWork: 1, webhooks: 2, failingWebhooks: 1, sources: 1, failingSources: 0 },
  },
  databaseBytes: 4_096,
  searches: { searches: 5, nothingFound: 1, degraded: 2, cachedAnswer: 1 },
  latencies: LATENCY_BUCKETS_MS.map((_, at, { length }) => (at === 0 ? 3 : at === length - 1 ? 2 : 0)),
  use: {
    ...{ calls: 7, texts: 8, passages: 9, pausedUntil: NOW_MS + 1, rowsRead: 10, rowsWritten: 11 },
    ...{ neurons: 1.5, vectorQueries: 12, queriedDimensions: 13, queueOperations: 14 },
  },
  runs: { lastMs: 1_500, lastFailedMs: null },
};

/** Samples by name and labels, and what the format says of each name. */
function parsed(text: string) {
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  expect(text.endsWith("\n")).toBe(true);
  for (const line of text.trimEnd().split("\n")) {
    const [, name, type] = /^# TYPE ([a-z_]+) (gauge|counter|histogram)$/.exec(line) ?? [];
    if (name !== undefined && type !== undefined) types.set(name, type);
    else if (!/^# HELP [a-z_]+ [^\n]+$/.test(line)) {
      const [, key, value] = /^([a-z_]+(?:\{(?:[a-z]+="[^"\\]*",?)+\})?) (\S+)$/.exec(line) ?? [];
      expect(key, line).toBeDefined();
      expect(samples.has(key ?? "")).toBe(false);
      samples.set(key ?? "", Number(value));
    }
  }
  return { samples, types };
}

describe("the text that Prometheus reads", () => {
  const { samples, types } = parsed(prometheusText(METRICS, { version: "1.2.3", nowMs: NOW_MS }));

  it("gives each value under its name", () => {
    expect(Object.fromEntries(samples)).toMatchObject({
      'recall_info{version="1.2.3"}': 1,
      recall_workspaces: 2,
      'recall_work{kind="passage",state="pending"}': MOST_COUNTED,
      'recall_work{kind="outbox",state="failed"}': 1,
      recall_models_paused: 1,
      recall_last_run_timestamp_seconds: 1.5,
      recall_searches_total: 5,
      recall_neurons_total: 1.5,
    });
    expect(samples.has("recall_last_failed_run_timestamp_seconds")).toBe(false);
    expect(types.get("recall_searches_total")).toBe("counter");
  });

  it("has a histogram whose buckets grow up to all", () => {
    const buckets = [...samples].filter(([key]) => key.includes("_bucket{"));
    const counts = buckets.map(([, count]) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(buckets[0]).toEqual(['recall_search_duration_seconds_bucket{le="0.001"}', 3]);
    expect(buckets.at(-1)).toEqual(['recall_search_duration_seconds_bucket{le="+Inf"}', 5]);
    expect(samples.get("recall_search_duration_seconds_count")).toBe(5);
  });

  it("has every name that the dashboard shows", () => {
    const dashboard = readFileSync("examples/grafana/dashboard.json", "utf8");
    const shown = new Set(dashboard.match(/\brecall_[a-z_]+/g));
    const given = new Set([...samples.keys()].map((key) => key.replace(/\{.*/, "")));
    expect(shown.size).toBeGreaterThan(10);
    expect([...shown].filter((name) => !given.has(name))).toEqual([
      "recall_last_failed_run_timestamp_seconds",
    ]);
  });
});

describe("GET /metrics", () => {
  const here = {} as {
    client: TestClient;
    ask: (token?: string) => Promise<Response>;
    dispose: () => unknown;
  };
  beforeAll(async () => {
    const database = await openQuickDatabase();
    const env = testEnv(database.database);
    here.client = createClient(local as never, env);
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
    here.ask = async (token) => {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const request = new Request("http://localhost/metrics", { headers });
      return local.fetch(request as never, env, context as never);
    };
    here.dispose = () => database.dispose();
  });
  afterAll(() => here.dispose());

  it("is of all workspaces, for an owner alone", async () => {
    const { client, ask } = here;
    const one = await client.workspace("one");
    const two = await client.workspace("two");
    await client.upload(one, { "a.md": "# Kestrel\n\nOne.\n", "b.md": "# Heron\n\nTwo.\n" });
    await client.upload(two, { "c.md": "# Osprey\n\nThree.\n" });
    await client.search(one, "kestrel");
    const answer = await ask(await client.owner());
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    const text = await answer.text();
    const { samples } = parsed(text);
    expect(samples.get("recall_workspaces")).toBe(2);
    expect(samples.get("recall_documents")).toBe(3);
    expect(samples.get("recall_searches_total")).toBe(1);
    expect(samples.get("recall_search_duration_seconds_count")).toBe(1);
    expect(samples.get("recall_database_bytes")).toBeGreaterThan(0);
    expect(text).not.toMatch(/kestrel|a\.md|one/i);
    expect([(await ask(one)).status, (await ask()).status]).toEqual([403, 401]);
  });
});
