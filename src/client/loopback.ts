const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Does this URL name the machine it is read on? */
export const isLoopback = (url: string): boolean => LOOPBACK.test(URL.parse(url)?.hostname ?? "");

/** Host of a server on another machine: worth naming where texts go there. Undefined for this machine. */
export const remoteHost = (url: string): string | undefined =>
  isLoopback(url) ? undefined : new URL(url).host;
