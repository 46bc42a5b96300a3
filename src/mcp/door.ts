import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/hono";
import type { MiddlewareHandler } from "hono";

interface DoorSettings {
  /** Host names that requests may be sent to; none: those that the platform routes here. @default none */
  readonly allowedHosts?: readonly string[];
  /** Web origins beside the server's own that may call. */
  readonly corsOrigins: readonly string[];
}

const hostNames = (origins: readonly string[]): string[] =>
  origins.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).hostname);

/**
 * Keeps web pages out that a browser, or a name made to point at this machine, would let in (DNS rebinding): the host asked
 * for is one of the server's, and an origin, which only browsers send, is the server's own or a configured one.
 */
export function mcpDoor({ allowedHosts = [], corsOrigins }: DoorSettings): readonly MiddlewareHandler[] {
  const named = hostNames(corsOrigins);
  const origin: MiddlewareHandler = (c, next) => {
    const own = allowedHosts.length > 0 ? allowedHosts : [new URL(c.req.url).hostname];
    return originValidation([...own, ...named])(c, next);
  };
  return allowedHosts.length > 0 ? [hostHeaderValidation([...allowedHosts]), origin] : [origin];
}
