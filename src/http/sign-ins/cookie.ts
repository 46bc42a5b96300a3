import { SECOND_MS } from "../../config.ts";
import { publicOrigin } from "../door.ts";
import { secretId } from "../../workspaces/token.ts";

/** Whether clients reach the server by TLS. */
const isSecure = (request: Request): boolean => publicOrigin(request).startsWith("https:");

/**
 * The cookie's name. Browsers keep one set of cookies for all ports of a host: each server of a machine has a name of its
 * own, after its secret. By TLS the prefix keeps out what a subdomain, or the host without TLS, would set.
 */
const nameOf = async (request: Request, [secret = ""]: readonly string[]): Promise<string> =>
  isSecure(request) ? "__Host-recall" : `recall-${await secretId(secret)}`;

/** The cookie's value; undefined without one, and where there are two: somebody else set one of them. */
export async function cookieIn(request: Request, secrets: readonly string[]): Promise<string | undefined> {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const start = `${await nameOf(request, secrets)}=`;
  const [value, ...others] = pairs.filter((pair) => pair.startsWith(start));
  return others.length === 0 ? value?.slice(start.length) : undefined;
}

/**
 * Strict: only what a page of this site asks for brings it. A link from elsewhere still opens signed in: the page itself
 * needs no cookie, and what it then asks for comes from the page.
 */
const written = (request: Request, name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure(request) ? "; Secure" : ""}`;

/** The header that keeps a cookie for so many milliseconds. */
export const setCookie = async (
  request: Request,
  secrets: readonly string[],
  { value, ms }: { readonly value: string; readonly ms: number },
): Promise<string> => written(request, await nameOf(request, secrets), value, Math.floor(ms / SECOND_MS));

/** The header that takes it away. */
export const clearCookie = async (request: Request, secrets: readonly string[]): Promise<string> =>
  written(request, await nameOf(request, secrets), "", 0);
