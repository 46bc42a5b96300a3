import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import { Path } from "../../../components/directed.tsx";
import { Answer } from "../../../components/state-panel.tsx";
import { usePage } from "../../../state/page.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { sourcesStrings } from "../../../strings/sources.ts";

const words = sourcesStrings;

const Problems = ({ root }: { readonly root: string }) => {
  const { api } = usePage();
  const details = useLoaded(root, (options) =>
    answerOf(api.v1.sources[":root"].$get({ param: { root } }, options)),
  );
  return (
    <Answer of={details} lines={2}>
      {({ problems }) =>
        problems.length === 0 ? (
          <p class="quiet">{words.noProblems}</p>
        ) : (
          <ul class="push-failed" aria-label={words.problems}>
            {problems.map(({ key, problem }) => (
              <li key={key}>
                <Path text={key} />: <bdi>{problem}</bdi>
              </li>
            ))}
          </ul>
        )
      }
    </Answer>
  );
};

/** What of a source has no document and why, asked for when it is unfolded. */
export const SourceProblems = ({ root }: { readonly root: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="small">{words.problems}</summary>
      {isOpen && <Problems root={root} />}
    </details>
  );
};
