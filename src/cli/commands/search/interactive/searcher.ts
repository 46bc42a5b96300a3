import { AppError } from "../../../../errors.ts";
import type { SearchAnswer } from "../../../../search/contract/search.ts";
import type { CommandContext } from "../../../command.ts";
import { type SearchFlags, searchWish } from "../../../flags/search-flags.ts";
import { pause } from "../../../pause.ts";
import type { RecallClient } from "../../../session/recall-client.ts";
import { withServer } from "../../../session/session.ts";
import type { Settings } from "../../../settings/settings.ts";
import { count } from "../../../terminal/numbers.ts";
import type { Asked } from "./state.ts";

/** A query is searched when no key came for so long, milliseconds: about two letters of a quick typist, as on the page. */
const DEBOUNCE_MS = 120;
const LIMIT = 20;
/** A person watches: what one attempt more does not bring, the next key asks for. */
const MAX_RETRIES = 1;
/** What leaving waits for the log, milliseconds. */
const LOG_MS = 2_000;

export interface Searcher {
  /** Searches after a pause, unless something else is asked meanwhile: then it is given up, and undefined. */
  readonly ask: (asked: Asked) => Promise<SearchAnswer | undefined>;
  readonly giveUp: () => void;
  /** What is searched in, in words; empty: nothing is indexed. Undefined where the server does not say. */
  readonly place: () => Promise<string | undefined>;
  /** Writes a search whose hit was opened to the recall log: once. */
  readonly log: (asked: Asked) => void;
  readonly settled: () => Promise<void>;
}

export interface InteractiveOptions {
  readonly context: CommandContext;
  readonly settings: Settings;
  readonly flags: SearchFlags;
}

/** What is only a convenience is done without where the server has none of it, or no time. */
function withoutOutage(error: unknown): undefined {
  if (!(error instanceof AppError) && !(error instanceof DOMException)) throw error;
}

/** Searches of one terminal: at most one at a time, none in the recall log but those that led somewhere. */
export function createSearcher({ context, settings, flags }: InteractiveOptions): Searcher {
  // The screen is ours: nothing else writes to it.
  const terminal = { ...context.terminal, canAsk: false };
  let current: AbortController | undefined;
  const logged = new Map<string, Promise<void>>();
  const calling = <T>(signal: AbortSignal, work: (client: RecallClient) => Promise<T>): Promise<T> =>
    withServer(
      { ...context, terminal, interrupted: () => signal },
      { ...settings, maxRetries: MAX_RETRIES },
      work,
    );
  const wish = ({ query, profile, typing }: Asked, log: boolean) => ({
    ...searchWish(query, { limit: LIMIT, ...flags, profile }),
    view: "snippet" as const,
    typing,
    log,
  });
  const giveUp = (): void => current?.abort();
  const write = (asked: Asked): Promise<void> =>
    calling(AbortSignal.timeout(LOG_MS), (client) => client.search(wish(asked, true))).then(
      () => undefined,
      withoutOutage,
    );
  return {
    giveUp,
    async ask(asked) {
      giveUp();
      const mine = new AbortController();
      current = mine;
      await pause(DEBOUNCE_MS, mine.signal);
      if (mine.signal.aborted) return undefined;
      try {
        const answer = await calling(mine.signal, (client) => client.search(wish(asked, false)));
        return mine.signal.aborted ? undefined : answer;
      } catch (error) {
        if (mine.signal.aborted) return undefined;
        throw error;
      }
    },
    place: () => calling(AbortSignal.timeout(LOG_MS), placeOf).catch(withoutOutage),
    log(asked) {
      const key = JSON.stringify(asked);
      if (!logged.has(key)) logged.set(key, write(asked));
    },
    settled: async () => void (await Promise.all(logged.values())),
  };
}

async function placeOf(client: RecallClient): Promise<string> {
  const { workspace, documents } = await client.status();
  return documents === 0 ? "" : `${count(documents, "document")} of ${workspace}`;
}
