import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import { usePage } from "../../../state/page.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { AccessPanel } from "./access-panel.tsx";
import { SignInsPanel } from "./sign-ins-panel.tsx";
import { TokensPanel } from "./tokens-panel.tsx";

interface AccessPartProps {
  /** Another number: look again. */
  readonly round: number;
}

/** Everybody's access: the tokens, their browsers, and who asked, whose names are those of the same tokens. */
const Everybodys = ({ round }: AccessPartProps) => {
  const { api } = usePage();
  const [changes, setChanges] = useState(0);
  const list = useLoaded(`${round} ${changes}`, (options) => answerOf(api.v1.tokens.$get({}, options)));
  return (
    <>
      <TokensPanel list={list} changed={() => setChanges((count) => count + 1)} />
      <AccessPanel round={round} tokens={list.value?.tokens ?? []} />
    </>
  );
};

/** Who may ask and who did, for an admin; for others the browsers of their own token. */
export const AccessPart = ({ round }: AccessPartProps) =>
  usePage().status.scope === "admin" ? <Everybodys round={round} /> : <SignInsPanel round={round} />;
