import type { AuthRequest, ConsentDescription } from "@cloudflare/workers-oauth-provider";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { limitOfRoute } from "../../contract/input-limits.ts";
import { readInput } from "../../contract/read-input.ts";
import { shownName } from "../../workspaces/oauth/clients.ts";
import { stylePolicy } from "../docs/style-policy.ts";
import { type Ask, approverOf, type Grant, mintFor } from "./approver.ts";
import type { Approver, Shown } from "./consent-page.tsx";
import { CONSENT_SCRIPT } from "./consent-script.ts";
import { CONSENT_STYLES } from "./consent-styles.ts";
import { PATHS, type Provider } from "./provider.ts";

const MAX_TOKEN_CHARS = 4_000;
const MAX_NAME_CHARS = 100;

const Form = z.object({
  handle: z.string().max(200),
  step: z.enum(["sign-in", "browser", "allow", "deny"]),
  token: z.string().trim().max(MAX_TOKEN_CHARS).default(""),
  /** Of the browser that is signed in. */
  key: z.string().max(100).default(""),
  scope: z.enum(["read", "write"]).default("read"),
  workspace: z.string().max(100).optional(),
  root: z.string().max(200).default(""),
  days: z.coerce.number().int().min(1).max(365).default(90),
});
type Form = z.infer<typeof Form>;

interface Asked {
  readonly provider: Provider;
  readonly ask: Ask;
  readonly request: AuthRequest;
  readonly details: ConsentDescription;
}

// Loaded when asked for: Node runs TypeScript, not JSX.
const pages = () => import("./consent-page.tsx");

const html = async (text: string, status: number, { headers, ...policy }: Page): Promise<Response> => {
  const answer = new Headers(headers);
  answer.set("content-type", "text/html; charset=utf-8");
  answer.set("content-security-policy", await stylePolicy(CONSENT_STYLES, policy));
  answer.set("cache-control", "no-store");
  // A form's own origin goes with it, and nothing of the page's address leaves the server.
  answer.set("referrer-policy", "same-origin");
  return new Response(text, { status, headers: answer });
};
interface Page {
  readonly headers?: Headers;
  readonly formAction?: string;
  readonly script?: string | undefined;
}

/** Why a client cannot be let in, for the person: it is never sent to an address that nobody has checked. */
const refused = async (problem: string): Promise<Response> =>
  html((await pages()).refusalPage(problem), 400, {});

const shown = (details: ConsentDescription): ConsentDescription => ({
  ...details,
  clientName: shownName(details.clientName),
});

/** A redirect's host is one that the browser may go to behind the form. */
const formActionOf = ({ redirectUri }: ConsentDescription): string => `'self' ${new URL(redirectUri).origin}`;

/**
 * `GET` and `POST /oauth/authorize`: the page that names the client and where access goes, then, for whoever shows an
 * admin's token, the workspace and what the client may do there. A yes mints a token for the client.
 */
export async function consent(c: Context, provider: Provider, ask: Ask): Promise<Response> {
  const { AuthorizationError, CimdFetchError } = await import("@cloudflare/workers-oauth-provider");
  try {
    const url = `${provider.issuer}${new URL(c.req.url).pathname}${new URL(c.req.url).search}`;
    const request = await provider.helpers.parseAuthRequest(new Request(url, { headers: c.req.raw.headers }));
    const details = shown(await provider.helpers.describeConsent(request));
    const asked = { provider, ask, request, details };
    return c.req.method === "POST" ? await answer(c.req.raw, asked) : await begin(asked);
  } catch (error) {
    if (error instanceof AuthorizationError && error.redirectTo !== undefined)
      return Response.redirect(error.redirectTo, 302);
    if (error instanceof AuthorizationError) return refused(error.description);
    if (error instanceof CimdFetchError) return refused("What this client says of itself could not be read");
    throw error;
  }
}

async function begin({ provider, request, details }: Asked): Promise<Response> {
  const { consentPage } = await pages();
  const { handle, headers } = await provider.helpers.beginConsent(request);
  const policy = { formAction: formActionOf(details), script: CONSENT_SCRIPT };
  return html(consentPage({ details, handle }), 200, { headers, ...policy });
}

async function readForm(raw: Request): Promise<Form | string> {
  if (raw.body === null) return "The form was empty";
  const body = new TextDecoder().decode(await readInput(raw.body, limitOfRoute("POST", PATHS.authorize)));
  const { data, error } = Form.safeParse(Object.fromEntries(new URLSearchParams(body)));
  return data ?? `The form was not filled in rightly: ${error?.issues[0]?.path.join(".") ?? ""}`;
}

/** A token that was typed counts, whatever button was pressed: Enter presses the first. */
const shownIn = ({ token, key }: Form): Shown => (token !== "" || key === "" ? { token } : { key });

async function answer(raw: Request, asked: Asked): Promise<Response> {
  const { provider, ask, details } = asked;
  const form = await readForm(raw);
  if (typeof form === "string") return refused(form);
  const { handle, step } = form;
  if (step === "deny") {
    const { headers } = await provider.helpers.denyConsent(raw, handle);
    return new Response(null, { status: 302, headers });
  }
  const approver = await approverOf(ask, shownIn(form));
  const again = async (more: { readonly approver?: Approver; readonly problem?: string }, status = 200) =>
    html((await pages()).consentPage({ details, handle, ...more }), status, {
      formAction: formActionOf(details),
      script: more.approver === undefined ? CONSENT_SCRIPT : undefined,
    });
  if (typeof approver === "string") return again({ problem: approver }, 400);
  if (step === "sign-in" || step === "browser") return again({ approver });
  if (form.root !== "" && form.scope === "write")
    return again(
      { approver, problem: "Who sees one root only may read it, not write: choose one of the two" },
      400,
    );
  return allow(raw, asked, form);
}

function grantOf(
  { scope, days, root, workspace }: Form,
  { clientName, redirectHost }: ConsentDescription,
): Grant {
  const name = `${clientName}, OAuth by ${redirectHost}`.slice(0, MAX_NAME_CHARS);
  return {
    ...{ scope, name: name.toWellFormed(), expiresInDays: days },
    ...(workspace !== undefined && { workspace }),
    ...(root !== "" && { roots: [root] }),
  };
}

/** The handle counts once, in the browser that the page was shown in: nobody else can have pressed its button. */
async function allow(raw: Request, { provider, ask, details }: Asked, form: Form): Promise<Response> {
  const { helpers } = provider;
  const scope = form.scope === "write" ? ["read", "write"] : ["read"];
  const { request, headers } = await helpers.approveConsent(raw, form.handle, { scope });
  if (!(await provider.isFirst(`yes ${form.handle}`))) return refused("This page was answered already");
  const minted = await mintFor(ask, shownIn(form), grantOf(form, details));
  if (typeof minted === "string") return refused(minted);
  const { id, token } = minted;
  const { redirectTo } = await helpers.completeAuthorization({
    ...{ request, userId: id, metadata: {}, scope, props: { token } },
    // Each has a token of its own, which the list of tokens shows and ends.
    revokeExistingGrants: false,
  });
  headers.set("location", redirectTo);
  return new Response(null, { status: 302, headers });
}
