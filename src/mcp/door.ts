import { hostHeaderValidation } from "@modelcontextprotocol/hono";
import type { MiddlewareHandler } from "hono";

interface DoorSettings {
  /** Host names that requests may be sent to; none: those that the platform routes here. @default none */
  readonly allowedHosts?: readonly string[];
  /** Web origins beside the server's own that may call. */
  readonly corsOrigins: readonly string[];
}

const FORBIDDEN = 403;
/** JSON-RPC's code for what a server refuses by its own rules. */
const REFUSED = -32_000;

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

/**
 * Keeps web pages out that a browser, or a name made to point at this machine, would let in (DNS rebinding): the host asked
 * for is one of the server's, and an origin, which only browsers send, is the server's own or a configured one, with its
 * scheme and port: other programs of this machine have pages, too.
 */
export function mcpDoor({ allowedHosts = [], corsOrigins }: DoorSettings): readonly MiddlewareHandler[] {
  const named = new Set(corsOrigins.flatMap((origin) => originOf(origin) ?? []));
  const origin: MiddlewareHandler = async (c, next) => {
    const sent = c.req.header("origin");
    const isAllowed = sent === undefined || sent === originOf(c.req.url) || named.has(sent);
    if (isAllowed) return next();
    const error = { code: REFUSED, message: "This origin may not call: CORS_ORIGINS names those that may" };
    return c.json({ jsonrpc: "2.0", id: null, error }, FORBIDDEN);
  };
  return allowedHosts.length > 0 ? [hostHeaderValidation([...allowedHosts]), origin] : [origin];
}
