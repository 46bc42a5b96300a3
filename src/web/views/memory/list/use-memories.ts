import { answerOf } from "../../../../client/client.ts";
import type { ListedMemory, MemoryListParameters } from "../../../../memories/contract/memory-lists.ts";
import { usePage } from "../../../state/page.ts";
import type { Parameters } from "../../../state/place.ts";
import { usePages } from "../use-pages.ts";

export const STATES = ["live", "superseded", "forgotten"] as const;
/** Orders that the page offers, the usual one first. */
export const SORTS = ["newest", "recalled", "observed", "importance", "created", "oldest"] as const;
/** What the address may filter by, beside state and order. */
export const FILTERS = ["text", "type", "tag", "session", "source"] as const;

/** Memories that are asked for at once. */
const PAGE = 50;

export type ListWish = Partial<Omit<MemoryListParameters, "limit" | "cursor" | "recalled">>;

/** The list that an address names; the server refuses what it does not know. */
export function wishOf(parameters: Parameters): ListWish {
  const names = [...FILTERS, "state", "sort"].filter((name) => (parameters[name] ?? "").trim() !== "");
  return Object.fromEntries(names.map((name) => [name, parameters[name]]));
}

/** Memories as a list shows them, page after page; another `round` starts again. */
export function useMemories(wish: ListWish, round: number) {
  const { api } = usePage();
  const { answers, ...pages } = usePages(JSON.stringify([wish, round]), (cursor, options) => {
    const query = {
      ...wish,
      recalled: true,
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    };
    return answerOf(api.v1.memories.$get({ query }, options));
  });
  const memories: readonly ListedMemory[] = answers.flatMap((answer) => answer.memories);
  return { ...pages, memories };
}
