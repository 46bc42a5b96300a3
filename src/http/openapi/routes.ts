import type { OpenAPIHono } from "@hono/zod-openapi";
import { Hono } from "hono";
import { shortHash } from "../../text/hash.ts";
import type { AppEnv } from "../app-parts.ts";
import { openApiDocument } from "./document.ts";

/** How long who has the document need not ask for it, seconds. */
const MAX_AGE_SECONDS = 300;

/** GET /openapi.json: what the API is. Made when it is first asked for, once an isolate; needs no token, no database. */
export function describingRoutes(api: OpenAPIHono<AppEnv>, version: string): Hono {
  let made: Promise<Described> | undefined;
  const described = (): Promise<Described> => {
    made ??= describeOnce(api, version);
    return made;
  };
  return new Hono().get("/openapi.json", async (c) => {
    const { json, etag } = await described();
    const headers = { etag, "cache-control": `public, max-age=${MAX_AGE_SECONDS}` };
    if (c.req.header("if-none-match")?.includes(etag)) return c.body(null, 304, headers);
    return c.body(json, 200, { ...headers, "content-type": "application/json; charset=utf-8" });
  });
}

interface Described {
  readonly json: string;
  readonly etag: string;
}

async function describeOnce(api: OpenAPIHono<AppEnv>, version: string): Promise<Described> {
  const json = JSON.stringify(openApiDocument(api, version));
  return { json, etag: `"${await shortHash(json)}"` };
}
