import { lazy } from "../state/lazy.ts";
import type { SheetName, SheetProps } from "../state/page.ts";

const useSheets = lazy(() => import("../settings/sheets.ts"));
const SHEETS = {
  palette: "Palette",
  keys: "KeysDialog",
  settings: "SettingsDialog",
  agent: "AgentDialog",
} as const;

/** What can be opened over every view, loaded when the first is. */
export const Sheet = ({ name, close }: SheetProps & { readonly name: SheetName }) => {
  const { part } = useSheets();
  const Open = part?.[SHEETS[name]];
  return Open && <Open key={name} close={close} />;
};
