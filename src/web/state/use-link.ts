import { useEffect, useState } from "preact/hooks";
import type { StatusAnswer } from "../../workspaces/contract.ts";
import { asFailure } from "../api.ts";
import { strings } from "../strings.ts";
import { type Access, type Entry, statusOf } from "./enter.ts";
import { type Page, tellFailure } from "./page.ts";
import { type Linked, takeFromAddress } from "./session.ts";

const words = strings.signIn;

/** A link that counts, of another workspace than the session's, or with a token where there is no session. */
export interface Offer {
  readonly status: StatusAnswer;
  readonly accept: () => void;
  readonly decline: () => void;
}

interface Linking {
  readonly access: Access;
  /** What the page was opened with beside a session. */
  readonly first: Linked | undefined;
  readonly check: (entry: Entry) => void;
  /** Stays signed out, for this reason. */
  readonly refuse: (problem: string) => void;
  readonly tell: Page["tell"];
}

const entryOf = ({ kind, secret }: Linked): Entry => ({
  shown: { token: secret },
  ...(kind === "link" && { stays: "only" }),
});

/**
 * What a link brings beside a session, until it is refused, taken, or declined. A link's secret is of a server of this
 * machine, whose holder printed it: where nobody is signed in it is taken without a question.
 */
export function useLink({ access, first, check, refuse, tell }: Linking) {
  const [linked, setLinked] = useState(first);
  const [status, setStatus] = useState<StatusAnswer | undefined>(undefined);
  const forget = () => {
    setLinked(undefined);
    setStatus(undefined);
  };
  const take = (taken: Linked) => {
    forget();
    check(entryOf(taken));
  };
  const fail = ({ kind }: Linked, error: unknown) => {
    forget();
    const { message } = asFailure(error);
    if (access.kind === "out") refuse(words.linkFailed[kind](message));
    // Whoever clicks the printed link again is where they want to be.
    else if (kind === "link") tell({ tone: "information", text: words.linkUsed });
    else tellFailure({ tell }, error, words.linkRefused);
  };
  useEffect(() => {
    const listen = () => {
      const taken = takeFromAddress();
      if (taken !== undefined) setLinked(taken);
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
    statusOf({ token: linked.secret }).then(
      (answer) => {
        if (!isCurrent) return;
        if (answer.workspace === here || (here === undefined && linked.kind === "link")) take(linked);
        else setStatus(answer);
      },
      (error: unknown) => {
        if (isCurrent) fail(linked, error);
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
  /** Nobody is signed in, and what the link brings is not yet known. */
  const isPending = linked !== undefined && status === undefined && access.kind === "out";
  return { offer, forget, isPending };
}
