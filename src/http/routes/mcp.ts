import type { Handler } from "hono";
import { serveMcp } from "../../mcp/serve.ts";
import { createMcpServer } from "../../mcp/server.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import type { BookmarkMemory } from "../bookmark-memory.ts";

interface McpRouteParts extends Pick<AppParts, "services" | "version"> {
  readonly bookmarks: BookmarkMemory;
  /** Largest request body, bytes. */
  readonly maxBodyBytes: number;
}

/** /mcp: the services as tools, resources and prompts of the Model Context Protocol. */
export const mcpRoute =
  ({ services, version, bookmarks, maxBodyBytes }: McpRouteParts): Handler<AppEnv> =>
  async (c) => {
    const request = c.get("request");
    await request.admitted;
    const onWritten = (bookmark: string): void => bookmarks.keep(request.claims.id, bookmark);
    return serveMcp(
      c.req.raw,
      (session) => createMcpServer({ services, version, session, onWritten }, request),
      { token: request.claims.id, maxBodyBytes },
    );
  };
