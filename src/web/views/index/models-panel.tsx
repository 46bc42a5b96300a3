import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { healthStrings } from "../../strings/health.ts";
import { Facts, Panel } from "./panel.tsx";

const words = healthStrings;

/** What reads, re-ranks and keeps the passages. */
export const ModelsPanel = ({ status: { index } }: { readonly status: StatusAnswer }) => (
  <Panel id="models" title={words.models}>
    <Facts
      facts={[
        [words.embedder, <code key="embedder">{words.modelName(index.embedder)}</code>],
        [words.reranker, <code key="reranker">{words.modelName(index.reranker)}</code>],
        [words.store, words.stores[index.vectors] ?? index.vectors],
      ]}
    />
  </Panel>
);
