import type { SpanAttributes } from "../../contract/spans.ts";

/** A span that has ended. */
export interface RecordedSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Undefined: it begins its trace. */
  readonly parentId: string | undefined;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: SpanAttributes;
  /** It is a request to this server; else a call that the server made. */
  readonly isServer: boolean;
  readonly hasFailed: boolean;
}

/** Where traces go, as the settings say. */
export interface TraceSettings {
  /** Base URL of an OTLP/HTTP receiver: `http://localhost:4318`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Share of the requests that are traced, 0 to 1. */
  readonly share: number;
}

export interface TraceExporter extends Pick<TraceSettings, "share"> {
  readonly now: () => number;
  /** Sends the spans of a request soon, with those of others; `later` keeps the isolate until then. */
  take(spans: readonly RecordedSpan[], later: (work: Promise<void>) => void): void;
}

/** So long spans wait for others, milliseconds. */
const WAIT_MS = 1_000;
/** A receiver that answers no sooner is not waited for, milliseconds. */
const TIMEOUT_MS = 5_000;
/** Spans that wait at most: more are dropped, and that is said. */
const MAX_WAITING = 5_000;

/**
 * Sends spans to an OTLP/HTTP receiver, JSON: https://opentelemetry.io/docs/specs/otlp/#otlphttp. What is not taken is lost,
 * and said once until the receiver takes some again: no answer waits for it, and nothing is kept.
 */
export function otlpExporter(
  { url, headers, share }: TraceSettings,
  version: string,
  now: () => number,
): TraceExporter {
  let waiting: RecordedSpan[] = [];
  let dropped = 0;
  let isFailing = false;
  const say = (problem: string | undefined): void => {
    if (problem !== undefined && !isFailing) console.error(`traces: ${problem}`);
    isFailing = problem !== undefined;
  };
  async function flush(): Promise<void> {
    await new Promise((done) => setTimeout(done, WAIT_MS));
    const spans = waiting;
    waiting = [];
    const lost =
      dropped > 0 ? `${dropped} spans were dropped: more than ${MAX_WAITING} in ${WAIT_MS} ms` : undefined;
    dropped = 0;
    say((await send(spans)) ?? lost);
  }
  async function send(spans: readonly RecordedSpan[]): Promise<string | undefined> {
    try {
      const { ok, status } = await fetch(`${url}/v1/traces`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(otlpTraces(spans, version)),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return ok ? undefined : `OTLP_URL answered ${status}`;
    } catch (error) {
      return `OTLP_URL did not answer: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return {
    ...{ share, now },
    take(spans, later) {
      const room = MAX_WAITING - waiting.length;
      dropped += Math.max(0, spans.length - room);
      const isFirst = waiting.length === 0;
      waiting.push(...spans.slice(0, room));
      if (isFirst) later(flush());
    },
  };
}

// Names and numbers of the protocol: https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto
const KIND = { server: 2, client: 3 } as const;
const STATUS = { unset: 0, error: 2 } as const;
const NANOSECONDS = "000000";

const nanoseconds = (ms: number): string => `${Math.trunc(ms)}${NANOSECONDS}`;

function typed(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const listOf = (attributes: SpanAttributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: typed(value) }));

/** The spans as the body of an export request. */
const otlpTraces = (spans: readonly RecordedSpan[], version: string) => ({
  resourceSpans: [
    {
      resource: { attributes: listOf({ "service.name": "edge-recall", "service.version": version }) },
      scopeSpans: [
        {
          scope: { name: "edge-recall", version },
          spans: spans.map(
            ({ traceId, spanId, parentId, name, startMs, endMs, attributes, isServer, hasFailed }) => ({
              ...{ traceId, spanId, name },
              ...(parentId !== undefined && { parentSpanId: parentId }),
              kind: isServer ? KIND.server : KIND.client,
              startTimeUnixNano: nanoseconds(startMs),
              endTimeUnixNano: nanoseconds(endMs),
              attributes: listOf(attributes),
              status: { code: hasFailed ? STATUS.error : STATUS.unset },
            }),
          ),
        },
      ],
    },
  ],
});
