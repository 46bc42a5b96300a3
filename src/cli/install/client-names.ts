/** MCP clients whose configuration is known, as they are named on the command line. */
export const CLIENT_NAMES = ["claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini"] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];
