import { useEffect, useState } from "preact/hooks";
import { asFailure, createApi, type Shown } from "../api.ts";
import { strings } from "../strings.ts";
import { type Access, type Entry, enter, entryKept } from "./enter.ts";
import type { Page } from "./page.ts";
import { dropSignIn, dropToken, onOtherTab, readSignIn, readToken, takeFromAddress } from "./session.ts";
import { useLink } from "./use-link.ts";

/** What is kept, and what a link brings: whoever made the link may want this tab to work in a workspace of theirs. */
const keptAtStart = () => ({ linked: takeFromAddress(), entry: entryKept() });

/** Failures that are about who asks; others pass. */
const REFUSALS: readonly string[] = ["unauthorized", "forbidden", "invalid_input"];

const accessBy = (entry: Entry | undefined, problem?: string): Access =>
  entry === undefined ? { kind: "out", problem } : { kind: "checking", entry };

/** Forgets what the server refuses; what else is kept stays. */
function drop(shown: Shown): void {
  if ("token" in shown && shown.token === readToken()) dropToken();
  if ("key" in shown && shown.key === readSignIn()?.key) dropSignIn();
}

/** Ends this browser's sign-in on the server; the half of the proof that the page forgets is worth nothing then. */
function endSignIn(): void {
  const signIn = readSignIn();
  if (signIn === undefined) return;
  const { v1 } = createApi({ key: signIn.key }, () => undefined);
  // Also where the tab is closed at once.
  v1["sign-ins"][":id"]
    .$delete({ param: { id: signIn.id } }, { init: { keepalive: true } })
    .catch(() => undefined);
}

/**
 * The session of this tab: a token of its own, else this browser's sign-in, which all tabs share. A link's valid token
 * replaces one of the same workspace; where it is another's, or there is no session, the page asks first. `isOpening`: what
 * this browser keeps or a link brings is being checked, so that nobody need type a token yet.
 */
export function useAccess(tell: Page["tell"]) {
  const [start] = useState(keptAtStart);
  const [access, setAccess] = useState<Access>(() => accessBy(start.entry));
  const check = (entry: Entry) => setAccess({ kind: "checking", entry });
  const refuse = (problem: string) => setAccess({ kind: "out", problem });
  const leave = (shown: Shown, problem: string) => {
    drop(shown);
    setAccess(accessBy(entryKept(), problem));
  };
  const entry = access.kind === "checking" ? access.entry : undefined;
  useEffect(() => {
    if (entry === undefined) return;
    let isCurrent = true;
    enter(entry, (shown) => leave(shown, strings.signIn.ended)).then(
      (entered) => {
        if (!isCurrent) return;
        setAccess({ kind: "in", ...entered });
        if (entered.isTabOnly) tell({ tone: "information", text: strings.signIn.tabOnly });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        const failure = asFailure(error);
        if (REFUSALS.includes(failure.code)) leave(entry.shown, failure.message);
        else setAccess({ kind: "unreachable", entry, failure });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [entry]);
  useEffect(
    () =>
      onOtherTab(() => {
        // A tab with a token of its own stands by it.
        if (readToken() === undefined) setAccess(accessBy(entryKept()));
      }),
    [],
  );
  const { offer, forget, isPending } = useLink({ access, first: start.linked, check, refuse, tell });
  const signOut = () => {
    forget();
    endSignIn();
    dropToken();
    dropSignIn();
    setAccess({ kind: "out" });
  };
  const isOpening = isPending || (access.kind === "checking" && access.entry.isTyped !== true);
  return { access, offer, check, signOut, isOpening };
}
