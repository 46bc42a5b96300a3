import { useState } from "preact/hooks";
import { answerOf } from "../../client/client.ts";
import { tellFailure, usePage } from "../state/page.ts";
import { firstRunStrings } from "../strings/first-run.ts";
import { SAMPLE_ROOT } from "./sample-root.ts";

const words = firstRunStrings.sample;

/** That the sample is there, with a button that removes it. */
export const SampleThere = () => {
  const { api, tell } = usePage();
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  const remove = async () => {
    try {
      await answerOf(api.v1.roots[":root"].$delete({ param: { root: SAMPLE_ROOT }, query: {} }));
      setGone(true);
      tell({ tone: "success", text: words.removed });
    } catch (error) {
      tellFailure({ tell }, error, words.notRemoved);
    }
  };
  return (
    <p class="quiet">
      {words.isHere}{" "}
      <button type="button" class="text-button" onClick={() => void remove()}>
        {words.remove}
      </button>
    </p>
  );
};
