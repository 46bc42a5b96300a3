import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { Ago } from "../../components/ago.tsx";
import { bytes, count } from "../../components/format.ts";
import { Link } from "../../components/link.tsx";
import { usePage } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { type Column, Panel, Table } from "./panel.tsx";

const words = strings.health;
const COLUMNS: readonly Column[] = [
  { name: words.root },
  { name: words.documents, class: "figure" },
  { name: words.size, class: "figure" },
  { name: words.indexed, class: "optional" },
];

interface RootsPanelProps {
  readonly roots: StatusAnswer["roots"];
}

/** Pushed folders; each opens its documents. */
export const RootsPanel = ({ roots }: RootsPanelProps) => {
  const page = usePage();
  return (
    <Panel id="roots" title={words.roots}>
      {roots.length === 0 ? (
        <p class="quiet">{words.noRoots}</p>
      ) : (
        <Table columns={COLUMNS}>
          {roots.map(({ root, documents, bytes: size, indexedAt }) => (
            <tr key={root}>
              <td>
                <Link
                  to={withParameters(page.place, { root, prefix: undefined })}
                  current={page.place.parameters.root === root}
                >
                  <bdi>{root}</bdi>
                </Link>
              </td>
              <td class="figure">{count(documents)}</td>
              <td class="figure">{bytes(size)}</td>
              <td class="optional">{indexedAt === null ? null : <Ago at={indexedAt} />}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
};
