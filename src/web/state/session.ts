import { SIGN_IN_ITEM } from "../../contract/headers.ts";

const TOKEN_KEY = "edge-recall.token";

/**
 * The token of this tab: it ends with the tab, no other site can make the browser send it, and the page removes it
 * from the address as soon as it has read it.
 */
export const readToken = (): string | undefined => sessionStorage.getItem(TOKEN_KEY) ?? undefined;

export const keepToken = (token: string): void => sessionStorage.setItem(TOKEN_KEY, token);

export const dropToken = (): void => sessionStorage.removeItem(TOKEN_KEY);

/** This browser's sign-in: its name in lists, and the half of its proof that the cookie does not hold. */
export interface SignIn {
  readonly id: string;
  readonly key: string;
}

/** The sign-in of all tabs of this browser. A page of another port of the host, which gets the cookie, cannot read it. */
export function readSignIn(): SignIn | undefined {
  const [id = "", key = ""] = (localStorage.getItem(SIGN_IN_ITEM) ?? "").split(".");
  return key === "" ? undefined : { id, key };
}

export const keepSignIn = ({ id, key }: SignIn): void => localStorage.setItem(SIGN_IN_ITEM, `${id}.${key}`);

export const dropSignIn = (): void => localStorage.removeItem(SIGN_IN_ITEM);

/** Calls back when another tab signs this browser in or out. */
export function onOtherTab(changed: () => void): () => void {
  const listen = ({ key }: StorageEvent): void => {
    if (key === SIGN_IN_ITEM || key === null) changed();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

/** What a link brings: a token for this tab, or a secret that signs this browser in, once. */
export interface Linked {
  readonly secret: string;
  readonly kind: "token" | "link";
}

/** What a link `/#token=…` or `/#link=…` brings, removed from the address and its history; undefined without one. */
export function takeFromAddress(): Linked | undefined {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const kind = (["link", "token"] as const).find((one) => parameters.has(one));
  if (kind === undefined) return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  const secret = parameters.get(kind)?.trim() ?? "";
  return secret === "" ? undefined : { secret, kind };
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
