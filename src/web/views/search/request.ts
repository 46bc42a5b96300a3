import { useState } from "preact/hooks";
import type { SearchAnswer, SearchRequest } from "../../../search/contract/search.ts";
import { parseJson } from "../../../text/parse-json.ts";
import { type PageRequest, searchAnswer } from "../../api.ts";
import type { Page } from "../../state/page.ts";
import type { Parameters } from "../../state/place.ts";
import { type Loaded, useLoaded } from "../../state/use-loaded.ts";

/** Hits asked for, step by step; the last is the most that the API gives. */
const LIMITS: readonly number[] = [10, 25, 50, 100];

const isGlob = (path: string): boolean => /[*?[]/.test(path);

type Filters = NonNullable<SearchRequest["filters"]>;

function filtersOf(parameters: Parameters): Filters {
  const { kind, path, filters } = parameters;
  const asGiven = ["root", "type", "tag", "language", "session", "after", "before"].flatMap((name) =>
    parameters[name] ? [[name, parameters[name]]] : [],
  );
  return {
    ...((kind === "file" || kind === "memory") && { kind }),
    ...(path && (isGlob(path) ? { glob: path } : { prefix: path })),
    ...Object.fromEntries(asGiven),
    // What is no JSON goes as it is: the server says what is wrong with it.
    ...(filters && { all: [(parseJson(filters) ?? filters) as Filters] }),
  };
}

const limitOf = ({ limit }: Parameters): number =>
  LIMITS.find((known) => known === Number(limit)) ?? LIMITS[0] ?? 1;

/** The limit after the present one; undefined: there are no more. */
export const nextLimit = (parameters: Parameters): number | undefined =>
  LIMITS[LIMITS.indexOf(limitOf(parameters)) + 1];

/** The search that an address asks for; undefined when it has no query. */
export function requestOf(parameters: Parameters): PageRequest | undefined {
  const query = parameters.q?.trim() ?? "";
  if (query === "") return undefined;
  const { profile } = parameters;
  return {
    query,
    limit: limitOf(parameters),
    ...(profile && { profile: profile as SearchRequest["profile"] }),
    filters: filtersOf(parameters),
  };
}

export interface Search extends Loaded<SearchAnswer> {
  readonly request: PageRequest | undefined;
  /** Confirms a query, which then enters the recall log; intermediate queries while typing do not. */
  readonly settle: (request?: PageRequest) => void;
  /** Says of which query the last word is still being typed; undefined: of none. */
  readonly type: (request: PageRequest | undefined) => void;
}

/** The answer to the address's query, loaded again whenever that changes; an earlier request is aborted. */
export function useSearch({ api, place }: Page): Search {
  const request = requestOf(place.parameters);
  const key = request && JSON.stringify(request);
  const [settled, setSettled] = useState<string | undefined>(undefined);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const log = key !== undefined && key === settled;
  const asked = request && { ...request, ...(key === typed && { typing: true }) };
  const loaded = useLoaded(asked && `${log}${JSON.stringify(asked)}`, (options) =>
    searchAnswer(api, { query: "", ...asked, log }, options),
  );
  return {
    ...loaded,
    request: asked,
    settle: (meant = request) => setSettled(JSON.stringify(meant)),
    type: (half) => setTyped(half && JSON.stringify(half)),
  };
}
