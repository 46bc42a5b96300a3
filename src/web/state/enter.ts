import { answerOf } from "../../client/client.ts";
import { AppError } from "../../errors.ts";
import type { StatusAnswer } from "../../workspaces/contract.ts";
import { type Api, type ApiFailure, createApi, type Shown, signInBrowser } from "../api.ts";
import { dropToken, keepSignIn, keepToken, readSignIn, readToken, type SignIn } from "./session.ts";

/** What somebody shows to come in. */
export interface Entry {
  readonly shown: Shown;
  /**
   * Signs the whole browser in, and else the tab alone; `only` is for a link's secret, which does nothing else.
   * @default the tab alone
   */
  readonly stays?: "if kept" | "only";
  /** It was typed into the form, which stays until it is checked. @default false */
  readonly isTyped?: boolean;
}

/** Who came in. */
export interface Entered {
  readonly api: Api;
  readonly status: StatusAnswer;
  /** Id of the browser's sign-in. @default this tab has a token of its own */
  readonly signIn?: string | undefined;
  /** The browser kept no cookie: this tab alone is signed in. @default false */
  readonly isTabOnly?: boolean;
}

/** Signed out, checking what is shown, server unreachable, or signed in. */
export type Access =
  | { readonly kind: "out"; readonly problem?: string | undefined }
  | { readonly kind: "checking"; readonly entry: Entry }
  | { readonly kind: "unreachable"; readonly entry: Entry; readonly failure: ApiFailure }
  | ({ readonly kind: "in" } & Entered);

/** What this tab, else this browser, keeps of who came in before. */
export function entryKept(): Entry | undefined {
  const [token, signIn] = [readToken(), readSignIn()];
  if (token !== undefined) return { shown: { token } };
  return signIn === undefined ? undefined : { shown: { key: signIn.key } };
}

/** The workspace of what is shown. Throws AppError. */
export const statusOf = (shown: Shown): Promise<StatusAnswer> =>
  answerOf(createApi(shown, () => undefined).v1.status.$get());

type Ended = (shown: Shown) => void;

async function enterBy(shown: Shown, ended: Ended): Promise<Entered> {
  const status = await statusOf(shown);
  return { api: createApi(shown, () => ended(shown)), status };
}

const enterByBrowser = async ({ id, key }: SignIn, ended: Ended): Promise<Entered> => ({
  ...(await enterBy({ key }, ended)),
  signIn: id,
});

async function signIn(token: string, ended: Ended): Promise<Entered> {
  const begun = await signInBrowser(token, readSignIn()?.key);
  // Only a browser that kept the cookie has both halves.
  const entered = await enterByBrowser(begun, ended);
  keepSignIn(begun);
  dropToken();
  return entered;
}

/** Comes in, and keeps how. `ended` is called when the server accepts no more what was shown. Throws AppError. */
export async function enter({ shown, stays }: Entry, ended: Ended): Promise<Entered> {
  if ("key" in shown) return enterByBrowser({ id: readSignIn()?.id ?? "", key: shown.key }, ended);
  if (stays === "only") return signIn(shown.token, ended);
  const entered = await enterBy(shown, ended);
  keepToken(shown.token);
  if (stays === undefined) return entered;
  try {
    return await signIn(shown.token, ended);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...entered, isTabOnly: true };
  }
}
