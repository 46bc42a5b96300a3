import { useEffect, useRef, useState } from "preact/hooks";
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

/** A token as it is copied: from a header too, with the word before it. */
const tokenIn = (typed: string): string => typed.trim().replace(/^bearer(?:\s+|$)/i, "");

/** What is wrong with a token that no server need be asked about. */
function wrongIn(token: string): string | undefined {
  if (token === "") return words.empty;
  return /\s/.test(token) ? words.spaced : undefined;
}

/** Asks for a token, and says how to get one. */
export const SignIn = ({ access, signIn }: SignInProps) => {
  const [token, setToken] = useState("");
  const [stays, setStays] = useState(false);
  // "" once what was wrong is being corrected.
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isChecking = access.kind === "checking";
  const problem = (wrong ?? (access.kind === "out" ? access.problem : undefined)) || undefined;
  const submit = onSubmit(() => {
    if (isChecking) return;
    const given = tokenIn(token);
    const found = wrongIn(given);
    setWrong(found);
    if (found === undefined)
      signIn({ shown: { token: given }, isTyped: true, ...(stays && { stays: "if kept" }) });
    else field.current?.focus();
  });
  const type = (typed: string) => {
    setToken(typed);
    if (wrong !== undefined) setWrong("");
  };
  return (
    <main class="sign-in" id="main">
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h1>{strings.product}</h1>
      <p class="tagline">{strings.tagline}</p>
      <form class="card" onSubmit={submit}>
        <label for="token">{words.label}</label>
        <input
          id="token"
          ref={field}
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={token}
          aria-describedby="token-help"
          aria-invalid={problem === undefined ? undefined : "true"}
          onInput={(event) => type(event.currentTarget.value)}
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
