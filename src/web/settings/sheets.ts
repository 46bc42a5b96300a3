/** What can be opened over every view. */
export { Palette } from "../palette/palette.tsx";
export { AgentDialog } from "./agent-dialog.tsx";
export { KeysDialog } from "./keys-dialog.tsx";
export { SettingsDialog } from "./settings-dialog.tsx";
