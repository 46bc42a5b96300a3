import type { WorkspaceMove } from "../../workspaces/contract.ts";

/** Where a workspace is going, and how far it is. */
export const moveText = ({ from, to, phase }: WorkspaceMove): string =>
  phase === "verify" || phase === "empty"
    ? `came from database ${from}: ${phase === "verify" ? "being checked" : "what it left is being deleted"}`
    : `${phase === "stopping" ? "its move is being undone" : `moving to database ${to}`}`;
