import type { SearchRequest } from "../../../../search/contract/search.ts";
import { parseJson } from "../../../../text/parse-json.ts";
import type { PageRequest } from "../../../api.ts";
import type { Parameters } from "../../../state/place.ts";

/** Hits asked for, step by step; the last is the most that the API gives. */
const LIMITS: readonly number[] = [20, 50, 100];

const isGlob = (path: string): boolean => /[*?[]/.test(path);

type Filters = NonNullable<SearchRequest["filters"]>;

function filtersOf(parameters: Parameters): Filters {
  const { kind, path, filters } = parameters;
  const asGiven = ["root", "type", "tag", "language", "session", "after", "before"].flatMap((name) =>
    parameters[name] ? [[name, parameters[name]]] : [],
  );
  const named = {
    ...((kind === "file" || kind === "memory") && { kind }),
    ...(path && (isGlob(path) ? { glob: path } : { prefix: path })),
    ...Object.fromEntries(asGiven),
  };
  if (!filters) return named;
  // What is no JSON goes as it is: the server says what is wrong with it.
  const written = (parseJson(filters) ?? filters) as Filters;
  return Object.keys(named).length === 0 ? written : { ...named, all: [written] };
}

const limitOf = ({ limit }: Parameters): number =>
  LIMITS.find((known) => known === Number(limit)) ?? LIMITS[0] ?? 1;

/** The limit after the present one; undefined: there are no more. */
export const nextLimit = (parameters: Parameters): number | undefined =>
  LIMITS[LIMITS.indexOf(limitOf(parameters)) + 1];

/** The search that an address asks for, ranked as it says or else as given; undefined when it has no query. */
export function requestOf(parameters: Parameters, usualProfile?: string): PageRequest | undefined {
  const query = parameters.q?.trim() ?? "";
  if (query === "") return undefined;
  const profile = parameters.profile || usualProfile;
  return {
    query,
    limit: limitOf(parameters),
    ...(profile && { profile: profile as SearchRequest["profile"] }),
    filters: filtersOf(parameters),
  };
}
