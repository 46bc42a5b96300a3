const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Does this URL name the machine it is read on? */
export const isLoopback = (url: string): boolean => LOOPBACK.test(URL.parse(url)?.hostname ?? "");
