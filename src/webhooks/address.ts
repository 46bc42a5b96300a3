import { AppError } from "../errors.ts";

// What the Worker posts to is chosen by an admin of one workspace: nothing but a public https server may be reached by it.

/** Names that are never public (RFC 6761, 6762, 8375, ICANN's .internal), and what networks use as such. */
const PRIVATE_SUFFIXES = [
  ...["localhost", "local", "internal", "home.arpa", "test", "invalid", "example", "onion", "alt"],
  ...["lan", "intranet", "private", "corp", "home", "localdomain"],
];

/** Public names that lead to one's own machine. */
const LOOPBACK_NAMES = ["localtest.me", "lvh.me", "vcap.me", "lacolhost.com"];

/** Public names that lead to the address that is written in them: `10.0.0.1.nip.io`, `10-0-0-1.sslip.io`, `7f000001.nip.io`. */
const ADDRESS_NAMES = ["nip.io", "sslip.io", "xip.io", "traefik.me", "backname.io", "ip.addr.tools"];

const isUnder = (host: string, names: readonly string[]): boolean =>
  names.some((name) => host === name || host.endsWith(`.${name}`));

/** As URLs have them: what WHATWG's parser makes of `0x7f.1` and `2130706433`, too. */
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

const isIp = (host: string): boolean => IPV4.test(host) || host.startsWith("[");

const isLoopback = (host: string): boolean =>
  /^127(?:\.\d{1,3}){3}$/.test(host) || host === "[::1]" || host === "localhost";

/** Why a name is not a public one, or leads to whatever it likes; undefined: it may be one. */
export function nameProblem(host: string): string | undefined {
  if (!host.includes(".") || isUnder(host, PRIVATE_SUFFIXES)) return "this name is not a public one";
  if (isUnder(host, LOOPBACK_NAMES) || isUnder(host, ADDRESS_NAMES))
    return "this name leads to whatever address is written in it, or to the machine itself";
  return undefined;
}

function problemOf(url: URL, allowsLoopback: boolean): string | undefined {
  if (url.username !== "" || url.password !== "") return "no user and no password";
  if (url.hash !== "") return "no fragment";
  // A name may end in the dot of the root.
  const host = url.hostname.replace(/\.$/, "");
  if (allowsLoopback && isLoopback(host) && /^https?:$/.test(url.protocol)) return undefined;
  if (url.protocol !== "https:")
    return allowsLoopback ? "https, or http on this machine itself" : "https only";
  if (url.port !== "") return "port 443 only";
  return hostProblem(host);
}

const hostProblem = (host: string): string | undefined =>
  isIp(host) ? "an address is no name: name a public server" : nameProblem(host);

/** Kept for documentation: nobody's server is there (RFC 2606). */
const DOCUMENTATION = ["example.com", "example.net", "example.org"];

/** Whether an address is an example that somebody has copied. */
export const isExample = (url: string): boolean =>
  isUnder(new URL(url).hostname.replace(/\.$/, ""), DOCUMENTATION);

/**
 * The address as it is posted to. `allowsLoopback`: the server runs on the machine of whoever asks. Throws `invalid_input`
 * for all that is not a public https server on port 443; what a public name leads to is not looked up.
 */
export function webhookAddress(
  text: string,
  { allowsLoopback }: { readonly allowsLoopback: boolean },
): string {
  const url = URL.parse(text);
  const problem = url === null ? "an absolute address, https://…" : problemOf(url, allowsLoopback);
  if (url === null || problem !== undefined)
    throw new AppError("invalid_input", `url: ${problem}`, { details: { field: "url" } });
  return url.href;
}
