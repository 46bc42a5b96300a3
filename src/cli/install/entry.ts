/** How a client starts the server. No token is in it: that stays in the CLI's own file. */
export interface Entry {
  readonly type?: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}
