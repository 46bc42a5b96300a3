import { z } from "@hono/zod-openapi";
import { StatusAnswer, TokenAnswer, WorkspaceList } from "../../workspaces/contract.ts";
import { mayAct } from "../../workspaces/access.ts";
import type { Approver, Shown } from "./consent-page.tsx";

/** Asks this very server, as the page could: its limits, its log and its refusals are the same. */
export type Ask = (shown: Shown, path: string, json?: unknown) => Promise<Response>;

const Refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const reasonIn = async (answer: Response): Promise<string> =>
  Refused.safeParse(await answer.json()).data?.error.message ?? "The server could not say";

/** What no header can carry is neither. */
const isSendable = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** Who somebody is, as far as they may let others in; a text says why they may not. */
export async function approverOf(ask: Ask, shown: Shown): Promise<Approver | string> {
  if (!isSendable("token" in shown ? shown.token : shown.key)) return "Type the admin's token";
  const answer = await ask(shown, "/v1/status");
  if (answer.status === FORBIDDEN) return ownerOf(ask, shown, await reasonIn(answer));
  if (!answer.ok) return reasonIn(answer);
  const { workspace, scope, roots } = Status.parse(await answer.json());
  if (!mayAct(scope, "admin"))
    return `This token has scope ${scope}: whoever lets others in needs scope admin`;
  return { shown, workspaces: [workspace], roots: roots.map(({ root }) => root) };
}

const FORBIDDEN = 403;
const Status = StatusAnswer.pick({ workspace: true, scope: true, roots: true });

/** An owner is bound to no workspace, and lets into any. */
async function ownerOf(ask: Ask, shown: Shown, why: string): Promise<Approver | string> {
  const answer = await ask(shown, "/v1/workspaces");
  if (!answer.ok) return why;
  const { workspaces } = WorkspaceList.parse(await answer.json());
  if (workspaces.length === 0) return "There is no workspace yet: create one first";
  return { shown, workspaces: workspaces.map(({ slug }) => slug), roots: [] };
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
  shown: Shown,
  grant: Grant,
): Promise<Pick<TokenAnswer, "id" | "token"> | string> {
  const answer = await ask(shown, "/v1/tokens", grant);
  return answer.ok
    ? TokenAnswer.pick({ id: true, token: true }).parse(await answer.json())
    : reasonIn(answer);
}
