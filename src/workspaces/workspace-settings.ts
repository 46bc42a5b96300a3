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
  /** What its roots hold, in somebody's words. */
  readonly rootDescriptions?: Readonly<Record<string, string>>;
}

/** What a workspace may switch off. */
export const SWITCHES = ["names", "recallLog"] as const satisfies readonly (keyof WorkspaceSettings)[];

/** What the row's JSON says, unchecked. */
export const parseSettings = (json: string): WorkspaceSettings => JSON.parse(json) as WorkspaceSettings;

/** What somebody says that roots hold, by their names. */
export const rootDescriptionsOf = ({ settings }: { readonly settings: string }) =>
  parseSettings(settings).rootDescriptions ?? {};

/** What somebody says that a root holds; undefined: nothing. A root may be called as every object's own names are. */
export const descriptionOf = (
  descriptions: Readonly<Record<string, string>>,
  root: string,
): string | undefined => (Object.hasOwn(descriptions, root) ? descriptions[root] : undefined);

/** The deployment or the workspace does not have texts read for names. Single roots may be off besides. */
export const hasNamesOff = (
  { readsNames }: { readonly readsNames: boolean },
  { settings }: { readonly settings: string },
): boolean => !readsNames || parseSettings(settings).names === "off";
