/** MCP clients whose configuration is known, as they are named on the command line. */
export const CLIENT_NAMES = [
  ...(["claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini"] as const),
  ...(["windsurf", "zed", "kiro", "lm-studio"] as const),
] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];

/** How a client starts the server. No token is in it: that stays in the CLI's own file. */
export interface Entry {
  readonly type?: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}
