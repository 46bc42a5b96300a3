import { answerOf } from "../../../../client/client.ts";
import type { AccessEntry } from "../../../../workspaces/access-log/contract.ts";
import type { TokenSummary } from "../../../../workspaces/contract.ts";
import { Answer } from "../../../components/state-panel.tsx";
import { usePage } from "../../../state/page.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { healthStrings } from "../../../strings/health.ts";
import { Ago, Panel } from "../panel.tsx";

const words = healthStrings;
/** Rows of the table. */
const SHOWN = 20;

interface RowProps {
  readonly entry: AccessEntry;
  /** Of its token, where that has one. */
  readonly name: string | undefined;
}

const AccessRow = ({ entry, name }: RowProps) => (
  <tr class={entry.outcome === "ok" ? "" : "toned is-error"}>
    <td>
      <Ago at={entry.at} />
    </td>
    <td>{name ? <bdi title={entry.token}>{name}</bdi> : <code>{entry.token}</code>}</td>
    <td>{entry.door}</td>
    <td>
      {entry.route}
      {words.accessTimes(entry.requests)}
    </td>
    <td>{entry.outcome}</td>
    <td>{entry.address}</td>
  </tr>
);

interface AccessPanelProps {
  readonly round: number;
  /** The workspace's, those that count no more too: they have the names. None until they are read, and where they cannot be. */
  readonly tokens: readonly Pick<TokenSummary, "id" | "name">[];
}

/** The latest of the workspace's access log. */
export const AccessPanel = ({ round, tokens }: AccessPanelProps) => {
  const { api } = usePage();
  const names = new Map(tokens.map(({ id, name }) => [id, name]));
  const list = useLoaded(`${round}`, (options) =>
    answerOf(api.v1["access-log"].$get({ query: { limit: SHOWN } }, options)),
  );
  return (
    <Panel id="access" title={words.access} explanation={words.accessExplained} isWide>
      <Answer of={list}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p class="quiet">{words.noAccess}</p>
          ) : (
            <div class="wide">
              <table class="runs">
                <caption class="visually-hidden">{words.access}</caption>
                <thead>
                  <tr>
                    {words.accessColumns.map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {entries.map((entry) => (
                    <AccessRow key={`${entry.seq}`} entry={entry} name={names.get(entry.token)} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Answer>
    </Panel>
  );
};
