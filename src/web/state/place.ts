/** What the address says: the view, and what it shows. Everything a reload or a shared link needs. */
export interface Place {
  readonly view: ViewName;
  readonly parameters: Parameters;
}

export const VIEW_NAMES = ["search", "memory", "graph", "index"] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

export type Parameters = Readonly<Record<string, string>>;
/** Other values for some parameters; undefined or "" takes one away. */
export type Changes = Readonly<Record<string, string | undefined>>;

const VIEW = "view";

const isViewName = (name: string): name is ViewName => VIEW_NAMES.some((known) => known === name);

/** Reads an address's query; an unknown view is the search. */
export function readPlace(query: string): Place {
  const { [VIEW]: view = "", ...parameters } = Object.fromEntries(new URLSearchParams(query));
  return { view: isViewName(view) ? view : "search", parameters };
}

/** The address of a place, from the root. Readable: commas, slashes and colons stay as they are. */
export function addressOf({ view, parameters }: Place): string {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== "");
  const query = new URLSearchParams([...(view === "search" ? [] : [[VIEW, view]]), ...pairs]).toString();
  const readable = query.replace(/%2F/gi, "/").replace(/%3A/gi, ":").replace(/%2C/gi, ",");
  return readable === "" ? "/" : `/?${readable}`;
}

/** The same place with other values for some parameters. */
export function withParameters(place: Place, changes: Changes): Place {
  const merged = { ...place.parameters, ...changes };
  const kept = Object.entries(merged).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  return { ...place, parameters: Object.fromEntries(kept) };
}

/** The search for a query, with a passage (`root:citation`) open beside it. */
export const searchFor = (q: string | null | undefined, open?: string): Place =>
  withParameters({ view: "search", parameters: {} }, { q: q ?? undefined, open });
