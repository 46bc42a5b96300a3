import type { MiddlewareHandler } from "hono";
import { AppError } from "../errors.ts";
import type { AppParts } from "./app-parts.ts";

type DoorSettings = Pick<AppParts, "allowedHosts" | "corsOrigins">;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * An address of the host that was asked for; undefined for a name that no address can have. What a client writes into the
 * first line of a request and into `Host` is put together as it stands: `http://localhost:99999/`, `http://localhost*`.
 */
const askedOf = ({ url, headers }: Request): URL | undefined => {
  const asked = URL.parse(url);
  return asked === null
    ? undefined
    : (URL.parse(`${asked.protocol}//${headers.get("host") ?? asked.host}`) ?? undefined);
};

/**
 * Scheme and host of the server as its clients know them, or the URL's own: a proxy in front may end TLS, on no port of
 * its own.
 */
export function publicOrigin(request: Request): string {
  const asked = askedOf(request) ?? new URL(request.url);
  return LOOPBACK.test(asked.hostname) ? asked.origin : `https://${asked.host}`;
}

/** Whether an origin is the very server that was asked: scheme, host and port. A proxy in front may end TLS, on no port of its own. */
function isOwn(origin: string, asked: URL): boolean {
  if (origin === asked.origin) return true;
  return !LOOPBACK.test(asked.hostname) && origin === `https://${asked.host}`;
}

/** Whether a request comes from a page of this very server, as far as the browser says which page it comes from. */
export function isOwnPage(request: Request): boolean {
  const { headers } = request;
  const asked = askedOf(request);
  const [origin, site] = [headers.get("origin"), headers.get("sec-fetch-site")];
  // To the browser another port of the host is the same site.
  if (site !== null && site !== "same-origin") return false;
  return origin === null || (asked !== undefined && isOwn(origin, asked));
}

/**
 * Why a request is turned away; undefined: it may come in. Web pages that a browser, or a name made to point at this
 * machine, would let in (DNS rebinding) stay out: the host asked for is one of the server's, where it has a list of them,
 * and an origin, which only browsers send, is the server's own or a configured one, to the letter.
 */
export function turnedAway(
  request: Request,
  { allowedHosts = [], corsOrigins }: DoorSettings,
): AppError | undefined {
  const asked = askedOf(request);
  if (asked === undefined || (allowedHosts.length > 0 && !allowedHosts.includes(asked.hostname)))
    return new AppError("forbidden", "This server does not answer to that host name: see ALLOWED_HOSTS");
  const origin = request.headers.get("origin");
  if (origin === null || corsOrigins.includes(origin) || isOwn(origin, asked)) return undefined;
  return new AppError("forbidden", "This server does not answer to pages of that origin: see CORS_ORIGINS");
}

/** A browser asks for a page of another origin, and no origin is let in. */
export const refusePreflight: MiddlewareHandler = async (c, next) => {
  const isPreflight = c.req.method === "OPTIONS" && c.req.header("access-control-request-method");
  if (!isPreflight) return next();
  throw new AppError(
    "forbidden",
    "This server answers no web page of another origin: name the page's origin, such as https://app.example, in CORS_ORIGINS",
  );
};

/** Turns away at the routes that it is used for. */
export const door =
  (settings: DoorSettings): MiddlewareHandler =>
  async (c, next) => {
    const refusal = turnedAway(c.req.raw, settings);
    if (refusal !== undefined) throw refusal;
    await next();
  };
