/** A workspace's own settings, as its row holds them in JSON. */
interface WorkspaceSettings {
  /** Settings by profile, on top of the profile's own. */
  readonly profiles?: Readonly<Record<string, Readonly<Record<string, number | boolean | string>>>>;
  /** Types of memories beside the built-in ones. */
  readonly memoryTypes?: readonly string[];
  /** off: its searches are not written to the log. */
  readonly recallLog?: "off";
  /** off: its texts are not read for names. */
  readonly names?: "off";
  /** Roots whose texts are not read for names. */
  readonly unnamedRoots?: readonly string[];
}

/** What a workspace may switch off. */
export const SWITCHES = ["names", "recallLog"] as const satisfies readonly (keyof WorkspaceSettings)[];

/** What the row's JSON says, unchecked. */
export const parseSettings = (json: string): WorkspaceSettings => JSON.parse(json) as WorkspaceSettings;

/** The deployment or the workspace does not have texts read for names. Single roots may be off besides. */
export const hasNamesOff = (
  { readsNames }: { readonly readsNames: boolean },
  { settings }: { readonly settings: string },
): boolean => !readsNames || parseSettings(settings).names === "off";
