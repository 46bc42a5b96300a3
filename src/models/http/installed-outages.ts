/**
 * Codes by which the server of models that are installed on this machine (`src/local-models/`) says what keeps it from
 * answering, and what a user is told then. A closed list: what a server writes itself is never repeated.
 */
const INSTALLED_OUTAGES = {
  installed_model_unusable: "the installed model cannot be used; `recall models check` says why",
  installed_models_ended: "the process of the installed models ended; it is started again by itself",
  installed_model_slow: "the installed model is too slow on this processor",
} as const;

export type InstalledOutage = keyof typeof INSTALLED_OUTAGES;

/** Details of an error of that server. */
export interface OutageDetails {
  readonly outage: InstalledOutage;
}

const CODE = new RegExp(`"code":"(${Object.keys(INSTALLED_OUTAGES).join("|")})"`);

/** What an error's body says by such a code, in words; undefined: it has none. */
export function installedOutage(body: string): string | undefined {
  const code = CODE.exec(body)?.[1] as InstalledOutage | undefined;
  return code && INSTALLED_OUTAGES[code];
}
