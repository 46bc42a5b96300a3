import type { Scope } from "../contract/common.ts";
import type { Services } from "../services.ts";
import type { RequestContext, WorkspaceContext } from "../workspaces/context.ts";
import { inWorkspace, type OpenWorkspace, openWorkspace } from "../workspaces/open-workspace.ts";
import type { Wanted } from "./cancellations.ts";

/** Who calls, and what may be asked for them. Each way in throws `forbidden`, `unauthorized` or `rate_limited`. */
export interface Caller {
  readonly services: Services;
  /** For a search, which reads in its first round trip whether the token still counts. */
  readonly searching: () => WorkspaceContext;
  readonly reading: () => Promise<OpenWorkspace>;
  /** For what reads nothing beyond `confines`: tokens that are limited to a part of the workspace may ask for it. */
  readonly readingConfined: () => Promise<OpenWorkspace>;
  /**
   * Reads the primary database from then on: what is written rests on nothing that a replica still shows. Throws
   * `storage_full` where the database may not grow.
   */
  readonly writing: () => Promise<OpenWorkspace>;
  /** The same for what only takes away: it may use what is left of a disk. */
  readonly deleting: () => Promise<OpenWorkspace>;
  /** The same as `writing` for a vote, which every token may give. */
  readonly voting: () => Promise<OpenWorkspace>;
  /** The state of the database that the call left, where it wrote. */
  readonly written: () => string | undefined;
  /** Ends when the client has gone or takes its request back. */
  readonly signal: Wanted;
  /** Tells the client how far the work is, where it asked to be told. */
  readonly progress: (done: number, total: number) => Promise<void>;
}

interface CallParts extends Pick<Caller, "services" | "signal" | "progress"> {
  readonly request: RequestContext;
  readonly assertRoom: () => Promise<void>;
}

export function callerOf({ services, request, signal, progress, assertRoom }: CallParts): Caller {
  let writes = false;
  const onPrimary = (needed: Scope): Promise<OpenWorkspace> => {
    // The primary is not asked for who may not write.
    inWorkspace(request, needed);
    writes = true;
    request.session.toPrimary();
    return openWorkspace(request, needed);
  };
  const growing = async (needed: Scope): Promise<OpenWorkspace> => {
    const opened = await onPrimary(needed);
    await assertRoom();
    return opened;
  };
  return {
    ...{ services, signal, progress },
    searching: () => ({ ...inWorkspace(request, "read", { isConfined: true }), signal }),
    readingConfined: () => openWorkspace(request, "read", { isConfined: true }),
    reading: () => openWorkspace(request, "read"),
    writing: () => growing("write"),
    deleting: async () => onPrimary("write"),
    written: () => (writes ? request.session.bookmark() : undefined),
    voting: () => growing("read"),
  };
}
