import { useEffect, useRef } from "preact/hooks";
import { lazy } from "../state/lazy.ts";
import { type SheetName, type SheetProps, usePage } from "../state/page.ts";
import { strings } from "../strings.ts";
import { useModal } from "./dialog.tsx";

const useSheets = lazy(() => import("../settings/sheets.ts"));
const SHEETS = {
  palette: "Palette",
  keys: "KeysDialog",
  settings: "SettingsDialog",
  agent: "AgentDialog",
} as const;

/** In place of the palette until it is loaded: what is typed meanwhile is its own. */
const Waiting = ({ close, type }: SheetProps & { readonly type: (text: string) => void }) => (
  <dialog {...useModal(close)} class="dialog card" aria-label={strings.palette.title}>
    <input
      aria-label={strings.palette.title}
      maxlength={200}
      onInput={(event) => type(event.currentTarget.value)}
    />
  </dialog>
);

/** What can be opened over every view, loaded when the first is. */
export const Sheet = ({ name, close }: SheetProps & { readonly name: SheetName }) => {
  const { part, isLost } = useSheets();
  const { tell } = usePage();
  const typed = useRef("");
  useEffect(() => {
    if (!isLost) return;
    tell({ tone: "error", text: strings.failures.part });
    close();
  }, [isLost]);
  const Open = part?.[SHEETS[name]];
  if (Open) return <Open key={name} close={close} typed={typed.current} />;
  if (name !== "palette") return null;
  const type = (text: string) => {
    typed.current = text;
  };
  return <Waiting close={close} type={type} />;
};
