const KEY = "edge-recall.token";

/**
 * The token of this tab: it ends with the tab, no other site can make the browser send it, and it lies in no address
 * for longer than the page needs to read it.
 */
export const readToken = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

export const keepToken = (token: string): void => sessionStorage.setItem(KEY, token);

export const dropToken = (): void => sessionStorage.removeItem(KEY);

/** The token of a link `/#token=…`, taken out of the address and its history; undefined when there is none. */
export function takeTokenFromAddress(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get("token")?.trim();
  if (token === undefined) return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  return token === "" ? undefined : token;
}
