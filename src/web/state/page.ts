import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { StatusAnswer } from "../../workspaces/contract.ts";
import { type Api, asFailure } from "../api.ts";
import type { Changes, Go, Place } from "./place.ts";

/** A message at the edge of the page. */
export interface Notice {
  readonly tone: "information" | "success" | "error";
  readonly text: string;
  /** Undoes or repeats what the notice reports. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** What every component can use. */
export interface Page {
  readonly api: Api;
  /** The workspace as it was at sign-in: name, scope, counts. */
  readonly status: StatusAnswer;
  readonly place: Place;
  readonly go: Go;
  /** Shows the same place with other parameters; undefined takes one away. */
  readonly change: (parameters: Changes, options?: Parameters<Go>[1]) => void;
  readonly tell: (notice: Notice) => void;
}

export const PageContext = createContext<Page | undefined>(undefined);

/** The page that a component is on. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("A component of a view stands outside the page");
  return page;
}

/** Shows why an action failed, in these words. */
export const tellFailure = ({ tell }: Pick<Page, "tell">, error: unknown, inWords = (why: string) => why) =>
  tell({ tone: "error", text: inWords(asFailure(error).message) });
