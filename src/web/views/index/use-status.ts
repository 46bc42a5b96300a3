import { useEffect, useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { StatusAnswer } from "../../../workspaces/contract.ts";
import type { Api, CallOptions } from "../../api.ts";
import { type Loaded, useLoaded } from "../../state/use-loaded.ts";
import { todoOf } from "./work-panel.tsx";

/** Milliseconds until the first look, and at most between two. */
const FIRST_MS = 3_000;
const MOST_MS = 60_000;
const GROWTH = 1.5;

/** Whether something is being worked on, so that it ends without anybody's doing. What failed stays until somebody acts. */
const waits = (status: StatusAnswer): boolean =>
  status.reindex.length > 0 || todoOf(status).some(([, , tone]) => tone === "warning");

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState !== "hidden");
  useEffect(() => {
    const listen = () => setVisible(document.visibilityState !== "hidden");
    document.addEventListener("visibilitychange", listen);
    return () => document.removeEventListener("visibilitychange", listen);
  }, []);
  return isVisible;
}

/** What looks found since a status was loaded. */
interface Looks {
  readonly since: StatusAnswer | undefined;
  readonly count: number;
  readonly value?: StatusAnswer | undefined;
}

/**
 * The workspace's status, loaded with each round. While something waits and the page is shown it looks again, less and less often;
 * a look that fails changes nothing, nor does any load what else stands in the view.
 */
export function useStatus(api: Api, round: number): Loaded<StatusAnswer> {
  const ask = (options: CallOptions) => answerOf(api.v1.status.$get({}, options));
  const loaded = useLoaded(`${round}`, ask);
  const since = loaded.value;
  const [latest, setLooks] = useState<Looks>({ since, count: 0 });
  const { value = since, count } = latest.since === since ? latest : { count: 0 };
  const isWaiting = useVisible() && value !== undefined && waits(value);
  useEffect(() => {
    if (!isWaiting) return;
    const controller = new AbortController();
    const { signal } = controller;
    const keep = (found: StatusAnswer | undefined) => {
      if (!signal.aborted) setLooks({ since, count: count + 1, value: found });
    };
    const look = () =>
      ask({ init: { signal } }).then(keep, (error: unknown) => {
        if (!signal.aborted) console.warn(error);
        keep(value);
      });
    const timer = setTimeout(() => void look(), Math.min(MOST_MS, FIRST_MS * GROWTH ** count));
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isWaiting, since, count]);
  return { ...loaded, value };
}
