import type { Span } from "../../contract/spans.ts";

/**
 * Spans beside those that Cloudflare makes by itself of requests, D1 and fetch; it nests them, and samples and exports them
 * as wrangler.toml says: https://developers.cloudflare.com/workers/observability/traces/custom-spans/
 */
export const workersSpan =
  (tracing: Pick<Tracing, "enterSpan">): Span =>
  (name, attributes, call) =>
    tracing.enterSpan(name, (span) => {
      for (const [key, value] of Object.entries(attributes)) span.setAttribute(key, value);
      return call();
    });
