import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import type { SourceSummary } from "../../../../sources/contract.ts";
import { Confirm } from "../../../components/dialog.tsx";
import { tellFailure, usePage } from "../../../state/page.ts";
import { sourcesStrings } from "../../../strings/sources.ts";

const words = sourcesStrings;

interface RemovalProps {
  readonly source: Pick<SourceSummary, "root" | "documents">;
  readonly close: () => void;
  readonly removed: () => void;
}

/** Asks, then removes a source, with its documents unless they are to be kept. */
export const Removal = ({ source: { root, documents }, close, removed }: RemovalProps) => {
  const page = usePage();
  const [isKept, setKept] = useState(false);
  const remove = async () => {
    close();
    try {
      const query = { keepDocuments: isKept };
      await answerOf(page.api.v1.sources[":root"].$delete({ param: { root }, query }));
      page.tell({ tone: "success", text: words.removed(root) });
      removed();
    } catch (error) {
      tellFailure(page, error, words.notRemoved);
    }
  };
  return (
    <Confirm {...words.removal} look="danger" confirm={() => void remove()} close={close}>
      <p>{words.removal.text(root, documents)}</p>
      <label class="source-kept">
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />{" "}
        {words.removal.keep}
      </label>
    </Confirm>
  );
};
