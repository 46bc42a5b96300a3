import ipaddr from "ipaddr.js";

/** Of IPv6 only this is given out for the internet (RFC 4291); what else there is, is some network's own. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/** Inside it, and nobody's: documentation (RFC 9637). */
const DOCUMENTATION = ipaddr.parseCIDR("3fff::/20");

/**
 * Whether an IP address is one of the internet's: not private, loopback, link-local, shared, multicast, reserved or for
 * documentation, and of IPv6 none that leads to an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicIp(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address.kind() === "ipv4") return true;
  return address.match(GLOBAL_UNICAST) && !address.match(DOCUMENTATION);
}

/** The address that a host of a URL is, without brackets; undefined: it is a name. */
export function ipOf(host: string): string | undefined {
  const bare = host.startsWith("[") ? host.slice(1, -1) : host;
  return ipaddr.isValid(bare) ? bare : undefined;
}
