import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import { tellFailure, usePage } from "../../../state/page.ts";
import { sourcesStrings } from "../../../strings/sources.ts";

const words = sourcesStrings;

/** What can be done with a source without being asked; one thing at a time. */
export function useSourceActs(root: string, again: () => void) {
  const page = usePage();
  const [isBusy, setBusy] = useState(false);
  const one = page.api.v1.sources[":root"];
  const act = async (work: () => Promise<unknown>, done: string, failed: (why: string) => string) => {
    setBusy(true);
    try {
      await work();
      page.tell({ tone: "success", text: done });
      again();
    } catch (error) {
      tellFailure(page, error, failed);
    }
    setBusy(false);
  };
  return {
    isBusy,
    /** Has the next run begin now; `confirm` lets it delete most of the root. */
    run: (confirm: boolean) =>
      void act(
        () => answerOf(one.run.$post({ param: { root }, json: { confirm } })),
        words.started(root),
        words.notStarted,
      ),
    setPaused: (paused: boolean) =>
      void act(
        () => answerOf(one.$patch({ param: { root }, json: { paused } })),
        paused ? words.paused(root) : words.resumed(root),
        words.notChanged,
      ),
  };
}
