import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { bytes, count } from "../../components/format.ts";
import { Link } from "../../components/link.tsx";
import { usePage } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { healthStrings } from "../../strings/health.ts";
import { Ago, type Column, Panel, Table } from "./panel.tsx";
import { todoOf } from "./work-panel.tsx";

const words = healthStrings;

/** How things stand, in a sentence: what there is, and what needs somebody. */
export const Standing = ({ status }: { readonly status: StatusAnswer | undefined }) => {
  if (status === undefined) return words.explanation;
  if (status.documents === 0) return words.nothingThere;
  const [first] = todoOf(status);
  const there = words.there(status.roots.length, status.documents, status.chunks, bytes(status.bytes));
  if (first === undefined)
    return (
      <>
        {there} {words.allDone}.
      </>
    );
  const [name, number, tone] = first;
  return (
    <>
      {there}{" "}
      <Link to={{ view: "index", parameters: { show: "work" } }} class={`toned is-${tone}`}>
        {name}: {count(number)}
      </Link>
    </>
  );
};

/** Pushed folders; each opens its documents. */
export const RootsPanel = ({ status: { roots } }: { readonly status: StatusAnswer }) => {
  const { place } = usePage();
  const columns: readonly Column<StatusAnswer["roots"][number]>[] = [
    {
      name: words.root,
      cell: ({ root }) => (
        <Link
          to={withParameters(place, { root, prefix: undefined })}
          current={place.parameters.root === root}
          text={root}
        />
      ),
    },
    { name: words.documents, class: "figure", cell: ({ documents }) => count(documents) },
    { name: words.size, class: "figure", cell: ({ bytes: size }) => bytes(size) },
    { name: words.indexed, class: "optional", cell: ({ indexedAt }) => indexedAt && <Ago at={indexedAt} /> },
  ];
  return (
    <Panel id="roots" title={words.roots} isWide>
      <Table columns={columns} rows={roots} keyOf={({ root }) => root} empty={words.noRoots} />
    </Panel>
  );
};
