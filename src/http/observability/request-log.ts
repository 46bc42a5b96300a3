import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { SpanAttributes } from "../../contract/spans.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { isRead } from "../authenticate.ts";
import { beginTrace } from "./trace.ts";

/**
 * One line of JSON a request: what was asked by its route, how it ended and what it used. Never a text, a path, a query
 * or a token: the route stands for the address, the workspace's number and the token's id for the caller. The same, without
 * what it used, goes into the access log.
 */
export const requestLog =
  ({ now, access, traces }: Pick<AppParts, "now" | "access" | "traces">): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const startedAt = now();
    const trace = beginTrace(c, traces);
    c.set("span", trace.span);
    await next();
    const id = c.req.header("cf-ray") ?? crypto.randomUUID();
    const described = describe(c);
    console.log(JSON.stringify({ request: id, ...described, ms: now() - startedAt }));
    trace.end(String(described.route), attributesOf(c, described));
    if (access !== undefined) noteAccess(c, access);
  };

/** Where a parameter's pattern ends: with its part of the path. */
const PATTERN = /\{[^/]+\}(?=\/|$)/g;

/** The route that was asked, without the patterns of its parameters: `/v1/documents/:path`. */
const routeName = (c: Context<AppEnv>): string => routePath(c, -1).replace(PATTERN, "");

function describe(c: Context<AppEnv>): Record<string, unknown> {
  const request = c.get("request");
  const { status } = c.res;
  const route = `${c.req.method} ${routeName(c)}`;
  if (request === undefined) return { route, status };
  const { claims, meter, notes } = request;
  const { hops, rowsRead, rowsWritten, modelCalls } = meter;
  const who = { workspace: claims.workspace, token: claims.id };
  return { route, status, ...who, hops, rowsRead, rowsWritten, modelCalls, ...notes };
}

/** The log line as a span has it: https://opentelemetry.io/docs/specs/semconv/http/http-spans/ */
const attributesOf = (
  c: Context<AppEnv>,
  { route: _, status, ...more }: Readonly<Record<string, unknown>>,
): SpanAttributes => ({
  "http.request.method": c.req.method,
  "http.route": routeName(c),
  "http.response.status_code": Number(status),
  ...Object.fromEntries(
    Object.entries(more)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [`recall.${key}`, typeof value === "object" ? JSON.stringify(value) : value]),
  ),
});

/** Tools of MCP that change something. */
const WRITING_TOOLS: readonly unknown[] = ["remember", "forget", "feedback"];

/** Nothing for who sends too much: a refusal that writes would cost more than what it refuses. */
function noteAccess(c: Context<AppEnv>, access: NonNullable<AppParts["access"]>): void {
  const request = c.get("request");
  const { claims, from, notes, nowMs, later, session } = request ?? {};
  const outcome = c.get("failure") ?? notes?.failed ?? "ok";
  if (claims === undefined || from === undefined || session === undefined || outcome === "rate_limited")
    return;
  const { method, path } = c.req;
  const { tool } = notes ?? {};
  const route = tool === undefined ? `${method} ${routeName(c)}` : `mcp ${tool}`;
  const entry = { at: nowMs ?? 0, token: claims.id, ...from, route, outcome: String(outcome) };
  const isReading = isRead(method, path) && !WRITING_TOOLS.includes(tool);
  const { database } = session;
  const noted = { workspace: claims.workspace ?? 0, database, isRead: isReading, ...entry };
  access.note(noted, later ?? (() => undefined));
}
