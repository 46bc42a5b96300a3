import type { StatusAnswer } from "../../workspaces/contract.ts";
import type { Api } from "../api/api.ts";
import type { Place } from "./place.ts";

/** A message at the edge of the page. */
export interface Notice {
  readonly tone: "information" | "success" | "error";
  readonly text: string;
  /** Something that takes back or repeats what it tells of. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** What every view gets. */
export interface Page {
  readonly api: Api;
  /** The workspace as it was at sign-in: name, scope, counts. */
  readonly status: StatusAnswer;
  readonly place: Place;
  /** Shows another place. `replace` leaves no step in the history: for what changes with every key. */
  readonly go: (place: Place, options?: { readonly replace?: boolean }) => void;
  readonly tell: (notice: Notice) => void;
}

export interface ViewProps {
  readonly page: Page;
}
