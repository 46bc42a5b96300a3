import { useEffect, useState } from "preact/hooks";
import { answerOf } from "../../client/client.ts";
import type { StatusAnswer } from "../../workspaces/contract.ts";
import { type Api, type ApiFailure, asFailure, createApi } from "../api.ts";
import { strings } from "../strings.ts";
import { type Page, tellFailure } from "./page.ts";
import { dropToken, keepToken, readToken, takeTokenFromAddress } from "./session.ts";

/** Signed out, checking a token, server unreachable, or signed in. */
export type Access =
  | { readonly kind: "out"; readonly problem?: string | undefined }
  | { readonly kind: "checking"; readonly token: string }
  | { readonly kind: "unreachable"; readonly token: string; readonly failure: ApiFailure }
  | { readonly kind: "in"; readonly api: Api; readonly status: StatusAnswer };

/** A link's valid token, of another workspace than the session's, or where there is no session. */
export interface Offer {
  readonly status: StatusAnswer;
  readonly accept: () => void;
  readonly decline: () => void;
}

/** The session's token, and a link's: whoever made the link may want this tab to work in a workspace of theirs. */
const tokensAtStart = () => ({ linked: takeTokenFromAddress(), token: readToken() });

/** Failures that are about the token; others pass. */
const REFUSALS: readonly string[] = ["unauthorized", "forbidden", "invalid_input"];

const statusOf = (api: Api): Promise<StatusAnswer> => answerOf(api.v1.status.$get());

/**
 * The session of this tab. A link's valid token replaces that of the same workspace; where it is another's, or there is no
 * session, the page asks first.
 */
export function useAccess(tell: Page["tell"]) {
  const [start] = useState(tokensAtStart);
  const [access, setAccess] = useState<Access>(
    start.token === undefined ? { kind: "out" } : { kind: "checking", token: start.token },
  );
  const check = (token: string) => setAccess({ kind: "checking", token });
  const leave = (problem?: string) => {
    dropToken();
    setAccess({ kind: "out", problem });
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
        if (REFUSALS.includes(failure.code)) leave(failure.message);
        else setAccess({ kind: "unreachable", token, failure });
      },
    );
  }, [token]);
  const { offer, forget } = useLinkedToken({ access, first: start.linked, check, leave, tell });
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
  readonly leave: (problem: string) => void;
  readonly tell: Page["tell"];
}

/** A link's token beside a session, until it is refused, taken, or declined. */
function useLinkedToken({ access, first, check, leave, tell }: Linking) {
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
    if (access.kind !== "in" && access.kind !== "out") return;
    const here = access.kind === "in" ? access.status.workspace : undefined;
    let isCurrent = true;
    statusOf(createApi(linked, () => undefined)).then(
      (answer) => {
        if (!isCurrent) return;
        if (answer.workspace === here) take(linked);
        else setStatus(answer);
      },
      (error: unknown) => {
        if (!isCurrent) return;
        forget();
        if (here === undefined) leave(strings.signIn.linkFailed(asFailure(error).message));
        else tellFailure({ tell }, error, strings.signIn.linkRefused);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [access.kind, linked]);
  const isAsked =
    linked !== undefined && status !== undefined && (access.kind === "in" || access.kind === "out");
  const offer: Offer | undefined = isAsked
    ? { status, accept: () => take(linked), decline: forget }
    : undefined;
  return { offer, forget };
}
