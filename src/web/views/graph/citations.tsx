import type { GraphAnswer } from "../../../graph/contract.ts";
import { Icon } from "../../components/icon.tsx";
import { Link } from "../../components/link.tsx";
import type { Page } from "../../state/page.ts";

type Citation = GraphAnswer["relations"][number]["citations"][number];

/** Places that say so, each opening the passage. */
export const Citations = ({ page, citations }: { page: Page; citations: readonly Citation[] }) => (
  <ul class="graph-citations">
    {citations.map(({ id, root, citation }) => (
      <li key={id}>
        <Icon name="file" />
        <Link
          page={page}
          to={{
            view: "search",
            parameters: { q: page.place.parameters.q ?? "", open: `${root}:${citation}` },
          }}
        >
          <bdi>{citation}</bdi>
        </Link>
      </li>
    ))}
  </ul>
);
