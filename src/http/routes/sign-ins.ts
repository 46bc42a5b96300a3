import { z } from "@hono/zod-openapi";
import { AppError } from "../../errors.ts";
import { Deleted } from "../../workspaces/contract.ts";
import { SignedOut, SignInAnswer, SignInLink, SignInList } from "../../workspaces/sign-ins/contract.ts";
import {
  beginSignIn,
  createLink,
  readSignIns,
  signOut,
  signOutAll,
} from "../../workspaces/sign-ins/sign-ins.ts";
import type { AppParts } from "../app-parts.ts";
import { isOwnPage } from "../door.ts";
import { accessTo, answered, answers, route, router } from "../routing.ts";
import { browserName } from "../sign-ins/browser-name.ts";
import { clearCookie, setCookie } from "../sign-ins/cookie.ts";
import { proofIn } from "../sign-ins/signed-in-browser.ts";

const { reads } = accessTo("Signing in");

const SIGN_IN = route("post", "/sign-ins", "signIn", {
  ...reads,
  summary: "Sign this browser in",
  description:
    "For the token, or the link's secret, that is sent as one: 30 days, or until the token ends. Half of what proves it is a cookie that no script can read, the other half is `key`. A request with both and no token may do what the token may; `/mcp` and `/oauth/token` take no sign-in.",
  responses: answers(SignInAnswer, "Signed in; the cookie comes with it"),
});
const LIST = route("get", "/sign-ins", "listSignIns", {
  ...reads,
  summary: "List the browsers that are signed in by this token",
  description: "The oldest first. `GET /v1/tokens` lists those of every token.",
  responses: answers(SignInList, "Those that have not ended"),
});
const SIGN_OUT = route("delete", "/sign-ins/{id}", "signOut", {
  ...reads,
  summary: "Sign out a browser",
  description:
    "At once, everywhere. An admin signs out browsers of other tokens by `DELETE /v1/tokens/{id}`, with the sign-in's id.",
  request: { params: z.object({ id: z.string() }) },
  responses: answers(Deleted, "Signed out", "not_found"),
});
const SIGN_OUT_ALL = route("delete", "/sign-ins", "signOutAll", {
  ...reads,
  summary: "Sign out every browser of this token",
  description: "Links that nobody opened end with them. The token itself stays.",
  responses: answers(SignedOut, "How many were signed in"),
});
const LINK = route("post", "/sign-ins/links", "createSignInLink", {
  ...reads,
  summary: "Make a link that signs one browser in",
  description:
    "Only on a server of one's own machine: `/#link=` and the secret, which works once, within 15 minutes. `npm start` prints one.",
  responses: answers(SignInLink, "The secret, shown once"),
});

/** /v1/sign-ins */
export const signInRoutes = ({ secrets, isLocal }: AppParts) =>
  router()
    .openapi(SIGN_IN, async (c) => {
      const { raw } = c.req;
      if (!isOwnPage(raw)) throw new AppError("forbidden", "Only this server's own page signs a browser in");
      const browser = browserName(c.req.header("user-agent"));
      const before = (await proofIn(raw, secrets))?.hash;
      const begun = await beginSignIn(c.var.workspace, { browser, before });
      const { cookie: value, expiresAt, answer } = begun;
      c.header("set-cookie", await setCookie(raw, secrets, { value, ms: expiresAt - c.var.request.nowMs }));
      return c.json(answer, 200);
    })
    .openapi(LIST, (c) => answered(c, readSignIns(c.var.workspace)))
    .openapi(SIGN_OUT_ALL, async (c) => {
      const ended = await signOutAll(c.var.workspace);
      c.header("set-cookie", await clearCookie(c.req.raw, secrets));
      return c.json(ended, 200);
    })
    .openapi(SIGN_OUT, async (c) => {
      const { id } = c.req.valid("param");
      await signOut(c.var.workspace, id);
      if (id === c.var.request.signIn) c.header("set-cookie", await clearCookie(c.req.raw, secrets));
      return c.json({ deleted: true } as const, 200);
    })
    .openapi(LINK, (c) => {
      if (isLocal !== true)
        throw new AppError("forbidden", "Only a server of this machine makes links: sign in with a token");
      return answered(c, createLink(c.var.workspace));
    });
