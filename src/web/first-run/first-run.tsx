import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { answerOf } from "../../client/client.ts";
import { Button } from "../components/button.tsx";
import { Icon, type IconName } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { tellFailure, usePage } from "../state/page.ts";
import { searchFor } from "../state/place.ts";
import { firstRunStrings } from "../strings/first-run.ts";
import { ConnectAgent, Copied } from "./connect-agent.tsx";
import { SAMPLE, SAMPLE_QUESTION } from "./sample.ts";
import { SAMPLE_ROOT } from "./sample-root.ts";

const words = firstRunStrings;

interface WayProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children: ComponentChildren;
}

const Way = ({ icon, title, text, children }: WayProps) => (
  <li class="card">
    <h3>
      <Icon name={icon} /> {title}
    </h3>
    <p class="quiet">{text}</p>
    {children}
  </li>
);

const Agent = () => (
  <Way icon="graph" title={words.agent.title} text={words.agent.text}>
    <ConnectAgent />
  </Way>
);

const Sample = () => {
  const { api, go, tell } = usePage();
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      await answerOf(api.v1.documents.$post({ query: { root: SAMPLE_ROOT }, json: [...SAMPLE] }));
      tell({ tone: "success", text: words.sample.added });
      go(searchFor(SAMPLE_QUESTION));
    } catch (error) {
      tellFailure({ tell }, error, words.sample.notAdded);
      setBusy(false);
    }
  };
  return (
    <Way icon="file" title={words.sample.title} text={words.sample.text}>
      <p>
        <Button text={words.sample.add} disabled={isBusy} onClick={() => void add()} />
      </p>
    </Way>
  );
};

/** Where nothing is indexed: the ways to begin, each a command to copy or a button. */
export const FirstRun = () => {
  const { status } = usePage();
  if (status.scope === "read")
    return (
      <section class="first-run">
        <h2>{words.title}</h2>
        <p class="quiet">{words.readOnly}</p>
      </section>
    );
  return (
    <section class="first-run" aria-labelledby="first-run">
      <h2 id="first-run">{words.title}</h2>
      <ul>
        <Way icon="folder" title={words.files.title} text={words.files.text}>
          <Copied text={words.files.command} />
          <p>
            <Link to={{ view: "index", parameters: {} }} class="button">
              {words.files.choose}
            </Link>
          </p>
        </Way>
        {status.scope === "admin" && (
          <Way icon="refresh" title={words.source.title} text={words.source.text}>
            <p>
              <Link to={{ view: "index", parameters: { show: "sources", add: "source" } }} class="button">
                {words.source.add}
              </Link>
            </p>
          </Way>
        )}
        <Way icon="memory" title={words.memory.title} text={words.memory.text}>
          <p>
            <Link to={{ view: "memory", parameters: { write: "new" } }} class="button">
              {words.memory.write}
            </Link>
          </p>
        </Way>
        <Sample />
        <Agent />
      </ul>
    </section>
  );
};
