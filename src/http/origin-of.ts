import type { Context } from "hono";
import { DOOR_HEADER } from "../contract/headers.ts";
import { Door } from "../workspaces/contract.ts";
import type { TokenUse } from "../workspaces/sql/token-store.ts";
import type { AppEnv } from "./app-parts.ts";

/** Bytes of an address that name its network: IPv4 /24; of IPv6 the first three groups, /48. */
const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const V6 = /^[0-9a-f:]{2,39}$/i;
const V6_GROUPS = 8;
const NETWORK_GROUPS = 3;

/** The network of an address, as much of it as is kept: `203.0.113.0/24`, `2001:db8:1::/48`, or `local`. */
export function networkOf(address: string | undefined): string {
  if (address === undefined || address === "::1") return "local";
  const v4 = V4.exec(MAPPED.exec(address)?.[1] ?? address);
  if (v4 !== null) return v4[1] === "127" ? "local" : `${v4[1]}.${v4[2]}.${v4[3]}.0/24`;
  if (!V6.test(address)) return "unknown";
  const [before = "", after] = address.toLowerCase().split("::");
  const front = before === "" ? [] : before.split(":");
  const back = after === undefined || after === "" ? [] : after.split(":");
  const gap = after === undefined ? 0 : Math.max(0, V6_GROUPS - front.length - back.length);
  const groups = [...front, ...Array.from({ length: gap }, () => "0"), ...back].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/48`;
}

/** By which door a request came, and from which network. A client says its door itself; /mcp is one whatever it says. */
export function originOf(c: Context<AppEnv>): TokenUse {
  const said = Door.safeParse(c.req.header(DOOR_HEADER));
  const door = c.req.path === "/mcp" ? "mcp" : (said.data ?? "http");
  return { door, address: networkOf(c.req.header("cf-connecting-ip")) };
}
