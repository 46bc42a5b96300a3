import type { Context } from "hono";
import type { Span, SpanAttributes } from "../../contract/spans.ts";
import type { AppEnv } from "../app-parts.ts";
import type { RecordedSpan, TraceExporter } from "./otlp-export.ts";

/** `traceparent` of W3C Trace Context, version 00: https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

const randomId = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** The trace of one request. */
export interface Trace {
  readonly span: Span;
  /** The request has been answered so. */
  end(name: string, attributes: SpanAttributes): void;
}

interface Parent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

function parentOf(header: string | undefined): Parent | undefined {
  const [, traceId, spanId, flags = "0"] = TRACEPARENT.exec(header ?? "") ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Where a request fails, its answer says so: from here on it is the server's failure. */
const FIRST_SERVER_FAILURE = 500;

/**
 * Keeps a request's spans, and hands them over when it ends. Who sends `traceparent` decides whether it is sampled, else the
 * exporter's share does. Undefined: it is not.
 */
export function recordedTrace(c: Context<AppEnv>, exporter: TraceExporter): Trace | undefined {
  const parent = parentOf(c.req.header("traceparent"));
  if (!(parent?.isSampled ?? Math.random() < exporter.share)) return undefined;
  const { now } = exporter;
  const [traceId, spanId, startMs] = [
    parent?.traceId ?? randomId(TRACE_ID_BYTES),
    randomId(SPAN_ID_BYTES),
    now(),
  ];
  const spans: RecordedSpan[] = [];
  const keep = (span: Omit<RecordedSpan, "traceId" | "endMs">): void =>
    void spans.push({ ...span, traceId, endMs: now() });
  return {
    async span(name, attributes, call) {
      const one = { name, attributes, spanId: randomId(SPAN_ID_BYTES), parentId: spanId, startMs: now() };
      let hasFailed = true;
      try {
        const answer = await call();
        hasFailed = false;
        return answer;
      } finally {
        keep({ ...one, isServer: false, hasFailed });
      }
    },
    end(name: string, attributes: SpanAttributes) {
      const hasFailed = c.res.status >= FIRST_SERVER_FAILURE;
      keep({ name, attributes, spanId, parentId: parent?.spanId, startMs, isServer: true, hasFailed });
      exporter.take(spans, (work) => c.executionCtx.waitUntil(work));
    },
  };
}
