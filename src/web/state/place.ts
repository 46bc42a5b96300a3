import { useEffect, useState } from "preact/hooks";
import { ANCHOR_PATTERN } from "../../text/places/anchors.ts";
import { strings } from "../strings.ts";

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

const isViewName = (name: string): name is ViewName => VIEW_NAMES.some((known) => known === name);

/** Reads an address's query; an unknown view is the search. */
export function readPlace(query: string): Place {
  const { view = "", ...parameters } = Object.fromEntries(new URLSearchParams(query));
  return { view: isViewName(view) ? view : "search", parameters };
}

/** The address of a place, from the root. Readable: commas, slashes and colons stay as they are. */
export function addressOf({ view, parameters }: Place): string {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== "");
  const query = new URLSearchParams([...(view === "search" ? [] : [["view", view]]), ...pairs]).toString();
  const readable = query.replace(/%2F/gi, "/").replace(/%3A/gi, ":").replace(/%2C/gi, ",");
  return readable === "" ? "/" : `/?${readable}`;
}

/** The same place with other values for some parameters. */
export function withParameters(place: Place, changes: Changes): Place {
  const kept = Object.entries({ ...place.parameters, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  return { ...place, parameters: Object.fromEntries(kept) };
}

/** What a link changes where it was drawn, changed in the place that is shown since; another view is the link's own place. */
export function followed(drawn: Place, link: Place, now: Place): Place {
  if (link.view !== drawn.view || now.view !== drawn.view) return link;
  const names = Object.keys({ ...drawn.parameters, ...link.parameters });
  const changed = names.filter((name) => drawn.parameters[name] !== link.parameters[name]);
  return withParameters(now, Object.fromEntries(changed.map((name) => [name, link.parameters[name]])));
}

/** The search for a query, with a passage (`root:citation`) open beside it. */
export const searchFor = (q?: string | null, open?: string): Place =>
  withParameters({ view: "search", parameters: {} }, { q: q ?? undefined, open });

interface Step {
  /** Leaves no step in the history. */
  readonly replace?: boolean;
  /** A query changes with every key until it is whole: the step of a half one becomes the next one's, so that Back leads to none. */
  readonly typed?: "half" | "whole";
}

/** Shows another place, as a step in the history. */
export type Go = (place: Place, step?: Step) => void;

/** Kept with a step in the history, so that it is known after a reload and after Back, too. */
const HALF = { typed: "half" };
const isHalf = (): boolean => (history.state as typeof HALF | null)?.typed === HALF.typed;

/**
 * Safari takes 100 changes in 30 seconds, which fast typing reaches, and throws at the next: the address is behind then, until
 * the next change, and the page is not.
 */
function writeAddress(address: string, { replace, typed }: Step): void {
  const state: unknown = typed === "half" ? HALF : replace && typed === undefined ? history.state : null;
  try {
    if (replace) history.replaceState(state, "", address);
    else history.pushState(state, "", address);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "SecurityError")) throw error;
  }
}

/** The address as state: it changes with the history, and `go` changes both. `entitle` names what is shown in the window's title. */
export function usePlace() {
  const [name, entitle] = useState<string | undefined>(undefined);
  const [place, setPlace] = useState<Place>(() => readPlace(location.search));
  useEffect(() => {
    const listen = () => setPlace(readPlace(location.search));
    addEventListener("popstate", listen);
    return () => removeEventListener("popstate", listen);
  }, []);
  useEffect(() => {
    const { view, parameters } = place;
    document.title = [name ?? parameters.q, strings.views[view], strings.product].filter(Boolean).join(" · ");
  }, [place, name]);
  const go: Go = (next, { replace = false, typed } = {}) => {
    const address = addressOf(next);
    const isSame = address === addressOf(readPlace(location.search));
    const isNext = typed !== undefined && isHalf();
    writeAddress(address, { replace: replace || isSame || isNext, ...(typed && { typed }) });
    setPlace(next);
  };
  return { place, go, entitle };
}

/** A document, or lines of it, as the address names it: `notes:guides/keys.md#L3-L9`. */
export interface Target {
  readonly root: string;
  readonly path: string;
  /** `page=12`: the part of the document that the lines are in. */
  readonly anchor?: string;
  /** First and last line that are meant, from 1; undefined: the whole document. */
  readonly lines?: readonly [number, number];
  /** First column that is meant of the first line and last one of the last, UTF-16 units from 1; undefined: whole lines. */
  readonly columns?: readonly [number, number];
}

const FRAGMENT = new RegExp(
  `#(?:${ANCHOR_PATTERN},)?L(\\d{1,9})(?:C(\\d{1,9}))?(?:-L(\\d{1,9})(?:C(\\d{1,9}))?)?$|#${ANCHOR_PATTERN}$`,
);

/** Lines and columns that a fragment names. Ends before beginnings name nothing. */
function placeIn([, , from, startColumn, to = from, endColumn]: RegExpExecArray): Pick<
  Target,
  "lines" | "columns"
> {
  if (from === undefined) return {};
  const first = Math.max(1, Number(from));
  const lines = [first, Math.max(first, Number(to))] as const;
  const start = Math.max(1, Number(startColumn ?? 1));
  const end = Number(endColumn ?? Number.POSITIVE_INFINITY);
  const isWhole = start === 1 && end === Number.POSITIVE_INFINITY;
  return isWhole || Number(to) < first || (lines[1] === first && end < start)
    ? { lines }
    : { lines, columns: [start, end] };
}

/**
 * Reads a citation with its root: `root:path#L3-L9`, also with columns (`#L3C5-L3C90`) and with a page before the lines
 * (`#page=2,L3-L9`); a root's name has no colon. Undefined for anything else.
 */
export function readTarget(text: string): Target | undefined {
  const colon = text.indexOf(":");
  const place = text.slice(colon + 1);
  const match = FRAGMENT.exec(place);
  const path = place.slice(0, match?.index);
  if (colon < 1 || path === "") return undefined;
  const anchor = match?.[1] ?? match?.[6];
  return { root: text.slice(0, colon), path, ...(anchor && { anchor }), ...(match && placeIn(match)) };
}

function linesText([first, last]: readonly [number, number], columns: Target["columns"]): string {
  if (columns === undefined) return first === last ? `L${first}` : `L${first}-L${last}`;
  const [start, end] = columns;
  return `L${first}C${start}-L${last}${Number.isFinite(end) ? `C${end}` : ""}`;
}

/** What a citation has behind its root. */
export function citationOf({ path, anchor, lines, columns }: Target): string {
  const place = [anchor, lines && linesText(lines, columns)].filter(Boolean).join(",");
  return place === "" ? path : `${path}#${place}`;
}

/** The same as text. */
export const writeTarget = (target: Target): string => `${target.root}:${citationOf(target)}`;
