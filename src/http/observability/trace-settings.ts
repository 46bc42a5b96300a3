import { AppError } from "../../errors.ts";
import type { TraceSettings } from "./otlp-export.ts";

/** The variables, as an environment has them. */
interface TraceVariables {
  readonly OTLP_URL?: string;
  readonly OTLP_HEADERS?: string;
  readonly OTLP_SAMPLE?: string;
}

/** Where traces are sent; undefined: nowhere. Throws AppError `misconfigured`. */
export function traceSettings({
  OTLP_URL: url = "",
  OTLP_HEADERS: headers = "",
  OTLP_SAMPLE: share = "1",
}: TraceVariables): TraceSettings | undefined {
  if (url === "") return undefined;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new AppError(
      "misconfigured",
      "OTLP_URL is the base URL of an OTLP receiver, http://localhost:4318",
    );
  if (!/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(share))
    throw new AppError("misconfigured", "OTLP_SAMPLE is the share of requests that are traced, from 0 to 1");
  return {
    url: url.replace(/\/+$/, "").replace(/\/v1\/traces$/, ""),
    headers: headersIn(headers),
    share: Number(share),
  };
}

/** Names are tokens of HTTP; a value holds what one line of a header may. */
const HEADER = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*([\x20-\x7e]*?)\s*$/;

/** `name=value,name=value`, values percent-encoded: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
function headersIn(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = HEADER.exec(pair) ?? [];
      const decoded = value === undefined ? undefined : decode(value);
      if (name === undefined || decoded === undefined)
        throw new AppError("misconfigured", "OTLP_HEADERS are headers as name=value, separated by commas");
      return [name, decoded];
    }),
  );
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
