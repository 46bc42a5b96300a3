const TOKEN_KEY = "edge-recall.token";

/**
 * The token of this tab: it ends with the tab, no other site can make the browser send it, and the page removes it
 * from the address as soon as it has read it.
 */
export const readToken = (): string | undefined => sessionStorage.getItem(TOKEN_KEY) ?? undefined;

export const keepToken = (token: string): void => sessionStorage.setItem(TOKEN_KEY, token);

export const dropToken = (): void => sessionStorage.removeItem(TOKEN_KEY);

/** The token of a link `/#token=…`, removed from the address and its history; undefined without one. */
export function takeTokenFromAddress(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get("token")?.trim();
  if (token === undefined) return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  return token === "" ? undefined : token;
}

const KEYS_KEY = "edge-recall.keys";
const OFF = "off";

/**
 * Whether `/` and `?` are keys of the page: users of speech input, or of assistive technology that needs those keys, can
 * turn them off (WCAG 2.2, 2.1.4). Kept in this browser.
 */
export const hasCharacterKeys = (): boolean => localStorage.getItem(KEYS_KEY) !== OFF;

export function setCharacterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEYS_KEY);
  else localStorage.setItem(KEYS_KEY, OFF);
}
