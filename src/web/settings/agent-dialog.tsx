import { Dialog } from "../components/dialog.tsx";
import { ConnectAgent } from "../first-run/connect-agent.tsx";
import type { SheetProps } from "../state/page.ts";
import { strings } from "../strings.ts";
import { firstRunStrings } from "../strings/first-run.ts";

/** How an agent is connected, from any view. */
export const AgentDialog = ({ close }: SheetProps) => (
  <Dialog title={strings.palette.agent} close={close}>
    <p class="quiet">{firstRunStrings.agent.text}</p>
    <ConnectAgent isFirst />
  </Dialog>
);
