import { useState } from "hono/jsx/dom";
import type { StatusAnswer } from "../../workspaces/contract.ts";
import { type Api, createApi } from "../api/api.ts";
import type { ApiFailure } from "../api/failure.ts";
import { strings } from "../strings.ts";
import type { Page } from "./page.ts";
import { dropToken, keepToken, readToken, takeTokenFromAddress } from "./session.ts";
import { useEffect } from "./use-effect.ts";
import { asFailure } from "./use-loaded.ts";

/** Who is here: nobody, somebody whose token is being looked at, or a session. */
export type Access =
  | { readonly kind: "out"; readonly problem?: string }
  | { readonly kind: "checking"; readonly token: string }
  | { readonly kind: "unreachable"; readonly token: string; readonly failure: ApiFailure }
  | { readonly kind: "in"; readonly api: Api; readonly status: StatusAnswer };

/** A link's valid token, of another workspace than the session's. */
export interface Offer {
  readonly status: StatusAnswer;
  readonly accept: () => void;
  readonly decline: () => void;
}

/** The token to look at first, and a link's that has to wait until it is known whether there is a session. */
function tokensAtStart(): { readonly token: string | undefined; readonly linked: string | undefined } {
  const linked = takeTokenFromAddress();
  const kept = readToken();
  if (kept !== undefined || linked === undefined) return { token: kept, linked };
  // Out of the address it is nowhere else: a reload while the server is away must not lose it.
  keepToken(linked);
  return { token: linked, linked: undefined };
}

/** Failures that say nothing about the token. */
const isPassing = ({ code }: ApiFailure): boolean =>
  !["unauthorized", "forbidden", "invalid_input"].includes(code);

const statusOf = (api: Api): Promise<StatusAnswer> => api<StatusAnswer>({ path: "/v1/status" });

/** The session of this tab. A link's token replaces it only when it is valid, and another workspace's is asked about. */
export function useAccess(tell: Page["tell"]) {
  const [start] = useState(tokensAtStart);
  const [access, setAccess] = useState<Access>(
    start.token === undefined ? { kind: "out" } : { kind: "checking", token: start.token },
  );
  const check = (token: string) => setAccess({ kind: "checking", token });
  const leave = (problem?: string) => {
    dropToken();
    setAccess(problem === undefined ? { kind: "out" } : { kind: "out", problem });
  };
  const token = access.kind === "checking" ? access.token : undefined;
  useEffect(() => {
    if (token === undefined) return;
    const api = createApi(token, () => leave(strings.signIn.ended));
    statusOf(api).then(
      (status) => {
        keepToken(token);
        setAccess({ kind: "in", api, status });
      },
      (error: unknown) => {
        const failure = asFailure(error);
        if (isPassing(failure)) setAccess({ kind: "unreachable", token, failure });
        else leave(failure.message);
      },
    );
  }, [token]);
  const { offer, forget } = useLinkedToken({ access, first: start.linked, check, tell });
  const signOut = () => {
    forget();
    leave();
  };
  return { access, offer, check, signOut };
}

interface Linking {
  readonly access: Access;
  /** The token that the page was opened with beside a session's. */
  readonly first: string | undefined;
  readonly check: (token: string) => void;
  readonly tell: Page["tell"];
}

/** A link's token beside a session, until it is refused, taken, or declined. */
function useLinkedToken({ access, first, check, tell }: Linking) {
  const [linked, setLinked] = useState(first);
  const [status, setStatus] = useState<StatusAnswer | undefined>(undefined);
  const forget = () => {
    setLinked(undefined);
    setStatus(undefined);
  };
  const take = (token: string) => {
    forget();
    check(token);
  };
  useEffect(() => {
    const listen = () => {
      const token = takeTokenFromAddress();
      if (token !== undefined) setLinked(token);
    };
    addEventListener("hashchange", listen);
    return () => removeEventListener("hashchange", listen);
  }, []);
  useEffect(() => {
    setStatus(undefined);
    if (linked === undefined) return;
    if (access.kind === "out") return take(linked);
    if (access.kind !== "in") return;
    const { workspace } = access.status;
    let isCurrent = true;
    statusOf(createApi(linked, () => undefined)).then(
      (answer) => {
        if (!isCurrent) return;
        if (answer.workspace === workspace) take(linked);
        else setStatus(answer);
      },
      (error: unknown) => {
        if (!isCurrent) return;
        forget();
        tell({ tone: "error", text: strings.signIn.linkRefused(asFailure(error).message) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [access.kind, linked]);
  const isAsked = linked !== undefined && status !== undefined && access.kind === "in";
  const offer: Offer | undefined = isAsked
    ? { status, accept: () => take(linked), decline: forget }
    : undefined;
  return { offer, forget };
}
