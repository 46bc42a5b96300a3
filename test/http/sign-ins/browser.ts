import { SIGN_IN_HEADER } from "../../../src/contract/headers.ts";
import type { TestClient } from "../../support/client.ts";

/** A browser that is signed in: what it keeps, and what its page sends. */
export interface Browser {
  readonly id: string;
  readonly key: string;
  /** `name=value` */
  readonly cookie: string;
  readonly setCookie: string;
  readonly expiresAt: string;
}

/** What the page's own requests carry; a GET has no `Origin`. */
export const sentBy = (
  { cookie, key }: Pick<Browser, "cookie" | "key">,
  origin?: string,
): Record<string, string> => ({
  cookie,
  [SIGN_IN_HEADER]: key,
  "sec-fetch-site": "same-origin",
  ...(origin !== undefined && { origin }),
});

/** Signs a browser in with a token, or with a link's secret. */
export async function signIn(
  client: TestClient,
  token: string,
  headers: Record<string, string> = {},
): Promise<Browser> {
  const answer = await client.call("POST", "/v1/sign-ins", { token, headers });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  const setCookie = answer.headers.get("set-cookie") ?? "";
  const [cookie = ""] = setCookie.split(";");
  return { ...answer.body, cookie, setCookie };
}
