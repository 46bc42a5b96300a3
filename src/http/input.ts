import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { limitOfRoute } from "../contract/input-limits.ts";
import { unitsOfBody } from "../contract/request-units.ts";
import { readInput } from "../contract/read-input.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "./app-parts.ts";

/** A query of 2,000 characters, or a place in a list, takes nine characters of an address for each of its own at most. */
const MAX_ADDRESS_CHARS = 32_000;
const MAX_PARAMETERS = 100;
/** All headers of a request with their names. */
const MAX_HEADER_CHARS = 32_000;

const tooLong = (what: string, allowed: number): AppError =>
  new AppError("too_large", `${what} at most ${allowed.toLocaleString("en")} characters`, {
    details: { allowed },
  });

function parametersIn(address: string): number {
  const begin = address.indexOf("?");
  if (begin < 0) return 0;
  let count = 1;
  for (let at = address.indexOf("&", begin); at >= 0; at = address.indexOf("&", at + 1)) count += 1;
  return count;
}

/** Refuses an address or headers that nobody needs so long, before anything looks into them. Throws `too_large`, `invalid_input`. */
export const limitedHead: MiddlewareHandler = async (c, next) => {
  const { url, headers } = c.req.raw;
  if (url.length > MAX_ADDRESS_CHARS) throw tooLong("An address has", MAX_ADDRESS_CHARS);
  if (parametersIn(url) > MAX_PARAMETERS)
    throw new AppError("invalid_input", `An address has at most ${MAX_PARAMETERS} parameters`);
  let chars = 0;
  for (const [name, value] of headers) chars += name.length + value.length;
  if (chars > MAX_HEADER_CHARS) throw tooLong("All headers together have", MAX_HEADER_CHARS);
  await next();
};

/** Of other encodings a decoder makes signs that nobody wrote, and nobody would be told. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
const IS_JSON = /^application\/(?:[\w.-]+\+)?json\b/i;

/** Throws `invalid_input` for JSON that is not UTF-8, which RFC 8259 (8.1) asks for. */
function assertUtf8(type: string | undefined, body: Uint8Array): void {
  if (!IS_JSON.test(type ?? "")) return;
  try {
    utf8.decode(body);
  } catch (cause) {
    throw new AppError("invalid_input", "The body is not UTF-8: JSON is sent as UTF-8 (RFC 8259, 8.1)", {
      cause,
    });
  }
}

/** A body that comes with them means nothing (RFC 9110, 9.3.1), and no `Request` can be made with one. */
const BODILESS: readonly string[] = ["GET", "HEAD"];

/**
 * Reads a body within the limit of its route, before a route looks at what it means, and has it paid for by its size; that
 * of a GET is read to keep the connection in step, and dropped. Throws `too_large`, `rate_limited`, and `invalid_input` for
 * JSON of too many parts or in another encoding.
 */
export const limitedBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { raw, method } = c.req;
  if (raw.body !== null) {
    const body = await readInput(raw.body, limitOfRoute(method, routePath(c, -1)));
    c.var.request.hold(unitsOfBody(body.byteLength));
    assertUtf8(c.req.header("content-type"), body);
    if (!BODILESS.includes(method)) c.req.raw = new Request(raw, { body });
  }
  await next();
};
