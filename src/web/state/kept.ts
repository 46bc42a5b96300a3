import { parseJson } from "../../text/parse-json.ts";

/** What this browser keeps besides the session. A browser that keeps nothing has the usual everywhere. */

const RANKING_KEY = "edge-recall.ranking";
const RECENT_KEY = "edge-recall.recent";
const MAX_RECENT = 12;

const store = (): Storage | undefined => {
  try {
    return globalThis.localStorage;
  } catch (error) {
    // Storage that is blocked throws on being named.
    if (!(error instanceof DOMException)) throw error;
    return undefined;
  }
};

/** The profile that this browser ranks by where the address names none; undefined: the server's usual. */
export const readRanking = (): string | undefined => store()?.getItem(RANKING_KEY) ?? undefined;

export function keepRanking(profile: string | undefined): void {
  if (profile === undefined) store()?.removeItem(RANKING_KEY);
  else store()?.setItem(RANKING_KEY, profile);
}

/** Queries that were meant, newest first, each once. */
export function recentSearches(workspace: string): readonly string[] {
  const kept = parseJson(store()?.getItem(`${RECENT_KEY}.${workspace}`) ?? "[]");
  return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, MAX_RECENT) : [];
}

export function keepSearch(workspace: string, query: string): void {
  const others = recentSearches(workspace).filter((one) => one !== query);
  const kept = JSON.stringify([query, ...others].slice(0, MAX_RECENT));
  store()?.setItem(`${RECENT_KEY}.${workspace}`, kept);
}

export const forgetSearches = (workspace: string): void => store()?.removeItem(`${RECENT_KEY}.${workspace}`);
