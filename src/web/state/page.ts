import { createContext } from "preact";
import { useContext, useEffect } from "preact/hooks";
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

/** What can be opened over every view. */
export type SheetName = "palette" | "keys" | "settings" | "agent";

export interface SheetProps {
  readonly close: () => void;
}

/** What every component can use. */
export interface Page {
  readonly api: Api;
  /** The workspace as it was at sign-in: name, scope, counts. */
  readonly status: StatusAnswer;
  /** Id of the browser's sign-in. @default this tab has a token of its own */
  readonly signIn?: string | undefined;
  readonly signOut: () => void;
  readonly place: Place;
  readonly go: Go;
  /** Shows the same place with other parameters; undefined takes one away. */
  readonly change: (parameters: Changes, options?: Parameters<Go>[1]) => void;
  readonly tell: (notice: Notice) => void;
  readonly show: (sheet: SheetName) => void;
  /** Names what is shown in the window's title, in place of the query; undefined takes the name away. */
  readonly entitle: (name: string | undefined) => void;
}

export const PageContext = createContext<Page | undefined>(undefined);

/** The page that a component is on. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("A component of a view stands outside the page");
  return page;
}

/** Whether word statistics of the server's own stand in for a model. A status without an index says nothing of it. */
export const lacksModel = ({ index }: Partial<StatusAnswer>): boolean =>
  index?.embedder?.startsWith("embedded") === true;
/** Names what is shown in the window's title for as long as it is shown. */
export function useTitle(name: string | undefined): void {
  const { entitle } = usePage();
  useEffect(() => {
    entitle(name);
    return () => entitle(undefined);
  }, [name]);
}

/** Shows why an action failed, in these words. */
export const tellFailure = ({ tell }: Pick<Page, "tell">, error: unknown, inWords = (why: string) => why) =>
  tell({ tone: "error", text: inWords(asFailure(error).message) });
