import type { StatusAnswer } from "../../../contract/admin.ts";
import { bytes, count, time } from "../../components/format.ts";
import { Link } from "../../components/link.tsx";
import { ago } from "../../components/times.ts";
import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { Panel } from "./panel.tsx";

const words = strings.health;

interface RootsPanelProps {
  readonly page: Page;
  readonly roots: StatusAnswer["roots"];
}

/** Pushed folders; each opens its documents. */
export const RootsPanel = ({ page, roots }: RootsPanelProps) => (
  <Panel id="roots" title={words.roots}>
    {roots.length === 0 ? (
      <p class="quiet">{words.noRoots}</p>
    ) : (
      <div class="table-frame">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.root}</th>
              <th scope="col" class="figure">
                {words.documents}
              </th>
              <th scope="col" class="figure">
                {words.size}
              </th>
              <th scope="col" class="optional">
                {words.indexed}
              </th>
            </tr>
          </thead>
          <tbody>
            {roots.map(({ root, documents, bytes: size, indexedAt }) => (
              <tr key={root}>
                <td>
                  <Link
                    page={page}
                    to={withParameters(page.place, { root, prefix: undefined })}
                    current={page.place.parameters.root === root}
                  >
                    <bdi>{root}</bdi>
                  </Link>
                </td>
                <td class="figure">{count(documents)}</td>
                <td class="figure">{bytes(size)}</td>
                <td class="optional">
                  {indexedAt === null ? null : (
                    <time datetime={indexedAt} title={time(indexedAt)}>
                      {ago(indexedAt, Date.now())}
                    </time>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </Panel>
);
