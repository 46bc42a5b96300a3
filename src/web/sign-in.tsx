import { useState } from "preact/hooks";
import type { StatusAnswer } from "../workspaces/contract.ts";
import { Button } from "./components/button.tsx";
import { Confirm } from "./components/dialog.tsx";
import { onSubmit } from "./components/form.tsx";
import { Icon } from "./components/icon.tsx";
import type { Access, Entry } from "./state/enter.ts";
import type { Offer } from "./state/use-link.ts";
import { strings } from "./strings.ts";

const words = strings.signIn;

interface SignInProps {
  readonly access: Extract<Access, { readonly kind: "out" | "checking" }>;
  readonly signIn: (entry: Entry) => void;
}

/** Asks for a token, and says how to get one. */
export const SignIn = ({ access, signIn }: SignInProps) => {
  const [token, setToken] = useState("");
  const [stays, setStays] = useState(false);
  const isChecking = access.kind === "checking";
  const problem = access.kind === "out" ? access.problem : undefined;
  const submit = onSubmit(() => {
    if (token.trim() === "" || isChecking) return;
    signIn({ shown: { token: token.trim() }, isTyped: true, ...(stays && { stays: "if kept" }) });
  });
  return (
    <main class="sign-in" id="main">
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h1>{strings.product}</h1>
      <p class="tagline">{strings.tagline}</p>
      <form class="card" onSubmit={submit}>
        <label for="token">{words.label}</label>
        <input
          id="token"
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={token}
          aria-describedby="token-help"
          aria-invalid={problem === undefined ? undefined : "true"}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <label class="stays">
          <input
            type="checkbox"
            checked={stays}
            onChange={(event) => setStays(event.currentTarget.checked)}
          />
          <span>{words.stay}</span>
        </label>
        <Button
          text={isChecking ? words.checking : words.button}
          type="submit"
          look="primary"
          disabled={isChecking}
        />
        <p class="problem" role="alert">
          {problem && <Icon name="warning" />}
          {problem}
        </p>
        <p id="token-help">{words.explanation}</p>
        <p>
          {words.howTo} <code>{words.command}</code>
        </p>
      </form>
    </main>
  );
};

/** A name alone proves nothing: the other workspace's creator chose it. */
const Workspace = ({ status: { workspace, name } }: { readonly status: StatusAnswer }) => (
  <>
    <b>
      <bdi>{name || workspace}</bdi>
    </b>{" "}
    <code>{workspace}</code>
  </>
);

/** Asks before a link's token signs this tab in: what is pushed and searched afterwards goes to whoever made the link. */
export const TakeLink = ({ offer }: { readonly offer: Offer }) => (
  <Confirm {...words.link} look="primary" confirm={offer.accept} close={offer.decline}>
    <p>
      {words.link.there} <Workspace status={offer.status} />
    </p>
    <p>{words.link.text}</p>
  </Confirm>
);

interface ChangeWorkspaceProps {
  /** The session's. */
  readonly status: StatusAnswer;
  readonly offer: Offer;
}

/** Asks before a link's token changes this tab to another workspace, which later pushes would go to. */
export const ChangeWorkspace = ({ status, offer }: ChangeWorkspaceProps) => (
  <Confirm {...words.change} look="primary" confirm={offer.accept} close={offer.decline}>
    <p>
      {words.change.here} <Workspace status={status} />
    </p>
    <p>
      {words.change.there} <Workspace status={offer.status} />
    </p>
    <p>{words.change.text}</p>
  </Confirm>
);
