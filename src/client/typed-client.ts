import { hc } from "hono/client";
import { AppError } from "../errors.ts";
import type { Api } from "../http/api.ts";
import type { Send } from "./send.ts";

/** Every route as a call: `client.v1.memories[":id"].$get({ param: { id } })`. */
export type TypedClient = ReturnType<typeof hc<Api>>;

/**
 * A client of the server at a URL, typed by its routes, that leaves the sending to `send`. A name in a path is encoded; one
 * that an address cannot hold (none, `.` or `..`, which lead to another route) rejects the call as `invalid_input`.
 */
export const typedClient = (url: string, send: Send): TypedClient =>
  encoding(hc<Api>(url, { fetch: send as typeof fetch }));

type Callable = (...parameters: readonly unknown[]) => unknown;

/** hono's client puts names into paths as they are. */
function encoding<Target extends object>(client: Target): Target {
  return new Proxy(client, {
    get(target, key) {
      const part: unknown = Reflect.get(target, key);
      return typeof part === "function" ? encoding(part) : part;
    },
    async apply(target, _this, [asked, ...options]: readonly unknown[]) {
      return (target as Callable)(encoded(asked), ...options);
    },
  });
}

interface Asked {
  readonly param?: Readonly<Record<string, string | number>>;
}

function encoded(asked: unknown): unknown {
  const { param } = (asked ?? {}) as Asked;
  if (param === undefined) return asked;
  const names = Object.entries(param).map(([name, value]) => [name, encodedName(name, String(value))]);
  return { ...(asked as Asked), param: Object.fromEntries(names) };
}

/** A path goes over several parts; every other name is one. Nothing has half a character in its name, which no address can hold. */
function encodedName(name: string, value: string): string {
  const parts = name === "path" ? value.split("/") : [value];
  if (parts.some((part) => /^\.{0,2}$/.test(part)) || !value.isWellFormed())
    throw new AppError("invalid_input", `There is nothing of the ${name} ${JSON.stringify(value)}`);
  return parts.map(encodeURIComponent).join("/");
}
