import type { StatusAnswer } from "../../workspaces/contract.ts";
import type { Offer } from "../state/use-access.ts";
import { strings } from "../strings.ts";
import { Confirm } from "./dialog.tsx";

const words = strings.signIn.change;

/** A name alone proves nothing: the other workspace's creator chose it. */
const Workspace = ({ status: { workspace, name } }: { readonly status: StatusAnswer }) => (
  <>
    <b>
      <bdi>{name || workspace}</bdi>
    </b>{" "}
    <code>{workspace}</code>
  </>
);

interface ChangeWorkspaceProps {
  /** The session's. */
  readonly status: StatusAnswer;
  readonly offer: Offer;
}

/** Asks before a link's token changes this tab to another workspace, which later pushes would go to. */
export const ChangeWorkspace = ({ status, offer }: ChangeWorkspaceProps) => (
  <Confirm {...words} look="primary" confirm={offer.accept} close={offer.decline}>
    <p>
      {words.here} <Workspace status={status} />
    </p>
    <p>
      {words.there} <Workspace status={offer.status} />
    </p>
    <p>{words.text}</p>
  </Confirm>
);
