import type { StatusAnswer } from "../../workspaces/contract.ts";
import type { Offer } from "../state/use-access.ts";
import { strings } from "../strings.ts";
import { Dialog } from "./dialog.tsx";

const words = strings.signIn.change;

/** A name alone proves nothing: who made the other workspace chose it. */
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

/** Asks before a link's token takes this tab to another workspace, where a push would go. */
export const ChangeWorkspace = ({ status, offer }: ChangeWorkspaceProps) => (
  <Dialog title={words.title} close={offer.decline}>
    <p>
      {words.here} <Workspace status={status} />
    </p>
    <p>
      {words.there} <Workspace status={offer.status} />
    </p>
    <p>{words.text}</p>
    <p class="dialog-acts">
      <button type="button" class="button" onClick={offer.decline}>
        {words.no}
      </button>
      <button type="button" class="button button-primary" onClick={offer.accept}>
        {words.yes}
      </button>
    </p>
  </Dialog>
);
