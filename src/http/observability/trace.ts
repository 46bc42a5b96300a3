import type { Context } from "hono";
import { type Span, untraced } from "../../contract/spans.ts";
import type { AppEnv } from "../app-parts.ts";
import type { TraceExporter } from "./otlp-export.ts";
import { recordedTrace, type Trace } from "./recorded-trace.ts";
import { workersSpan } from "./workers-span.ts";

const NO_TRACE: Trace = { span: untraced, end: () => undefined };

/** Begins a request's trace: in what Cloudflare records itself, and in what is sent to `OTLP_URL`, where either is wanted. */
export function beginTrace(c: Context<AppEnv>, exporter: TraceExporter | undefined): Trace {
  const tracing = tracingOf(c);
  const ofPlatform = tracing && workersSpan(tracing);
  const recorded = exporter && recordedTrace(c, exporter);
  if (ofPlatform === undefined) return recorded ?? NO_TRACE;
  if (recorded === undefined) return { ...NO_TRACE, span: ofPlatform };
  const span: Span = (name, attributes, call) =>
    recorded.span(name, attributes, () => ofPlatform(name, attributes, call));
  return { ...recorded, span };
}

/** Undefined: the runtime has none, or the application is called without one. */
function tracingOf(c: Context<AppEnv>): Tracing | undefined {
  try {
    return (c.executionCtx as Partial<ExecutionContext>).tracing;
  } catch {
    return undefined;
  }
}
