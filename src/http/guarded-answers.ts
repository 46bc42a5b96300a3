import type { MiddlewareHandler } from "hono";

/**
 * What every answer says to a browser that shows it by itself: what it is, that it runs and loads nothing, is kept nowhere,
 * told to nobody and shown in no frame. Answers hold people's texts.
 */
export const GUARDS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Puts the guards onto every answer, failures among them; a page that says itself what it may load keeps that. */
export const guardedAnswers: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  const isPublic = headers.get("cache-control")?.startsWith("public") ?? false;
  for (const [name, value] of Object.entries(GUARDS)) {
    const isOwn = name === "cache-control" ? isPublic : headers.has(name);
    if (!isOwn) c.header(name, value);
  }
};
