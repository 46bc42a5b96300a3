import { type Metrics, MOST_COUNTED } from "../../background/metrics.ts";
import { LATENCY_BUCKETS_MS } from "../../workspaces/search-days.ts";

// Prometheus's text format 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/

export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Sample = readonly [labels: string, value: number];

interface Family {
  readonly name: string;
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
  /** One without labels, or each with its own. */
  readonly samples: readonly Sample[];
}

const gauge = (name: string, help: string, ...samples: readonly (Sample | number)[]): Family => ({
  ...{ name, type: "gauge", help },
  samples: samples.map((one) => (typeof one === "number" ? ["", one] : one)),
});

/** Since midnight UTC: a counter may begin anew at any time. */
const counter = (name: string, help: string, value: number): Family => ({
  ...{ name, type: "counter", help: `${help}, since midnight UTC`, samples: [["", value]] },
});

const MS = 1_000;

/** Times in milliseconds; the table of buckets has no sum, so that averages come from quantiles. */
function durations(latencies: readonly number[]): Family {
  let below = 0;
  // What took longer than the last end is counted in its bucket, which is open.
  const buckets = LATENCY_BUCKETS_MS.slice(0, -1).map((end, at): Sample => {
    below += latencies[at] ?? 0;
    return [`_bucket{le="${end / MS}"}`, below];
  });
  const count = below + (latencies.at(-1) ?? 0);
  return {
    ...{ name: "recall_search_duration_seconds", type: "histogram" },
    help: "Searches by the time they took in the Worker, since midnight UTC",
    samples: [...buckets, ['_bucket{le="+Inf"}', count], ["_count", count]],
  };
}

function familiesOf(
  { totals, databaseBytes, searches, latencies, use, runs }: Metrics,
  nowMs: number,
): Family[] {
  const most = `${MOST_COUNTED} stands for more, too`;
  return [
    gauge("recall_workspaces", "Workspaces", totals.workspaces),
    gauge("recall_documents", "Documents of all workspaces, memories among them", totals.documents),
    gauge("recall_passages", "Passages of all workspaces", totals.passages),
    gauge("recall_database_bytes", "Size of the database", databaseBytes),
    gauge(
      "recall_work",
      `Passages that wait for their vectors or have failed, and rows of background work; ${most}`,
      ['{kind="passage",state="pending"}', totals.pendingPassages],
      ['{kind="passage",state="failed"}', totals.failedPassages],
      ['{kind="outbox",state="due"}', totals.dueWork],
      ['{kind="outbox",state="failed"}', totals.failedWork],
    ),
    gauge("recall_webhooks", "Webhooks", totals.webhooks),
    gauge(
      "recall_webhooks_failing",
      "Webhooks whose receiver did not answer, or that were switched off",
      totals.failingWebhooks,
    ),
    gauge("recall_sources", "Sources", totals.sources),
    gauge("recall_sources_failing", "Sources whose last run failed", totals.failingSources),
    gauge(
      "recall_models_paused",
      "1 while model work stands still for a quota or the budget",
      Number((use.pausedUntil ?? 0) > nowMs),
    ),
    ...(runs.lastMs === null
      ? []
      : [
          gauge(
            "recall_last_run_timestamp_seconds",
            "End of the newest background run that did anything",
            runs.lastMs / MS,
          ),
        ]),
    ...(runs.lastFailedMs === null
      ? []
      : [
          gauge(
            "recall_last_failed_run_timestamp_seconds",
            "End of the newest of the last runs that failed",
            runs.lastFailedMs / MS,
          ),
        ]),
    counter("recall_searches_total", "Searches", searches.searches),
    counter("recall_searches_nothing_found_total", "Searches that found nothing", searches.nothingFound),
    counter("recall_searches_degraded_total", "Searches that lacked something", searches.degraded),
    counter("recall_searches_cached_total", "Searches answered from a kept answer", searches.cachedAnswer),
    durations(latencies),
    counter("recall_model_calls_total", "Calls of models", use.calls),
    counter("recall_texts_embedded_total", "Texts that models embedded", use.texts),
    counter("recall_passages_reranked_total", "Passages that models re-ranked", use.passages),
    counter("recall_rows_read_total", "Rows that D1 read", use.rowsRead),
    counter("recall_rows_written_total", "Rows that D1 wrote", use.rowsWritten),
    counter("recall_neurons_total", "Neurons of Workers AI, estimated", use.neurons),
    counter("recall_vector_queries_total", "Queries to Vectorize", use.vectorQueries),
    counter("recall_queue_operations_total", "Operations of the queue", use.queueOperations),
  ];
}

const text = ({ name, type, help, samples }: Family): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([label, value]) => `${name}${label} ${value}`),
  ].join("\n");

/** The metrics as Prometheus reads them. The version holds nothing that would need escaping. */
export const prometheusText = (
  metrics: Metrics,
  { version, nowMs }: { readonly version: string; readonly nowMs: number },
): string =>
  `${[gauge("recall_info", "1, with the server's version", [`{version="${version}"}`, 1]), ...familiesOf(metrics, nowMs)].map(text).join("\n")}\n`;
