import { AppError } from "../../errors.ts";
import { isExample, nameProblem } from "../../webhooks/address.ts";
import { ipOf, isPublicIp } from "./ip-address.ts";

// What the server fetches is chosen by people and, by links and redirects, by whoever wrote the pages: nothing but public
// servers on the web's own ports may be reached by it. Each address is looked at before it is asked, each redirect again.

export interface AddressRules {
  /** `host:port` of servers that the owner of this one lets sources have, wherever they are. */
  readonly allowedHosts: ReadonlySet<string>;
}

const PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** A name may end in the dot of the root. */
const hostOf = (url: URL): string => url.hostname.replace(/\.$/, "");

/** Whether the owner lets sources have the server, wherever it is. */
export const isAllowed = (url: URL, { allowedHosts }: AddressRules): boolean =>
  allowedHosts.has(`${hostOf(url)}:${url.port || PORTS[url.protocol]}`);

/** Why an address is not fetched; undefined: it may be. */
export function addressProblem(url: URL, rules: AddressRules): string | undefined {
  if (!Object.hasOwn(PORTS, url.protocol)) return "http and https only";
  if (url.username !== "" || url.password !== "") return "no user and no password in the address";
  if (isAllowed(url, rules)) return undefined;
  if (url.port !== "" && url.port !== "80" && url.port !== "443")
    return "port 80 or 443 only, but for what SOURCE_HOSTS of a local server names";
  const host = hostOf(url);
  const ip = ipOf(host);
  if (ip !== undefined)
    return isPublicIp(ip)
      ? undefined
      : `${ip} is no address of the public internet; SOURCE_HOSTS of a local server may name it with its port`;
  return nameProblem(host);
}

/** Why a request is not made; undefined: it may be. An example may stand in a source, and nobody is asked. */
export const requestProblem = (url: URL, rules: AddressRules): string | undefined =>
  addressProblem(url, rules) ?? (isExample(url.href) ? "it is an example's: nobody is there" : undefined);

/** The address without its fragment. Throws `invalid_input` for one that is not to be fetched. */
export function sourceAddress(text: string, rules: AddressRules): URL {
  const url = URL.parse(text);
  const problem = url === null ? "an absolute address, https://…" : addressProblem(url, rules);
  if (url === null || problem !== undefined)
    throw new AppError("invalid_input", `location: ${problem}`, { details: { field: "location" } });
  url.hash = "";
  return url;
}
