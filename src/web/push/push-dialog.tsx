import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../components/dialog.tsx";
import { usePage } from "../state/page.ts";
import { pushStrings } from "../strings/push.ts";
import { filesOf } from "./choose-files.ts";
import { PushSteps } from "./push-panel.tsx";
import type { DroppedThing } from "./things-of.ts";
import { usePush } from "./use-push.ts";

interface PushDialogProps {
  readonly things: readonly DroppedThing[];
  readonly close: () => void;
}

/** Offers to push what was dropped, wherever that was. Closing it stops a push that is under way. */
export const PushDialog = ({ things, close }: PushDialogProps) => {
  const page = usePage();
  const [hasBegun, setBegun] = useState(false);
  const push = usePush(page, () => undefined);
  useEffect(() => {
    push.choose(filesOf(things));
    setBegun(true);
  }, [things]);
  // What is dropped is pushed or not: there is no way back to an empty panel.
  useEffect(() => {
    if (hasBegun && push.state.kind === "idle") close();
  }, [hasBegun, push.state.kind]);
  const end = () => {
    push.stop();
    close();
  };
  return (
    <Dialog title={pushStrings.title} close={end}>
      {push.state.kind === "looking" ? <p role="status">{pushStrings.reading}</p> : <PushSteps push={push} />}
    </Dialog>
  );
};
