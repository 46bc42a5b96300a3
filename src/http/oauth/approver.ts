import { z } from "@hono/zod-openapi";
import { StatusAnswer, TokenAnswer, WorkspaceList } from "../../workspaces/contract.ts";
import { mayAct } from "../../workspaces/access.ts";
import type { Approver } from "./consent-page.tsx";

/** Asks this very server with a token, as anybody could: its limits, its log and its refusals are the same. */
export type Ask = (token: string, path: string, json?: unknown) => Promise<Response>;

const Refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const reasonIn = async (answer: Response): Promise<string> =>
  Refused.safeParse(await answer.json()).data?.error.message ?? "The server could not say";

/** Who holds the token, as far as it may let others in; a text says why it may not. */
export async function approverOf(ask: Ask, token: string): Promise<Approver | string> {
  // What no header can carry is no token.
  if (!/^[\x21-\x7e]+$/.test(token)) return "Type the admin's token";
  const answer = await ask(token, "/v1/status");
  if (answer.status === FORBIDDEN) return ownerOf(ask, token, await reasonIn(answer));
  if (!answer.ok) return reasonIn(answer);
  const { workspace, scope, roots } = Status.parse(await answer.json());
  if (!mayAct(scope, "admin"))
    return `This token has scope ${scope}: whoever lets others in needs scope admin`;
  return { token, workspaces: [workspace], roots: roots.map(({ root }) => root) };
}

const FORBIDDEN = 403;
const Status = StatusAnswer.pick({ workspace: true, scope: true, roots: true });

/** An owner is bound to no workspace, and lets into any. */
async function ownerOf(ask: Ask, token: string, why: string): Promise<Approver | string> {
  const answer = await ask(token, "/v1/workspaces");
  if (!answer.ok) return why;
  const { workspaces } = WorkspaceList.parse(await answer.json());
  if (workspaces.length === 0) return "There is no workspace yet: create one first";
  return { token, workspaces: workspaces.map(({ slug }) => slug), roots: [] };
}

/** What a client is to get. */
export interface Grant {
  readonly scope: "read" | "write";
  readonly name: string;
  readonly expiresInDays: number;
  readonly workspace?: string;
  readonly roots?: readonly [string];
}

/** Mints the token that a grant wraps; a text says why there is none. */
export async function mintFor(
  ask: Ask,
  token: string,
  grant: Grant,
): Promise<Pick<TokenAnswer, "id" | "token"> | string> {
  const answer = await ask(token, "/v1/tokens", grant);
  return answer.ok
    ? TokenAnswer.pick({ id: true, token: true }).parse(await answer.json())
    : reasonIn(answer);
}
