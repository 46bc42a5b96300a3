import type { GraphAnswer } from "../../../graph/contract.ts";
import { Cited } from "../../components/link.tsx";
import { usePage } from "../../state/page.ts";

type Citation = Pick<GraphAnswer["relations"][number]["citations"][number], "id" | "root" | "citation">;

/** Passages that say so, each as a link to its document. */
export const Citations = ({ citations }: { readonly citations: readonly Citation[] }) => {
  const { q } = usePage().place.parameters;
  return (
    <ul>
      {citations.map(({ id, root, citation }) => (
        <li key={id}>
          <Cited q={q} root={root} citation={citation} />
        </li>
      ))}
    </ul>
  );
};
