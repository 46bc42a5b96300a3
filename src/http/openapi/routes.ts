import type { OpenAPIHono } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import { shortHash } from "../../text/hash.ts";
import type { AppEnv } from "../app-parts.ts";
import { llmsText } from "../docs/llms.ts";
import { stylePolicy } from "../docs/style-policy.ts";
import { STYLES } from "../docs/styles.ts";
import { openApiDocument } from "./document.ts";

/** How long who has the document need not ask for it, seconds. */
const MAX_AGE_SECONDS = 300;

/**
 * GET /openapi.json, what the API is, GET /docs, the same for people, and GET /llms.txt, how a model begins. The first two are
 * made when they are first asked for, once an isolate; none needs a token or a database.
 */
export function describingRoutes(api: OpenAPIHono<AppEnv>, version: string): Hono {
  const document = once(() => openApiDocument(api, version));
  const json = once(() => whole(JSON.stringify(document()), "application/json"));
  const page = once(async () => {
    // Loaded when asked for: Node runs TypeScript, not JSX, and the scripts that run the Worker's parts in Node need no page.
    const { referencePage } = await import("../docs/page.tsx");
    return whole(referencePage(document()), "text/html");
  });
  const policy = once(() => stylePolicy(STYLES));
  return new Hono()
    .get("/llms.txt", async (c) => {
      c.header("x-content-type-options", "nosniff");
      return answer(c, await whole(llmsText(new URL(c.req.url).origin), "text/plain"));
    })
    .get("/openapi.json", async (c) => answer(c, await json()))
    .get("/docs", async (c) => {
      c.header("content-security-policy", await policy());
      c.header("x-content-type-options", "nosniff");
      c.header("referrer-policy", "no-referrer");
      return answer(c, await page());
    });
}

const once = <Made>(make: () => Made): (() => Made) => {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const whole = async (text: string, type: string) => ({
  text,
  type: `${type}; charset=utf-8`,
  etag: `"${await shortHash(text)}"`,
});

function answer(c: Context, { text, type, etag }: Awaited<ReturnType<typeof whole>>): Response {
  const headers = { etag, "cache-control": `public, max-age=${MAX_AGE_SECONDS}` };
  if (c.req.header("if-none-match")?.includes(etag)) return c.body(null, 304, headers);
  return c.body(text, 200, { ...headers, "content-type": type });
}
