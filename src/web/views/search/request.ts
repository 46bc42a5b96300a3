import type { SearchRequest } from "../../../search/contract/search.ts";
import type { PageRequest } from "../../api.ts";
import type { Parameters } from "../../state/place.ts";

/** Filters by the name that the address gives them, in the order of their chips. */
export const FILTERS = ["kind", "root", "type", "tag", "path", "language", "date", "session"] as const;
export type FilterName = (typeof FILTERS)[number];

/** The parameters of the address that a filter is kept in. */
export const PARAMETERS_OF: Readonly<Record<FilterName, readonly string[]>> = {
  kind: ["kind"],
  root: ["root"],
  type: ["type"],
  tag: ["tag"],
  path: ["path"],
  language: ["language"],
  date: ["after", "before"],
  session: ["session"],
};

/** Hits asked for, step by step; the last is the most that the API gives. */
export const LIMITS: readonly number[] = [10, 25, 50, 100];

const isGlob = (path: string): boolean => /[*?[]/.test(path);

function filtersOf(parameters: Parameters): NonNullable<SearchRequest["filters"]> {
  const { kind, path, root, type, tag, language, session, after, before } = parameters;
  return {
    ...((kind === "file" || kind === "memory") && { kind }),
    ...(path && (isGlob(path) ? { glob: path } : { prefix: path })),
    ...(root && { root }),
    ...(type && { type }),
    ...(tag && { tag }),
    ...(language && { language }),
    ...(session && { session }),
    ...(after && { after }),
    ...(before && { before }),
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
