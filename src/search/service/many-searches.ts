import { sharedBatches } from "../../database/shared-batches.ts";
import { AppError } from "../../errors.ts";
import { createMeter, type Meter } from "../../models/ports.ts";
import { sharedQueries } from "../../models/shared-queries.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";
import type { AnyHit } from "../contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../contract/search.ts";
import type { SearchesAnswer, SearchesRequest } from "../contract/searches.ts";
import { asLogged } from "../record/confined.ts";

type Search = (context: WorkspaceContext, request: SearchRequest) => Promise<SearchAnswer<AnyHit>>;
type Result = SearchesAnswer["results"][number];

/** What the whole request is refused for. */
const OF_THE_TOKEN = ["unauthorized", "rate_limited"];

/**
 * Searches at once, in the round trips of one: what seven of them ask the database at nearly the same time is one batch, and their
 * queries are embedded in one call; the vector index and the re-ranker take one query a call. Each is answered or failed by itself; what is wrong with the token fails all. Throws AppError for that, and what is a bug.
 */
export async function searchMany(
  search: Search,
  context: WorkspaceContext,
  { searches }: SearchesRequest,
): Promise<SearchesAnswer> {
  const sessionFor = sharedBatches(context.session, context.meter);
  const together = sharedQueries(searches.length);
  const meters = searches.map(() => createMeter(context.meter.span));
  const results = await Promise.all(
    searches.map(async (request, at): Promise<Result> => {
      const meter = meters[at] ?? createMeter(context.meter.span);
      const own = { ...context, meter, notes: {}, together, session: sessionFor(meter) };
      return asLogged(own, request, (allowed) => search(own, allowed)).then(
        (answer): Result => ({ status: "answered", answer }),
        failed,
      );
    }),
  );
  addUp(context.meter, meters);
  return { results };
}

function failed(error: unknown): Result {
  if (!(error instanceof AppError) || OF_THE_TOKEN.includes(error.code)) throw error;
  return { status: "failed", error: { code: error.code, message: error.message } };
}

/** The request's own meter has its rows already. */
function addUp(meter: Meter, of: readonly Meter[]): void {
  for (const { modelCalls, textsEmbedded, passagesReranked, hops } of of) {
    meter.modelCalls += modelCalls;
    meter.textsEmbedded += textsEmbedded;
    meter.passagesReranked += passagesReranked;
    meter.hops = Math.max(meter.hops, hops);
  }
}
