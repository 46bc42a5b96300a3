import { useState } from "hono/jsx/dom";
import type { StatusAnswer } from "../contract/admin.ts";
import { type Api, createApi } from "./api/api.ts";
import type { ApiFailure } from "./api/failure.ts";
import { Header } from "./components/header.tsx";
import { Notices, type NumberedNotice } from "./components/notices.tsx";
import { FailurePanel } from "./components/state-panel.tsx";
import { SignIn } from "./sign-in.tsx";
import type { Page } from "./state/page.ts";
import { dropToken, keepToken, readToken, takeTokenFromAddress } from "./state/session.ts";
import { useEffect } from "./state/use-effect.ts";
import { asFailure } from "./state/use-loaded.ts";
import { usePlace } from "./state/use-place.ts";
import { strings } from "./strings.ts";
import { VIEWS } from "./views/views.tsx";

/** Who is here: nobody, somebody whose token is being looked at, or a session. */
type Access =
  | { readonly kind: "out"; readonly problem?: string }
  | { readonly kind: "checking"; readonly token: string }
  | { readonly kind: "unreachable"; readonly token: string; readonly failure: ApiFailure }
  | { readonly kind: "in"; readonly api: Api; readonly status: StatusAnswer };

/** A link's token goes before the tab's own. */
function firstAccess(): Access {
  const linked = takeTokenFromAddress();
  // Out of the address it is nowhere else: a reload while the server is away must not lose it.
  if (linked !== undefined) keepToken(linked);
  const token = linked ?? readToken();
  return token === undefined ? { kind: "out" } : { kind: "checking", token };
}

/** Failures that say nothing about the token. */
const isPassing = ({ code }: ApiFailure): boolean =>
  !["unauthorized", "forbidden", "invalid_input"].includes(code);

function useAccess() {
  const [access, setAccess] = useState<Access>(firstAccess);
  const token = access.kind === "checking" ? access.token : undefined;
  const leave = (problem?: string) => {
    dropToken();
    setAccess(problem === undefined ? { kind: "out" } : { kind: "out", problem });
  };
  useEffect(() => {
    const listen = () => {
      const linked = takeTokenFromAddress();
      if (linked !== undefined) setAccess({ kind: "checking", token: linked });
    };
    addEventListener("hashchange", listen);
    return () => removeEventListener("hashchange", listen);
  }, []);
  useEffect(() => {
    if (token === undefined) return;
    const api = createApi(token, () => leave(strings.signIn.ended));
    api<StatusAnswer>({ path: "/v1/status" }).then(
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
  return { access, leave, check: (asked: string) => setAccess({ kind: "checking", token: asked }) };
}

function useNotices() {
  const [notices, setNotices] = useState<readonly NumberedNotice[]>([]);
  const close = (number: number) => setNotices((shown) => shown.filter((notice) => notice.number !== number));
  const tell: Page["tell"] = (notice) =>
    setNotices((shown) => [...shown, { ...notice, number: (shown.at(-1)?.number ?? 0) + 1 }]);
  return { notices, close, tell };
}

/** The page: the door, or a view under the header. */
export const App = () => {
  const { access, leave, check } = useAccess();
  const { place, go } = usePlace();
  const { notices, close, tell } = useNotices();
  if (access.kind === "unreachable")
    return (
      <main id="main" class="content">
        <FailurePanel failure={access.failure} retry={() => check(access.token)} />
      </main>
    );
  if (access.kind !== "in")
    return (
      <SignIn
        problem={access.kind === "out" ? access.problem : undefined}
        isChecking={access.kind === "checking"}
        signIn={check}
      />
    );
  const page: Page = { api: access.api, status: access.status, place, go, tell };
  const { View } = VIEWS[place.view];
  return (
    <>
      <Header page={page} signOut={() => leave()} />
      <main id="main" class={`content view-${place.view}`} tabindex={-1}>
        <View key={place.view} page={page} />
      </main>
      <Notices notices={notices} close={close} />
    </>
  );
};
