import { AppError, type ErrorCode } from "../../../errors.ts";
import type { CommandContext } from "../../command.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withServer } from "../../session/session.ts";
import { count } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

/** A server and what it lets us in with, as a person gives them. */
export interface Access {
  readonly url: string;
  readonly token: string;
}

export interface Checked {
  /** What the server says of the token, a sentence. */
  readonly state: string;
  /** The command to go on with. */
  readonly next: string;
  readonly isOwner: boolean;
}

const NEXT = "recall push <folder>";
const OUTAGES: readonly ErrorCode[] = ["unavailable", "timeout", "internal"];

/** A status for a token of a workspace, the list of workspaces for the owner's, which is bound to none. */
async function ask(client: RecallClient): Promise<Checked> {
  try {
    const { workspace, documents, scope } = await client.status();
    const state = `Workspace ${safeLine(workspace)}: ${count(documents, "document")}, ${scope} token.`;
    return { state, next: NEXT, isOwner: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "forbidden") throw error;
    const { workspaces } = await client.workspaces();
    const state = `Owner's token: ${count(workspaces.length, "workspace")}.`;
    const next = `recall workspace ${workspaces.length === 0 ? "create" : "use"} <name>`;
    return { state, next, isOwner: true };
  }
}

/** What the server says of the token. A refusal is thrown; a server that cannot be reached now is only told. */
export async function checkAccess(access: Access, context: CommandContext): Promise<Checked> {
  try {
    return await withServer(context, { ...access, config: undefined }, ask);
  } catch (error) {
    if (!(error instanceof AppError) || !OUTAGES.includes(error.code)) throw error;
    return { state: `Not checked: ${error.message}.`, next: NEXT, isOwner: false };
  }
}
