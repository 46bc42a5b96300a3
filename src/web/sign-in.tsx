import { useState } from "preact/hooks";
import { Button } from "./components/button.tsx";
import { Icon } from "./components/icon.tsx";
import { strings } from "./strings.ts";

interface SignInProps {
  /** Why the last try failed, or why a session ended. */
  readonly problem: string | undefined;
  readonly isChecking: boolean;
  readonly signIn: (token: string) => void;
}

/** Asks for a token, and says how to get one. */
export const SignIn = ({ problem, isChecking, signIn }: SignInProps) => {
  const [token, setToken] = useState("");
  const words = strings.signIn;
  const submit = (event: Event) => {
    event.preventDefault();
    if (token.trim() !== "" && !isChecking) signIn(token.trim());
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
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={token}
          aria-describedby="token-help"
          aria-invalid={problem === undefined ? undefined : "true"}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <Button
          text={isChecking ? words.checking : words.button}
          type="submit"
          look="primary"
          disabled={isChecking}
        />
        <p class="problem" role="alert">
          {problem === undefined ? null : <Icon name="warning" />}
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
